package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

// compareWithPaper asks how far means lie apart, in standard errors: all that the
// paper's table allows to test.
func compareWithPaper(s sample) {
	x := statistics.Summarize(s.values)
	bench.Head("means", "difference", "standard errors", "p")
	row := func(name string, mean1, variance1 float64, n1 int, mean2, variance2 float64, n2 int) {
		z := (mean1 - mean2) / math.Sqrt(variance1/float64(n1)+variance2/float64(n2))
		fmt.Printf("| %s | %.4f | %.2f | %.3f |\n", name, mean1-mean2, z, math.Erfc(math.Abs(z)/math.Sqrt2))
	}
	cpu, gpu := paper[0], paper[1]
	row("the paper's CPU and its GPU", cpu.mean, cpu.variance, paperRuns, gpu.mean, gpu.variance, paperRuns)
	for _, p := range paper {
		row("Warbler and the paper's "+p.name, x.Mean, x.Variance, x.N, p.mean, p.variance, paperRuns)
	}
}

// compare draws figures 6 and 7 and, of two samples, tests whether they differ.
// One that is not the other to the last bit is an error.
func compare(folder string, inst *knapsack.Instance, samples []sample) error {
	r := &report.Report{}
	for _, s := range samples {
		g := report.Group{Problem: fmt.Sprintf("%d evolutions, %d items", len(s.values), len(inst.Profits)), Algorithm: s.where}
		for i, v := range s.values {
			g.Runs = append(g.Runs, report.Run{Seed: s.runs[i].Seed, Value: v, Feasible: true, Steps: s.runs[i].Steps, Evaluations: s.runs[i].Evaluations})
		}
		r.Groups = append(r.Groups, g)
	}
	a, err := report.Analyze(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, p := range a.Pictures() {
		for suffix, name := range map[string]string{"-box": "nowotniak-figure6.svg", "-histogram": "nowotniak-figure7.svg"} {
			if strings.HasSuffix(p.Name, suffix) {
				if err := plot.Save(p, filepath.Join(folder, name)); err != nil {
					return err
				}
			}
		}
	}
	if len(samples) < 2 {
		return nil
	}
	c := a.Problems[0].Comparisons[0]
	bench.Head(samples[0].where+" and "+samples[1].where, "statistic", "p")
	fmt.Printf("| Kolmogorov–Smirnov | D = %g | %.4g |\n| Mann–Whitney | U = %g | %.4g |\n| Wilcoxon, equal seeds | W = %g | %.4g |\n",
		c.KolmogorovSmirnov.Statistic, c.KolmogorovSmirnov.P, c.MannWhitney.Statistic, c.MannWhitney.P, c.Wilcoxon.Statistic, c.Wilcoxon.P)
	return equal(samples[0], samples[1])
}

// equal compares runs seed by seed, with their genomes.
func equal(a, b sample) error {
	differ := 0
	for i, x := range a.runs {
		if y := b.runs[i]; x.Score != y.Score || x.Found != y.Found || x.Seed != y.Seed || !slices.Equal(x.Genome.Bits, y.Genome.Bits) {
			differ++
		}
	}
	if differ > 0 {
		return fmt.Errorf("%d of %d evolutions differ between the %s and the %s", differ, len(a.runs), a.where, b.where)
	}
	fmt.Printf("\nAll %d evolutions have the same selection, value and generation of the last improvement on the %s and on the %s, to the last bit.\n",
		len(a.runs), a.where, b.where)
	return nil
}

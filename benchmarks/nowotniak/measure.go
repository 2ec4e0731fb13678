package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/quantum" // registers the algorithm
)

// sample is what many evolutions came to.
type sample struct {
	where   string
	seconds float64 // from the first observation on
	runs    []search.Solution
	values  []float64 // of the best selections, by seed
}

// evolve makes all evolutions once, on a device or, without one, on the CPU.
func (b *measurer) evolve(ctx context.Context, inst *knapsack.Instance, way string, on device.Device) (s sample, err error) {
	p, err := knapsack.New(inst, way)
	if err != nil {
		return s, err
	}
	r, err := bench.Run(ctx, "quantum", search.Config{
		Problem: p, Device: on, Threads: b.Threads, Replicas: search.Seeds(1, b.populations), Stop: search.Stop{Steps: b.generations},
	})
	s = sample{where: "CPU", seconds: r.Elapsed.Seconds(), runs: r.Runs}
	if on != nil {
		s.where = b.ID
	}
	for _, x := range r.Runs {
		s.values = append(s.values, problem.ObjectiveOf(p).Value(x.Score))
	}
	return s, err
}

// optimum is the proven best value of an instance.
func optimum(ctx context.Context, inst *knapsack.Instance) (float64, error) {
	best, err := knapsack.Exact(ctx, inst, 0)
	if err == nil && !best.Optimal {
		err = fmt.Errorf("%s: the optimum is not known", inst.Name)
	}
	if err != nil {
		return 0, err
	}
	return problem.Objective{Decimals: inst.Decimals}.Value(best.Best[0].Score), nil
}

// sizes measures Han and Kim's numbers of items, on instances made as theirs
// were: weights from 1 to 10, profits 5 larger, room for half the weight.
func (b *measurer) sizes(ctx context.Context) error {
	fmt.Printf("\n%d evolutions of %d generations on %s, index repair, instances of `warbler generate knapsack --kind han-kim --seed 1`.\n", b.populations, b.generations, b.Name)
	bench.Head("items", "optimum", "best", "mean", "worst", "below the optimum", "evolutions a second", "Han and Kim's")
	for _, items := range []int{100, 250, 500} {
		inst, err := knapsack.Generate("han-kim", items, 0, 1)
		if err != nil {
			return err
		}
		top, err := optimum(ctx, inst)
		if err != nil {
			return err
		}
		s, err := b.evolve(ctx, inst, "index", b.Device)
		if err != nil {
			return err
		}
		theirs := "–"
		if items == 250 {
			theirs = fmt.Sprint(hanKimRate)
		}
		x := statistics.Summarize(s.values)
		fmt.Printf("| %d | %.3f | %.3f | %.3f | %.3f | %.1f %% | %.0f | %s |\n", items, top, x.Max, x.Mean, x.Min, 100*(1-x.Mean/top), float64(b.populations)/s.seconds, theirs)
	}
	return nil
}

// repairs measures what the ways to repair are worth on the paper's instance.
func (b *measurer) repairs(ctx context.Context) error {
	inst, err := read(b.file)
	if err != nil {
		return err
	}
	top, err := optimum(ctx, inst)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d evolutions of %d generations, %s, whose optimum is %.6f.\n", b.populations, b.generations, inst.Name, top)
	bench.Head("repair", "best", "mean", "worst", "deviation", "below the optimum", "over index repair")
	index := 0.0
	for _, way := range []string{"index", "random", "greedy"} {
		s, err := b.evolve(ctx, inst, way, b.Device)
		if err != nil {
			return err
		}
		x := statistics.Summarize(s.values)
		if way == "index" {
			index = x.Mean
		}
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f | %.2f %% | %.2f %% |\n", way, x.Max, x.Mean, x.Min, x.Deviation, 100*(1-x.Mean/top), 100*(x.Mean/index-1))
	}
	return nil
}

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
	var differences []float64
	for i, run := range r.Groups[0].Runs { // the paper's test, of runs with equal seeds
		differences = append(differences, run.Value-r.Groups[1].Runs[i].Value)
	}
	wilcoxon := statistics.Wilcoxon(differences)
	bench.Head(samples[0].where+" and "+samples[1].where, "statistic", "p")
	fmt.Printf("| Kolmogorov–Smirnov | D = %g | %.4g |\n| Mann–Whitney | U = %g | %.4g |\n| Wilcoxon, equal seeds | W = %g | %.4g |\n",
		c.KolmogorovSmirnov.Statistic, c.KolmogorovSmirnov.P, c.MannWhitney.Statistic, c.MannWhitney.P, wilcoxon.Statistic, wilcoxon.P)
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

package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/report"
)

// paperRate is millions of formulas per second on a GTX 260, section 4. The paper's
// own figures are curves without numbers.
const paperRate = 5.5

// profiled is the paper's table 1, by the kernels here that do the same: their names,
// their occupancy and their instruction throughput.
var profiled = map[string][3]string{
	"expand": {"SAT kernel", "0.75", "1.00"},
	"spread": {"copy kernel, defrag kernel", "0.94, 0.94", "0.58, 0.91"},
}

// column is a set that was solved in one way.
type column struct {
	name string
	outcome
}

// show writes accumulated times as a figure has them, and what they come to.
func show(columns []column) {
	row := func(name string, cell func(column) string) {
		fmt.Printf("\n| %s |", name)
		for _, c := range columns {
			fmt.Printf(" %s |", cell(c))
		}
	}
	row("solved", func(c column) string { return c.name + ", s" })
	fmt.Print("\n|---|" + strings.Repeat("---|", len(columns)))
	n := len(columns[0].after)
	step := max(1, n/10)
	for k := step; k <= n; k += step {
		row(strconv.Itoa(k), func(c column) string { return fmt.Sprintf("%.4g", c.after[k-1].Seconds()) })
	}
	row("million formulas", func(c column) string { return fmt.Sprintf("%.4g", float64(c.formulas)/1e6) })
	row("steps", func(c column) string { return fmt.Sprint(c.steps) })
	row("million formulas per second", func(c column) string { return fmt.Sprintf("%.4g", c.rate()) })
	row("times the GTX 260's", func(c column) string { return fmt.Sprintf("%.3g", c.rate()/paperRate) })
	row("swapped to the host", func(c column) string { return fmt.Sprint(c.swapped) })
	fmt.Println()
}

// columns solves the set in several ways, for a figure; each is a name and changed
// parameters.
func (b *measurer) columns(ctx context.Context, number int, ways ...[]string) error {
	var all []column
	for _, w := range ways {
		o, err := b.median(ctx, b.formulas, b.with(w[1:]...))
		if err != nil {
			return err
		}
		if o.models != len(b.formulas) {
			return fmt.Errorf("%d of %d instances have a model", o.models, len(b.formulas))
		}
		all = append(all, column{w[0], o})
	}
	show(all)
	if b.figures == "" {
		return nil
	}
	f := report.Chart{Title: fmt.Sprintf("%d instances of uf75-325", len(b.formulas)), X: "solved", Y: "s"}
	for _, c := range all { // the seconds after so many instances, as the paper has them
		line := report.Line{Name: c.name, Points: [][2]float64{{}}}
		for k, t := range c.after {
			line.Add(float64(k+1), t.Seconds())
		}
		f.Lines = append(f.Lines, line)
	}
	return draw(f.Picture(), b.figures, number)
}

func (b *measurer) solving(ctx context.Context) error {
	fmt.Print("\n### Figure 2: solving the set\n\nThe paper: accumulated seconds on a GTX 285 and a GTX 260.\n")
	return b.columns(ctx, 2, []string{"paths", "store", "paths"}, []string{"formulas, as in the paper", "store", "formulas"})
}

func (b *measurer) batches(ctx context.Context) error {
	fmt.Print("\n### Figure 3: the size of batches\n\n" +
		"The paper: accumulated seconds on a GTX 285; the fastest of its three batches is not the largest.\n")
	var ways [][]string
	for _, n := range []string{"4096", "16384", "65536", "262144", "1048576"} {
		ways = append(ways, []string{"batch " + n, "batch", n})
	}
	return b.columns(ctx, 3, ways...)
}

func (b *measurer) orders(ctx context.Context) error {
	fmt.Print("\n### Figure 4: the decision heuristic\n\nThe paper: accumulated minutes on a GTX 285, sorted and as in the file.\n")
	return b.columns(ctx, 4, []string{"relevance", "order", "relevance"}, []string{"as in the file", "order", "file"},
		[]string{"relevance, first of the shortest", "order", "relevance", "clause", "shortest"})
}

// kernels is table 1. Drivers tell neither occupancy nor throughput; what a kernel
// takes of the time, and of each formula, stands for them.
func (b *measurer) kernels(ctx context.Context) error {
	fmt.Println("\n### Table 1: the kernels")
	if len(b.devices) == 0 {
		fmt.Println("\nThe CPU has none.")
		return nil
	}
	for _, store := range []string{"paths", "formulas"} {
		times := map[string]time.Duration{}
		o, err := b.solve(ctx, b.formulas, b.with("store", store), times)
		if err != nil {
			return err
		}
		sum := time.Duration(0)
		for _, t := range times {
			sum += t
		}
		fmt.Printf("\nstore=%s:\n", store)
		bench.Head("kernel", "ms", "share", "ns for a formula", "the paper's", "occupancy", "instruction throughput")
		for _, name := range slices.Sorted(maps.Keys(times)) {
			t, paper := times[name], profiled[name]
			fmt.Printf("| %s | %.3g | %.2f | %.3g | %s |\n", name, 1000*t.Seconds(), float64(t)/float64(sum), float64(t.Nanoseconds())/float64(o.formulas), strings.Join(paper[:], " | "))
		}
	}
	return nil
}

// refuting solves the unsatisfiable instances, which the paper leaves out.
func (b *measurer) refuting(ctx context.Context) error {
	fmt.Println("\n### Beyond the paper: uuf75-325")
	formulas, err := read(filepath.Join(b.folder, "satlib", "uuf75-325"), b.instances)
	if err != nil {
		return err
	}
	o, err := b.median(ctx, formulas, b.values)
	if err != nil {
		return err
	}
	if o.models > 0 {
		return fmt.Errorf("%d models of unsatisfiable formulas", o.models)
	}
	show([]column{{"all parameters as above", o}})
	return nil
}

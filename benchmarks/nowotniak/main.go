// Command nowotniak repeats section 5 of Nowotniak and Kucharski, "GPU-based
// massively parallel implementation of metaheuristic algorithms" (2011): tens of
// thousands of independent evolutions of the quantum-inspired genetic algorithm
// on a knapsack of 250 items, their rate and their statistics beside the paper's,
// in Markdown: docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/nowotniak -device cuda:0 -populations 30000
//	go run ./benchmarks/nowotniak -device cuda:0 -runs 1 -figures docs
//	go run ./benchmarks/nowotniak -only sizes,repairs -populations 200
//
// With -figures the CPU evolves the same populations as the device; the program
// draws figures 6 and 7 of both, tests whether they differ, and fails if a single
// bit does.
package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

// The tables to measure.
const (
	table1  = "1"       // the paper's Table 1
	sizes   = "sizes"   // Han and Kim's 100, 250 and 500 items
	repairs = "repairs" // what the ways to repair are worth
)

func main() { bench.Main("nowotniak", run) }

func run(ctx context.Context) error {
	var b measurer
	where := b.Flags()
	flag.IntVar(&b.populations, "populations", 30_000, "independent evolutions")
	flag.Int64Var(&b.generations, "generations", 500, "generations after the first observation")
	runs := flag.Int("runs", 3, "how many times all are evolved; the median time counts")
	way := flag.String("constraint", "index", "what becomes of selections that are too heavy")
	file := flag.String("file", filepath.Join(bench.Data(), "knapsack", "qiga", "nowotniak250.txt"), "the instance")
	only := flag.String("only", table1, "what to measure, of "+strings.Join([]string{table1, sizes, repairs}, ","))
	figures := flag.String("figures", "", "`folder` to draw nowotniak-figure6.svg and nowotniak-figure7.svg into")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	wanted := strings.Split(*only, ",")
	for _, w := range wanted {
		if !slices.Contains([]string{table1, sizes, repairs}, w) {
			return fmt.Errorf("-only %s: there are %s, %s and %s", w, table1, sizes, repairs)
		}
	}
	if slices.Contains(wanted, table1) {
		if err := b.table1(ctx, *file, *way, *runs, *figures); err != nil {
			return err
		}
	}
	if slices.Contains(wanted, sizes) {
		if err := b.sizes(ctx); err != nil {
			return err
		}
	}
	if slices.Contains(wanted, repairs) {
		return b.repairs(ctx, *file)
	}
	return nil
}

// table1 measures the rate and the paper's Table 1 and, with figures, whether
// the device does what the CPU does.
func (b *measurer) table1(ctx context.Context, file string, way string, runs int, figures string) error {
	inst, err := read(file)
	if err != nil {
		return err
	}
	var all []sample
	for range max(1, runs) {
		s, err := b.evolve(ctx, inst, way, b.Device)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	found := bench.Median(all, func(s sample) float64 { return s.seconds })
	fmt.Printf("%d evolutions of %d generations on %s: %.3f s, %.0f evolutions a second.\n\n",
		b.populations, b.generations, b.Name, found.seconds, float64(b.populations)/found.seconds)
	samples := []sample{found}
	if figures != "" && b.Device != nil {
		onCPU, err := b.evolve(ctx, inst, way, nil)
		if err != nil {
			return err
		}
		samples = []sample{onCPU, found}
	}
	fmt.Println("| | median | average | variance |\n|---|---|---|---|")
	for _, p := range paper {
		fmt.Printf("| the paper's %s | %.6f | %.8f | %.8f |\n", p.name, p.median, p.mean, p.variance)
	}
	for _, s := range samples {
		x := statistics.Summarize(s.values)
		fmt.Printf("| Warbler, %s | %.6f | %.8f | %.8f |\n", s.where, x.Median, x.Mean, x.Variance)
	}
	if b.generations == paperGenerations && way == "index" {
		compareWithPaper(found)
	}
	if figures == "" {
		return nil
	}
	return compare(figures, inst, samples)
}

func read(file string) (*knapsack.Instance, error) {
	r, err := input.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, err := knapsack.Read(r, filepath.Base(file))
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is no instance in it", file)
	}
	return list[0], nil
}

// measurer is how evolutions are made.
type measurer struct {
	bench.Place
	populations int
	generations int64
}

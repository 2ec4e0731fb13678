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

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem/knapsack"
)

func main() { bench.Main("nowotniak", run) }

func run(ctx context.Context) error {
	var b measurer
	where := b.Flags("auto")
	flag.IntVar(&b.populations, "populations", 30_000, "independent evolutions")
	flag.Int64Var(&b.generations, "generations", 500, "generations after the first observation")
	flag.IntVar(&b.runs, "runs", 3, "how many times all are evolved; the median time counts")
	flag.StringVar(&b.way, "constraint", "index", "what becomes of selections that are too heavy")
	flag.StringVar(&b.file, "file", filepath.Join(bench.Data(), "knapsack", "qiga", "nowotniak250.txt"), "the instance")
	only := flag.String("only", "1", "what to measure: 1 is the paper's Table 1, sizes Han and Kim's 100, 250 and 500 items, repairs what they are worth")
	flag.StringVar(&b.figures, "figures", "", "`folder` to draw nowotniak-figure6.svg and nowotniak-figure7.svg into")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	return bench.Parts{"1": b.table1, "sizes": b.sizes, "repairs": b.repairs}.Measure(ctx, *only)
}

// table1 measures the rate and the paper's Table 1 and, with figures, whether
// the device does what the CPU does.
func (b *measurer) table1(ctx context.Context) error {
	inst, err := read(b.file)
	if err != nil {
		return err
	}
	found, err := bench.Repeat(0, b.runs, func(s sample) float64 { return s.seconds }, func() (sample, error) {
		return b.evolve(ctx, inst, b.way, b.Device)
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d evolutions of %d generations on %s: %.3f s, %.0f evolutions a second.\n",
		b.populations, b.generations, b.Name, found.seconds, float64(b.populations)/found.seconds)
	samples := []sample{found}
	if b.figures != "" && b.Device != nil {
		onCPU, err := b.evolve(ctx, inst, b.way, nil)
		if err != nil {
			return err
		}
		samples = []sample{onCPU, found}
	}
	bench.Head("", "median", "average", "variance")
	for _, p := range paper {
		fmt.Printf("| the paper's %s | %.6f | %.8f | %.8f |\n", p.name, p.median, p.mean, p.variance)
	}
	for _, s := range samples {
		x := statistics.Summarize(s.values)
		fmt.Printf("| Warbler, %s | %.6f | %.8f | %.8f |\n", s.where, x.Median, x.Mean, x.Variance)
	}
	if b.generations == paperGenerations && b.way == "index" {
		compareWithPaper(found)
	}
	if b.figures == "" {
		return nil
	}
	return compare(b.figures, inst, samples)
}

func read(file string) (*knapsack.Instance, error) {
	list, err := bench.Read(file, knapsack.Read)
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
	populations, runs  int
	generations        int64
	way, file, figures string
}

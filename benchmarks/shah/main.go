// Command shah measures the tables and figures of Shah, Narayanan and
// Kothapalli, "GPU-Accelerated Genetic Algorithms" (2010), on this machine and
// prints them beside the paper's, in Markdown: docs/PERFORMANCE.md is made
// with it.
//
//	go run ./benchmarks/shah -device cuda:0
//	go run ./benchmarks/shah -device cpu -threads 1 -only 1,2 -most 10000
//	go run ./benchmarks/shah -device cuda:0 -figures docs
package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/genetic" // registers the algorithm
)

func main() { bench.Main("shah", run) }

func run(ctx context.Context) error {
	var b measurer
	where := b.Flags("auto")
	flag.IntVar(&b.runs, "runs", 5, "how many runs the median is taken of")
	flag.IntVar(&b.most, "most", 10_000_000, "largest population")
	only := flag.String("only", "1,2,3,8,more", "tables and figures to measure; 3 is figure 7 too")
	flag.StringVar(&b.figures, "figures", "", "`folder` to draw figure7.svg and figure8.svg into")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	fmt.Printf("Median of %d runs on %s.\n", b.runs, b.Name)

	return bench.Parts{
		"1": func(ctx context.Context) error { return b.byPopulation(ctx, 1, "uniform", paperUniform, galibUniform) },
		"2": func(ctx context.Context) error {
			return b.byPopulation(ctx, 2, "roulette", paperRoulette, galibRoulette)
		},
		"3":    b.byLength,
		"8":    b.byGenerations,
		"more": b.more,
	}.Measure(ctx, *only)
}

// upTo are those sizes that are not too large.
func (b *measurer) upTo(sizes ...int) []int {
	return slices.DeleteFunc(slices.Clone(sizes), func(n int) bool { return n > b.most })
}

// byPopulation is table 1 or 2.
func (b *measurer) byPopulation(ctx context.Context, table int, selection string, paper, galib []float64) error {
	fmt.Printf("\n### Table %d: %s selection, L = 50, 100 generations\n", table, selection)
	bench.Head("N", "here, ms", "the paper's GPU, ms", "GAlib in the paper, ms", "here / paper")
	for i, n := range b.upTo(populations...) {
		t, err := b.seconds(ctx, n, 50, selection, 100)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s | %s | %s | 1 / %.0f |\n", report.Count(n), ms(t), whole(paper[i]), whole(galib[i]), paper[i]/t)
	}
	return nil
}

// byLength is table 3 and figure 7. The paper does not say which selection;
// its times fit uniform.
func (b *measurer) byLength(ctx context.Context) error {
	fmt.Println("\n### Table 3 and figure 7: lengths and populations, uniform selection, 100 generations, ms (the paper's in brackets)")
	sizes, head := b.upTo(populations...), []string{"L"}
	for _, n := range sizes {
		head = append(head, "N = "+report.Count(n))
	}
	bench.Head(head...)
	chart := report.Chart{Title: "Run time of 100 generations (dashed: the paper)", X: "population N", Y: "ms", LogX: true}
	for i, l := range lengths {
		fmt.Printf("| %d |", l)
		ours := report.Line{Name: fmt.Sprintf("L = %d", l)}
		theirs := report.Line{Name: ours.Name + ", paper", Dashed: true}
		for k, n := range sizes {
			t, err := b.seconds(ctx, n, l, "uniform", 100)
			if err != nil {
				return err
			}
			fmt.Printf(" %s (%s) |", ms(t), whole(paperLengths[i][k]))
			ours.Add(float64(n), 1000*t)
			theirs.Add(float64(n), 1000*paperLengths[i][k])
		}
		fmt.Println()
		chart.Lines = append(chart.Lines, ours, theirs)
	}
	if b.figures == "" {
		return nil
	}
	return plot.Save(chart.Picture(), filepath.Join(b.figures, "figure7.svg"))
}

// byGenerations is figure 8: the paper has it as a picture alone, of straight
// lines.
func (b *measurer) byGenerations(ctx context.Context) error {
	fmt.Println("\n### Figure 8: run time over generations, uniform selection, L = 50, ms")
	sizes, head := b.upTo(1_000, 10_000, 100_000, 1_000_000), []string{"generations"}
	curves := make([]report.Line, len(sizes))
	for i, n := range sizes {
		curves[i].Name = "N = " + report.Count(n)
		head = append(head, curves[i].Name)
	}
	bench.Head(head...)
	for _, g := range []int{100, 200, 400, 600, 800, 1000} {
		fmt.Printf("| %d |", g)
		for i, n := range sizes {
			t, err := b.seconds(ctx, n, 50, "uniform", g)
			if err != nil {
				return err
			}
			fmt.Printf(" %s |", ms(t))
			curves[i].Add(float64(g), 1000*t)
		}
		fmt.Println()
	}
	if b.figures == "" {
		return nil
	}
	chart := report.Chart{Title: "Run time over generations, L = 50", X: "generations", Y: "ms", Lines: curves}
	return plot.Save(chart.Picture(), filepath.Join(b.figures, "figure8.svg"))
}

// more is past the paper's sizes.
func (b *measurer) more(ctx context.Context) error {
	const n = 10_000_000
	if n > b.most {
		return nil
	}
	fmt.Println("\n### Past the paper: N = 10,000,000, L = 50, 100 generations")
	bench.Head("selection", "ms")
	for _, selection := range []string{"uniform", "roulette"} {
		t, err := b.seconds(ctx, n, 50, selection, 100)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", selection, ms(t))
	}
	return nil
}

// ms writes seconds as milliseconds with three digits that count.
func ms(seconds float64) string { return report.Number(1000*seconds, 3) }

// whole writes seconds as whole milliseconds: the paper has no finer ones.
func whole(seconds float64) string { return report.Count(int(1000*seconds + 0.5)) }

// measurer is where and how often things are measured.
type measurer struct {
	bench.Place
	runs, most int
	figures    string
}

// seconds is the median time of a run of the paper's genetic algorithm, with
// the statistics of every generation, after one run to warm up.
func (b *measurer) seconds(ctx context.Context, population, length int, selection string, generations int) (float64, error) {
	p, err := knapsack.New(instance(length), "penalty")
	if err != nil {
		return 0, err
	}
	config := search.Config{
		Problem: p,
		Device:  b.Device,
		Threads: b.Threads,
		Values: search.Values{
			"population": strconv.Itoa(population), "selection": selection,
			"crossover": "one-point", "pc": "0.9", "mutation": "flip", "pm": "0.01", "replacement": "generational",
		},
		Replicas: search.Seeds(1, 1),
		Stop:     search.Stop{Steps: int64(generations)},
		Trace:    true,
	}
	return bench.Repeat(1, b.runs, func(t float64) float64 { return t }, func() (float64, error) {
		r, err := bench.Run(ctx, "genetic", config)
		if err == nil && r.Steps != config.Stop.Steps {
			err = fmt.Errorf("ended after %d of %d generations: %v", r.Steps, generations, r.Status)
		}
		if err != nil {
			err = fmt.Errorf("population %d, length %d, %s selection: %w", population, length, selection, err)
		}
		return r.Elapsed.Seconds(), err
	})
}

// instance draws weakly correlated items with the minimal standard generator;
// half of all weights fit.
func instance(items int) *knapsack.Instance {
	x := int64(1)
	random := func(n int64) int64 {
		x = 48271 * x % (1<<31 - 1)
		return x % n
	}
	k := &knapsack.Instance{Name: fmt.Sprintf("weakly correlated, %d items", items), KnownOptimum: -1}
	weights, sum := make([]int64, items), int64(0)
	for j := range weights {
		weights[j] = 1 + random(1000)
		sum += weights[j]
		k.Profits = append(k.Profits, max(1, weights[j]-100+random(201)))
	}
	k.Weights, k.Capacities = [][]int64{weights}, []int64{sum / 2}
	return k
}

// The sizes of the paper's tables, and its seconds for 100 generations on a
// quarter of a Tesla S1070, and of GAlib on one core of a Core2 Duo E7500.
var (
	populations = []int{100, 1_000, 10_000, 100_000, 1_000_000}
	lengths     = []int{16, 32, 64, 128, 256, 512}

	paperUniform  = []float64{0.025, 0.031, 0.153, 1.561, 3.662}       // table 1
	galibUniform  = []float64{0.127, 1.364, 19.799, 342.814, 4803.381} // table 1
	paperRoulette = []float64{0.046, 0.053, 0.209, 1.724, 4.727}       // table 2
	galibRoulette = []float64{0.141, 1.629, 21.609, 492.927, 7233.716} // table 2
	paperLengths  = [][]float64{                                       // table 3, figure 7
		{0.022, 0.026, 0.073, 0.625, 6.472},
		{0.024, 0.030, 0.111, 1.164, 2.671},
		{0.026, 0.035, 0.202, 2.105, 4.124},
		{0.031, 0.052, 0.443, 4.523, 11.592},
		{0.041, 0.109, 1.137, 11.092, 39.792},
		{0.062, 0.265, 2.443, 10.492, 93.301},
	}
)

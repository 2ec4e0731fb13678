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

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/report"
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

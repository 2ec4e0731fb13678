// Command munawar measures the tables of Munawar, Wahib, Munetomo and Akama,
// "Hybrid of genetic algorithm and local search to solve MAX-SAT problem using
// nVidia CUDA framework" (2009), on this machine and prints them beside the
// paper's, in Markdown: docs/PERFORMANCE.md is made with it. The instances are
// SATLIB's uniform random ones.
//
//	go run ./benchmarks/munawar -device cuda:0 -data FOLDER
//	go run ./benchmarks/munawar -device cpu -only 3,4,5
package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	_ "github.com/warbler-opt/warbler/search/cellular" // registers the algorithm
)

func main() { bench.Main("munawar", run) }

func run(ctx context.Context) error {
	var b measurer
	where := b.Flags()
	flag.IntVar(&b.runs, "runs", 5, "how many runs the median time is taken of")
	flag.IntVar(&b.replicas, "replicas", 50, "independent runs of every mean")
	many := flag.Int("many", 1000, "independent runs of the last table, or 0")
	only := flag.String("only", "1,3,4,5,11", "tables and figures to measure")
	figures := flag.String("figures", "", "`folder` to draw figure11.svg into")
	flag.StringVar(&b.folder, "data", bench.Data(), "`folder` that has satlib in it")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	fmt.Printf("Means of %d runs in one batch, median times of %d batches, on %s.\n", b.replicas, b.runs, b.Name)

	wanted := strings.Split(*only, ",")
	if slices.Contains(wanted, "1") {
		if err := b.byOperator(ctx); err != nil {
			return err
		}
	}
	if slices.ContainsFunc([]string{"3", "4", "5", "11"}, func(t string) bool { return slices.Contains(wanted, t) }) {
		if err := b.byInstance(ctx, *figures); err != nil {
			return err
		}
	}
	if *many > 0 {
		return b.often(ctx, *many)
	}
	return nil
}

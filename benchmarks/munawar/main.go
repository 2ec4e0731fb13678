// Command munawar measures the tables of Munawar, Wahib, Munetomo and Akama,
// "Hybrid of genetic algorithm and local search to solve MAX-SAT problem using
// nVidia CUDA framework" (2009), on this machine and prints them beside the
// paper's, in Markdown: docs/PERFORMANCE.md is made with it. The instances are
// SATLIB's uniform random ones.
//
//	go run ./benchmarks/munawar -device cuda:0 -data FOLDER
//	go run ./benchmarks/munawar -device cpu -only 3
package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	_ "github.com/warbler-opt/warbler/search/cellular" // registers the algorithm
)

func main() { bench.Main("munawar", run) }

func run(ctx context.Context) error {
	var b measurer
	where := b.Flags("auto")
	flag.IntVar(&b.runs, "runs", 5, "how many runs the median time is taken of")
	flag.IntVar(&b.replicas, "replicas", 50, "independent runs of every mean")
	flag.IntVar(&b.many, "many", 1000, "independent runs of the part many")
	only := flag.String("only", "1,3,many", "what to measure: table 1, tables 3 to 5 with figure 11, the hardest instance many times")
	flag.StringVar(&b.figures, "figures", "", "`folder` to draw figure11.svg into")
	flag.StringVar(&b.folder, "data", bench.Data(), "`folder` that has satlib in it")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	fmt.Printf("Means of %d runs in one batch, median times of %d batches, on %s.\n", b.replicas, b.runs, b.Name)
	return bench.Parts{"1": b.byOperator, "3": b.byInstance, "many": b.often}.Measure(ctx, *only)
}

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
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
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

// measurer is where and how often things are measured.
type measurer struct {
	bench.Place
	runs, replicas, many int
	folder, figures      string
}

// outcome is what a batch of runs came to.
type outcome struct {
	seconds                float64 // of the whole batch
	satisfied, generations measured
}

func (b *measurer) problem(name string) (problem.Problem, error) {
	return bench.Problem(bench.Formula(filepath.Join(b.folder, "satlib", filepath.FromSlash(name)+".cnf")))
}

// batch runs replicas once; times, unless nil, gets what each kernel takes.
func (b *measurer) batch(ctx context.Context, p problem.Problem, v search.Values, replicas int, stop search.Stop, times map[string]time.Duration) (o outcome, err error) {
	r, err := bench.Run(ctx, "cellular", search.Config{
		Problem: p, Device: b.Device, Threads: b.Threads, Values: v, Replicas: search.Seeds(1, replicas), Stop: stop, KernelTimes: times,
	})
	o.seconds = r.Elapsed.Seconds()
	o.satisfied = spread(r.Runs, func(s search.Solution) float64 { return float64(s.Score) })
	o.generations = spread(r.Runs, func(s search.Solution) float64 { return float64(s.Steps) })
	return o, err
}

// median is the batch of median time, after one to warm up.
func (b *measurer) median(ctx context.Context, p problem.Problem, v search.Values, replicas int, stop search.Stop) (outcome, error) {
	return bench.Repeat(1, b.runs, func(o outcome) float64 { return o.seconds }, func() (outcome, error) {
		return b.batch(ctx, p, v, replicas, stop, nil)
	})
}

func spread(list []search.Solution, number func(search.Solution) float64) measured {
	numbers := make([]float64, len(list))
	for i, s := range list {
		numbers[i] = number(s)
	}
	mean, deviation := stat.PopMeanStdDev(numbers, nil)
	return measured{mean, deviation}
}

func (m measured) String() string { return fmt.Sprintf("%.2f ± %.2f", m.mean, m.deviation) }

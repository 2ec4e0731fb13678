// Command functions compares the algorithms for real vectors on the built-in
// functions, in Markdown: docs/algorithms/cma.md has its table. Each seed runs
// alone, on one goroutine, until a value is reached or the time is over.
//
//	go run ./benchmarks/functions
package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"time"

	_ "github.com/warbler-opt/warbler" // registers the algorithms
	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/cputime"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
)

func main() { bench.Main("functions", run) }

// measurer is how things are measured.
type measurer struct {
	value float64
	limit time.Duration
	seeds int
}

func run(ctx context.Context) error {
	var b measurer
	flag.Float64Var(&b.value, "value", 1e-6, "the value to reach")
	flag.DurationVar(&b.limit, "time", time.Minute, "the time of a run")
	flag.IntVar(&b.seeds, "seeds", 10, "runs of each")
	flag.Parse()
	algorithms := slices.DeleteFunc(search.Algorithms(), func(a search.Algorithm) bool {
		return a.Fronts || !slices.Contains(a.Kinds, problem.Real)
	})
	head := []string{"function", "n"}
	for _, a := range algorithms {
		head = append(head, a.Name+": evaluations", "CPU seconds", "solved")
	}
	bench.Head(head...)
	for _, name := range function.Names() {
		for _, n := range []int{10, 30} {
			fmt.Printf("| %s | %d |", name, n)
			for _, a := range algorithms {
				if err := b.measure(ctx, a.Name, name, n); err != nil {
					return err
				}
			}
			fmt.Println()
		}
	}
	return nil
}

// measure prints the median evaluations and CPU seconds of the runs that reach the
// value, and how many do.
func (b *measurer) measure(ctx context.Context, algorithm, name string, n int) error {
	p, err := function.New(name, n)
	if err != nil {
		return err
	}
	target := problem.FromFloat(-b.value)
	stop := search.Stop{Target: &target, Time: b.limit}
	var evaluations []int64
	var seconds []float64
	for _, r := range search.Seeds(1, b.seeds) {
		begin := cputime.Seconds()
		result, err := bench.Run(ctx, algorithm, search.Config{Problem: p, Replicas: []search.Replica{r}, Stop: stop, Threads: 1})
		took := cputime.Seconds() - begin
		if err != nil {
			return err
		}
		if s := result.Runs[0]; s.Status == search.Reached {
			evaluations = append(evaluations, s.Evaluations)
			seconds = append(seconds, took)
		}
	}
	if len(seconds) == 0 {
		fmt.Print(" | | 0 |")
		return nil
	}
	slices.Sort(evaluations)
	slices.Sort(seconds)
	fmt.Printf(" %d | %.3f | %d |", evaluations[len(evaluations)/2], seconds[len(seconds)/2], len(seconds))
	return nil
}

// Command refute measures how long unsatisfiable random 3-SAT takes, by the number
// of variables, in Markdown: docs/PERFORMANCE.md is made with it. The formulas are
// those of `warbler generate 3sat --variables N --seed S`, 4.26 clauses a variable,
// with S from 1 on; of those the unsatisfiable ones count.
//
//	go run ./benchmarks/refute -device cuda:0 -sizes 250,300,350
//	go run ./benchmarks/refute -device cpu -algorithm lookahead -sizes 250
//
// The time is that of simplification, search and what is copied to and from the
// device, without making the device ready.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead"
)

func main() { bench.Main("refute", run) }

func run(ctx context.Context) error {
	var at bench.Place
	where := at.Flags("auto")
	algorithm := flag.String("algorithm", "swarm", "swarm or lookahead")
	sizes := flag.String("sizes", "250,300,350", "numbers of variables")
	instances := flag.Int("instances", 10, "unsatisfiable formulas of each size")
	limit := flag.Duration("time", 10*time.Minute, "limit of a size")
	flag.Parse()
	if *algorithm != "swarm" {
		*where = "cpu"
	}
	if err := at.Open(ctx, *where); err != nil {
		return err
	}
	defer at.Close()
	o := lookahead.Options{Algorithm: *algorithm, Threads: at.Threads, Device: at.Device}
	fmt.Printf("Unsatisfiable random 3-SAT by %s on %s.\n", *algorithm, at.Name)
	bench.Head("variables", "formulas", "seeds", "nodes, mean", "s, mean", "s, worst", "busy")
	for word := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("-sizes %s: %w", *sizes, err)
		}
		if err := measure(ctx, o, n, *instances, *limit); err != nil {
			return err
		}
	}
	return nil
}

// measure refutes some formulas of a size.
func measure(ctx context.Context, o lookahead.Options, n, instances int, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var took []float64
	var seeds []string
	var nodes int64
	var sum, busy float64
	for seed := uint64(1); len(took) < instances && ctx.Err() == nil; seed++ {
		f, err := sat.Generate(sat.Random{Width: 3, Vars: n, Clauses: int(math.Round(4.26 * float64(n))), Seed: seed})
		if err != nil {
			return err
		}
		r, err := lookahead.Solve(ctx, f, o)
		if err != nil {
			return err
		}
		if r.Status == sat.Unsatisfiable {
			took = append(took, (r.Elapsed - r.Opening).Seconds())
			sum += took[len(took)-1]
			seeds = append(seeds, strconv.FormatUint(seed, 10))
			nodes += r.Nodes
			busy += r.Busy
		}
	}
	if len(took) == 0 {
		fmt.Printf("| %d | 0 | | | | | |\n", n)
		return nil
	}
	k := float64(len(took))
	fmt.Printf("| %d | %d | %s | %.0f | %.4f | %.4f | %.2f |\n", n, len(took), strings.Join(seeds, " "), float64(nodes)/k, sum/k, slices.Max(took), busy/k)
	return nil
}

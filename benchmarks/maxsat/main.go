// Command maxsat measures how good the answers of `--algorithm auto` on formulas are,
// in Markdown: docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/maxsat -only uf250            every instance of a SATLIB set, ten seeds
//	go run ./benchmarks/maxsat -only random -time 10s over-constrained random formulas
//	go run ./benchmarks/maxsat -only data -time 60s   public instances with known optima
//	go run ./benchmarks/maxsat -only flips            what a flip costs, from 1,000 to 1,000,000 variables
//	go run ./benchmarks/maxsat -only walkers -time 2s -device cuda:0   flips per second
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/cellular" // registers the algorithm
	_ "github.com/warbler-opt/warbler/search/walk"     // registers the algorithm
)

func main() { bench.Main("maxsat", run) }

// measurer is how things are measured.
type measurer struct {
	bench.Place // what walkers run on beside the CPU
	algorithm   search.Algorithm
	values      search.Values
	limit       time.Duration
	seeds       int
	folder      string
}

func run(ctx context.Context) (err error) {
	b := &measurer{values: search.Values{}}
	where := b.Flags("cpu")
	name := flag.String("algorithm", "walk", "what to run")
	only := flag.String("only", "uf250,random,data", "what to measure")
	flag.Func("p", "a parameter, `name=value`", func(text string) error { return params.Set(b.values, text) })
	flag.IntVar(&b.seeds, "seeds", 10, "seeds of each instance of uf250; others have two")
	flag.DurationVar(&b.limit, "time", 10*time.Second, "the time for each run")
	flag.StringVar(&b.folder, "data", bench.Data(), "`folder` of the public instances")
	flag.Parse()
	if err := b.Open(ctx, *where); err != nil {
		return err
	}
	defer b.Close()
	if b.algorithm, err = search.Lookup(*name); err != nil {
		return err
	}
	return bench.Parts{"uf250": b.uf250, "random": b.random, "data": b.data, "flips": b.flips, "walkers": b.walkers}.Measure(ctx, *only)
}

// solve runs a problem until a cost, or -1 for the bound alone.
func (b *measurer) solve(ctx context.Context, p problem.Problem, seed uint64, cost int64) (search.Result, error) {
	c := search.Config{Problem: p, Threads: b.Threads, Values: b.values, Replicas: search.Seeds(seed, 1), Stop: search.Stop{Time: b.limit}}
	if cost >= 0 {
		target := problem.ObjectiveOf(p).Total - cost
		c.Stop.Target = &target
	}
	begin := time.Now()
	e, err := b.algorithm.Engine(ctx, c)
	if err != nil {
		return search.Result{}, err
	}
	defer e.Close()
	r, err := search.Run(ctx, e, c.Stop)
	if err != nil {
		return r, err
	}
	r.Elapsed = time.Since(begin) // making the first assignment is part of the search
	return r, search.Verify(p, r.Solution())
}

// uf250 solves every satisfiable instance of a set with many seeds.
func (b *measurer) uf250(ctx context.Context) error {
	files, err := filepath.Glob(filepath.Join(b.folder, "satlib", "uf250-1065", "*.cnf"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no instances of uf250-1065 in %s (%v)", b.folder, err)
	}
	var times []time.Duration
	missed := 0
	for _, file := range files {
		p, err := bench.Problem(bench.Formula(file))
		if err != nil {
			return err
		}
		for seed := range b.seeds {
			r, err := b.solve(ctx, p, uint64(seed+1), -1)
			if err != nil {
				return err
			}
			times = append(times, r.Elapsed)
			if r.Status != search.Optimal {
				missed++
				fmt.Fprintf(os.Stderr, "%s, seed %d: %d of 1065 after %v\n", filepath.Base(file), seed+1, r.Solution().Score, r.Elapsed)
			}
		}
	}
	slices.Sort(times)
	ms := func(t time.Duration) string { return fmt.Sprintf("%.3g", float64(t.Microseconds())/1000) }
	fmt.Println("\n| set | runs | not satisfied | median, ms | 95 %, ms | worst, ms |\n|---|---|---|---|---|---|")
	fmt.Printf("| uf250-1065 | %d | %d | %s | %s | %s |\n", len(times), missed, ms(times[len(times)/2]), ms(times[len(times)*95/100]), ms(times[len(times)-1]))
	return nil
}

// random searches over-constrained formulas for the whole time.
func (b *measurer) random(ctx context.Context) error {
	fmt.Printf("\n| formula | best cost in %v, by seed | flips |\n|---|---|---|\n", b.limit)
	for _, k := range []struct {
		name string
		sat.Random
	}{
		{"Max-3-SAT, 1,000 variables, 10,000 clauses, seed 1", sat.Random{Width: 3, Vars: 1000, Clauses: 10_000, Seed: 1}},
		{"Max-2-SAT, 2,000 variables, 20,000 clauses, seed 1", sat.Random{Width: 2, Vars: 2000, Clauses: 20_000, Seed: 1}},
		{"weighted (1 to 100) Max-3-SAT, 1,000 variables, 10,000 clauses, seed 1",
			sat.Random{Width: 3, Vars: 1000, Clauses: 10_000, Seed: 1, MaxWeight: 100}},
		{"MaxCut, 800 vertices, 19,176 edges, seed 1", sat.Random{}},
	} {
		f, err := sat.Generate(k.Random)
		if k.Width == 0 {
			f, err = sat.GenerateMaxCut(800, 19_176, 0, 1)
		}
		p, err := bench.Problem(f, err)
		if err != nil {
			return err
		}
		var costs, flips []string
		for seed := range uint64(2) {
			r, err := b.solve(ctx, p, seed+1, -1)
			if err != nil {
				return err
			}
			costs = append(costs, problem.ObjectiveOf(p).Format(r.Solution().Score))
			flips = append(flips, fmt.Sprintf("%.3g", float64(r.Steps)))
		}
		fmt.Printf("| %s | %s | %s |\n", k.name, strings.Join(costs, ", "), strings.Join(flips, ", "))
	}
	return nil
}

// data searches public instances until their best known cost.
func (b *measurer) data(ctx context.Context) error {
	rows, err := bench.Table(filepath.Join(b.folder, "maxsat", "optima.csv"))
	if err != nil {
		return err
	}
	fmt.Printf("\n| instance | best known | found in %v | s |\n|---|---|---|---|\n", b.limit)
	total, reached := 0, 0
	for _, row := range rows {
		name := row["instance"]
		known, err := strconv.ParseInt(row["best_cost"], 10, 64)
		if err != nil || strings.Contains(name, "edge-cases") {
			continue // unsatisfiable, or too small to search
		}
		p, err := bench.Problem(bench.Formula(filepath.Join(b.folder, "maxsat", filepath.FromSlash(name))))
		if err != nil {
			return err
		}
		r, err := b.solve(ctx, p, 1, known)
		if err != nil {
			return err
		}
		total++
		s := r.Solution()
		cost := problem.ObjectiveOf(p).Describe(s.Score)
		if s.Score >= problem.ObjectiveOf(p).Total-known {
			reached++
			if s.Score == problem.ObjectiveOf(p).Total-known {
				continue
			}
			cost += ", better than known"
		}
		fmt.Printf("| %s | %d | %s | %.1f |\n", name, known, cost, r.Elapsed.Seconds())
	}
	fmt.Printf("\n%d of %d reach the best known cost.\n", reached, total)
	return nil
}

package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// flipVars are the numbers of variables for which flips are measured.
var flipVars = []int{1000, 10_000, 100_000, 1_000_000}

// The walks whose flips are measured, and how.
var flipModes = []string{"probing", "tabu", "weighting"}

const (
	flipWarm   = 5               // flips for each variable before measuring: the descent has many more false clauses
	flipRounds = 15              // how often each size has its turn, so that what else the machine does falls on all
	flipSlice  = time.Second / 4 // and how long
)

// course is walks on one formula, one after the other: another seed begins
// when a walk has satisfied all clauses.
type course struct {
	problem problem.Problem
	mode    string
	seed    uint64
	engine  search.Engine
	done    int64
	costs   []float64 // of a flip, in nanoseconds, in each round
}

// flips measures what a flip costs when a formula no longer fits into caches.
func (b *measurer) flips(ctx context.Context) error {
	problems := make([]problem.Problem, len(flipVars))
	for i, n := range flipVars {
		var err error
		if problems[i], err = bench.Problem(sat.Generate(sat.Random{Width: 3, Vars: n, Clauses: n * 42 / 10, Seed: 1})); err != nil {
			return err
		}
	}
	fmt.Printf("\n| walk | variables | flips/s | ns a flip | growth from %d |\n|---|---|---|---|---|\n", flipVars[0])
	for _, mode := range flipModes {
		courses := make([]*course, len(flipVars))
		for i, p := range problems {
			courses[i] = &course{problem: p, mode: mode}
			if err := courses[i].begin(ctx, b); err != nil {
				return err
			}
		}
		for range flipRounds {
			for _, c := range courses {
				if err := c.measure(ctx, b); err != nil {
					return err
				}
			}
		}
		growths := make([]float64, flipRounds)
		for i, c := range courses {
			for k := range growths { // neighbors in time, so that they are comparable
				growths[k] = c.costs[k] / courses[0].costs[k]
			}
			cost := bench.Median(c.costs)
			fmt.Printf("| %s | %d | %.3g | %.0f | %.2f |\n", mode, flipVars[i], 1e9/cost, cost, bench.Median(growths))
			c.engine.Close()
		}
	}
	return nil
}

// begin starts a walk and makes it warm.
func (c *course) begin(ctx context.Context, b *measurer) error {
	if c.engine != nil {
		c.engine.Close()
	}
	c.seed++
	var err error
	c.engine, err = b.algorithm.Engine(ctx, search.Config{
		Problem: c.problem, Threads: 1, Values: search.Values{"mode": c.mode}, Replicas: search.Seeds(c.seed, 1),
	})
	if err != nil {
		return err
	}
	warm := int64(flipWarm * c.problem.Representation().Length)
	for c.done = 0; c.done < warm; {
		running, err := c.step(ctx, int(warm-c.done))
		if err != nil || !running {
			return err
		}
	}
	return nil
}

// step makes flips, at most so many.
func (c *course) step(ctx context.Context, most int) (running bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	p, err := c.engine.Step(ctx, most)
	c.done = p.Steps
	return p.Running > 0, err
}

// measure makes flips for a while.
func (c *course) measure(ctx context.Context, b *measurer) error {
	took, made := time.Duration(0), int64(0)
	for took < flipSlice {
		before, begin := c.done, time.Now()
		running, err := c.step(ctx, 1<<30)
		if err != nil {
			return err
		}
		took, made = took+time.Since(begin), made+c.done-before
		if !running {
			if err := c.begin(ctx, b); err != nil {
				return err
			}
		}
	}
	c.costs = append(c.costs, float64(took.Nanoseconds())/float64(made))
	return nil
}

// walkers measures flips per second of many walks at once, on the CPU and on a
// device. The formulas have a few clauses too many to be satisfiable, so that
// no walk ends.
func (b *measurer) walkers(ctx context.Context) error {
	places := []device.Device{nil}
	if b.Device != nil {
		places = append(places, b.Device)
	}
	fmt.Printf("\n### Flips per second, %v each, random 3-SAT with 4.6 clauses a variable\n\n| walk | variables | walkers | where | million flips a second | of each walker, thousands |\n|---|---|---|---|---|---|\n", b.limit)
	for _, c := range []struct {
		mode string
		vars int
		many []int
	}{
		{"weighting", 250, []int{1, 132, 1056, 4096, 16384}},
		{"tabu", 250, []int{1, 1056, 4096, 16384}},
		{"probing", 250, []int{1, 1056, 4096, 16384}},
		{"probing", 10_000, []int{1, 1056, 4096, 16384}},
		{"probing", 1_000_000, []int{1, 128}},
	} {
		p, err := bench.Problem(sat.Generate(sat.Random{Width: 3, Vars: c.vars, Clauses: c.vars * 46 / 10, Seed: 1}))
		if err != nil {
			return err
		}
		for _, d := range places {
			for _, n := range c.many {
				name := "the CPU"
				if d != nil {
					name = d.Info().Name
				} else if n > 1 {
					continue
				}
				rate, err := b.rate(ctx, p, d, c.mode, n)
				if err != nil {
					return err
				}
				fmt.Printf("| %s | %d | %d | %s | %.1f | %.1f |\n", c.mode, c.vars, n, name, rate/1e6, rate/1e3/float64(n))
			}
		}
	}
	return nil
}

// rate is how many flips so many walks make in a second.
func (b *measurer) rate(ctx context.Context, p problem.Problem, d device.Device, mode string, replicas int) (float64, error) {
	e, err := b.algorithm.Engine(ctx, search.Config{Problem: p, Device: d, Threads: b.Threads, Values: search.Values{"mode": mode}, Replicas: search.Seeds(1, replicas)})
	if err != nil {
		return 0, err
	}
	defer e.Close()
	flips := func(limit time.Duration) (float64, error) {
		ctx, stop := context.WithTimeout(ctx, limit)
		defer stop()
		first, last, begin := int64(-1), int64(0), time.Now()
		for ctx.Err() == nil {
			p, err := e.Step(ctx, math.MaxInt32)
			if err != nil {
				return 0, err
			}
			if last = p.Evaluations; first < 0 { // kernels and caches are warm from here on
				first, begin = last, time.Now()
			}
		}
		return float64(last-first) / time.Since(begin).Seconds(), ctx.Err()
	}
	if _, err := flips(b.limit / 2); err != nil { // away from the first assignments
		return 0, err
	}
	return flips(b.limit)
}

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
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

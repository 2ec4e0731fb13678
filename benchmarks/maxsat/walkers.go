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

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// bench is where and how often things are measured.
type bench struct {
	algorithm search.Algorithm
	device    device.Device // nil: the CPU
	threads   int
	runs      int
}

// seconds is the median time of a run of the paper's genetic algorithm, with
// the statistics of every generation, after one run to warm up.
func (b *bench) seconds(ctx context.Context, population, length int, selection string, generations int) (float64, error) {
	p, err := knapsack.New(instance(length))
	if err != nil {
		return 0, err
	}
	config := search.Config{
		Problem: p,
		Device:  b.device,
		Threads: b.threads,
		Values: search.Values{
			"population": strconv.Itoa(population), "selection": selection,
			"crossover": "one-point", "pc": "0.9", "mutation": "flip", "pm": "0.01", "replacement": "generational",
		},
		Replicas: search.Seeds(1, 1),
		Stop:     search.Stop{Steps: int64(generations)},
		Trace:    true,
	}
	var times []time.Duration
	for k := range b.runs + 1 {
		t, err := b.once(ctx, config)
		if err != nil {
			return 0, fmt.Errorf("population %d, length %d, %s selection: %w", population, length, selection, err)
		}
		if k > 0 {
			times = append(times, t)
		}
	}
	slices.Sort(times)
	return times[len(times)/2].Seconds(), nil
}

func (b *bench) once(ctx context.Context, c search.Config) (time.Duration, error) {
	e, err := b.algorithm.New(ctx, c)
	if err != nil {
		return 0, err
	}
	defer e.Close()
	r, err := search.Run(ctx, e, c.Stop)
	if err != nil {
		return 0, err
	}
	if r.Steps != c.Stop.Steps {
		return 0, fmt.Errorf("ended after %d of %d generations: %v", r.Steps, c.Stop.Steps, r.Status)
	}
	return r.Elapsed, search.Verify(c.Problem, r.Solution())
}

// instance draws weakly correlated items with the minimal standard generator;
// half of all weights fit.
func instance(items int) *knapsack.Instance {
	x := int64(1)
	random := func(n int64) int64 {
		x = 48271 * x % (1<<31 - 1)
		return x % n
	}
	k := &knapsack.Instance{Name: fmt.Sprintf("weakly correlated, %d items", items), KnownOptimum: -1}
	weights, sum := make([]int64, items), int64(0)
	for j := range weights {
		weights[j] = 1 + random(1000)
		sum += weights[j]
		k.Profits = append(k.Profits, max(1, weights[j]-100+random(201)))
	}
	k.Weights, k.Capacities = [][]int64{weights}, []int64{sum / 2}
	return k
}

package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// measurer is where and how often things are measured.
type measurer struct {
	bench.Place
	runs, most int
	figures    string
}

// seconds is the median time of a run of the paper's genetic algorithm, with
// the statistics of every generation, after one run to warm up.
func (b *measurer) seconds(ctx context.Context, population, length int, selection string, generations int) (float64, error) {
	p, err := knapsack.New(instance(length), "penalty")
	if err != nil {
		return 0, err
	}
	config := search.Config{
		Problem: p,
		Device:  b.Device,
		Threads: b.Threads,
		Values: search.Values{
			"population": strconv.Itoa(population), "selection": selection,
			"crossover": "one-point", "pc": "0.9", "mutation": "flip", "pm": "0.01", "replacement": "generational",
		},
		Replicas: search.Seeds(1, 1),
		Stop:     search.Stop{Steps: int64(generations)},
		Trace:    true,
	}
	return bench.Repeat(1, b.runs, func(t float64) float64 { return t }, func() (float64, error) {
		r, err := bench.Run(ctx, "genetic", config)
		if err == nil && r.Steps != config.Stop.Steps {
			err = fmt.Errorf("ended after %d of %d generations: %v", r.Steps, generations, r.Status)
		}
		if err != nil {
			err = fmt.Errorf("population %d, length %d, %s selection: %w", population, length, selection, err)
		}
		return r.Elapsed.Seconds(), err
	})
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

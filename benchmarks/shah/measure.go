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

// The sizes of the paper's tables, and its seconds for 100 generations on a
// quarter of a Tesla S1070, and of GAlib on one core of a Core2 Duo E7500.
var (
	populations = []int{100, 1_000, 10_000, 100_000, 1_000_000}
	lengths     = []int{16, 32, 64, 128, 256, 512}

	paperUniform  = []float64{0.025, 0.031, 0.153, 1.561, 3.662}       // table 1
	galibUniform  = []float64{0.127, 1.364, 19.799, 342.814, 4803.381} // table 1
	paperRoulette = []float64{0.046, 0.053, 0.209, 1.724, 4.727}       // table 2
	galibRoulette = []float64{0.141, 1.629, 21.609, 492.927, 7233.716} // table 2
	paperLengths  = [][]float64{                                       // table 3, figure 7
		{0.022, 0.026, 0.073, 0.625, 6.472},
		{0.024, 0.030, 0.111, 1.164, 2.671},
		{0.026, 0.035, 0.202, 2.105, 4.124},
		{0.031, 0.052, 0.443, 4.523, 11.592},
		{0.041, 0.109, 1.137, 11.092, 39.792},
		{0.062, 0.265, 2.443, 10.492, 93.301},
	}
)

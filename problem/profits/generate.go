package profits

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/rng"
)

// Generate makes a random knapsack as Zitzler and Thiele's: profits and weights
// are uniform from 10 to 100, and each capacity is half the sum of its weights.
// The same arguments give the same instance for ever: item i comes from rng with
// purpose Instance and individual i.
func Generate(items, profits, weights int, seed uint64) (*Instance, error) {
	if err := checkSizes(items, profits, weights); err != nil {
		return nil, fmt.Errorf("profits: %w", err)
	}
	q := &Instance{
		Name:    fmt.Sprintf("profits-%d-%d-%d-%d", items, profits, weights, seed),
		Profits: make([][]int64, profits), Weights: make([][]int64, weights), Capacities: make([]int64, weights),
	}
	for i := range items {
		at := rng.Address{Seed: seed, Individual: uint32(i), Purpose: rng.Instance}
		draw := func(w int) int64 { return 10 + int64(at.Bounded(at.Word(uint32(w)), uint32(w), 91)) }
		for m := range q.Profits {
			q.Profits[m] = append(q.Profits[m], draw(m))
		}
		for k := range q.Weights {
			v := draw(profits + k)
			q.Weights[k] = append(q.Weights[k], v)
			q.Capacities[k] += v
		}
	}
	for k := range q.Capacities {
		q.Capacities[k] /= 2
	}
	return q, nil
}

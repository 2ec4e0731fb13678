package profits

import (
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/problem"
)

// The limits of an instance: no sum of its numbers exceeds an int64.
const (
	maxItems   = 1_000_000
	maxWeights = 64
	maxNumber  = 1 << 40
)

// Instance is a knapsack as it was read. All numbers are 0 to 2^40, but that
// capacities may be larger.
type Instance struct {
	Name       string
	Profits    [][]int64 // by profit and item
	Weights    [][]int64 // by weight and item
	Capacities []int64
}

// items is how many there are.
func (q *Instance) items() int { return len(q.Profits[0]) }

// hash identifies the instance, but for its name.
func (q *Instance) hash() [32]byte {
	lists := []any{fmt.Appendf(nil, "profits %d %d %d\n", q.items(), len(q.Profits), len(q.Weights)), q.Capacities}
	for _, list := range slices.Concat(q.Profits, q.Weights) {
		lists = append(lists, list)
	}
	return words.Hash(lists...)
}

func checkSizes(items, profits, weights int) error {
	switch {
	case profits < 2 || profits > problem.MaxCriteria:
		return fmt.Errorf("an item has 2 to %d profits, not %d", problem.MaxCriteria, profits)
	case weights < 1 || weights > maxWeights:
		return fmt.Errorf("an item has 1 to %d weights, not %d", maxWeights, weights)
	case items < 1 || items > maxItems:
		return fmt.Errorf("there are 1 to %d items, not %d", maxItems, items)
	}
	return nil
}

// validate finds what makes an instance none.
func (q *Instance) validate() error {
	if len(q.Capacities) != len(q.Weights) || len(q.Profits) == 0 {
		return fmt.Errorf("%d profits and %d weights, with %d capacities", len(q.Profits), len(q.Weights), len(q.Capacities))
	}
	if err := checkSizes(q.items(), len(q.Profits), len(q.Weights)); err != nil {
		return err
	}
	for _, list := range append(append([][]int64{}, q.Profits...), q.Weights...) {
		if len(list) != q.items() {
			return fmt.Errorf("a list has %d numbers for %d items", len(list), q.items())
		}
		for i, v := range list {
			if v < 0 || v > maxNumber {
				return fmt.Errorf("item %d has %d; profits and weights are 0 to %d", i+1, v, int64(maxNumber))
			}
		}
	}
	for _, v := range q.Capacities {
		if v < 0 {
			return fmt.Errorf("a capacity is %d; it cannot be negative", v)
		}
	}
	return nil
}

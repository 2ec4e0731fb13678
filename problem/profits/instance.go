package profits

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
)

// The limits of an instance: no sum of its numbers exceeds an int64.
const (
	MaxItems   = 1_000_000
	MaxWeights = 64
	MaxNumber  = 1 << 40
)

// Instance is a knapsack as it was read. All numbers are 0 to MaxNumber, but
// that capacities may be larger.
type Instance struct {
	Name       string
	Profits    [][]int64 // by profit and item
	Weights    [][]int64 // by weight and item
	Capacities []int64
}

// Items is how many there are.
func (q *Instance) Items() int { return len(q.Profits[0]) }

// Hash identifies the instance, but for its name.
func (q *Instance) Hash() [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "profits %d %d %d\n", q.Items(), len(q.Profits), len(q.Weights))
	for _, list := range append(append([][]int64{q.Capacities}, q.Profits...), q.Weights...) {
		_ = binary.Write(h, binary.LittleEndian, list) // a hash does not fail
	}
	return [32]byte(h.Sum(nil))
}

// validate finds what makes an instance none.
func (q *Instance) validate() error {
	switch {
	case len(q.Profits) < 2 || len(q.Profits) > problem.MaxCriteria:
		return fmt.Errorf("an item has 2 to %d profits, not %d", problem.MaxCriteria, len(q.Profits))
	case len(q.Weights) < 1 || len(q.Weights) > MaxWeights:
		return fmt.Errorf("an item has 1 to %d weights, not %d", MaxWeights, len(q.Weights))
	case len(q.Capacities) != len(q.Weights):
		return fmt.Errorf("%d weights need as many capacities, not %d", len(q.Weights), len(q.Capacities))
	case q.Items() < 1 || q.Items() > MaxItems:
		return fmt.Errorf("there are 1 to %d items, not %d", MaxItems, q.Items())
	}
	for _, list := range append(append([][]int64{}, q.Profits...), q.Weights...) {
		if len(list) != q.Items() {
			return fmt.Errorf("a list has %d numbers for %d items", len(list), q.Items())
		}
		for i, v := range list {
			if v < 0 || v > MaxNumber {
				return fmt.Errorf("item %d has %d; profits and weights are 0 to %d", i+1, v, int64(MaxNumber))
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

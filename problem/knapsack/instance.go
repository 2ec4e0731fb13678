package knapsack

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
)

// The largest instances that are read or built. They bound memory: a file that
// claims more is refused before anything is reserved for it.
const (
	maxItems       = 10_000_000
	maxConstraints = 10_000
	maxWeights     = 100_000_000 // items × constraints
)

// Instance is a knapsack with len(Capacities) constraints.
type Instance struct {
	Name       string
	Profits    []int64   // of each item, scaled by 10^Decimals
	Weights    [][]int64 // Weights[i][j] is what item j takes of constraint i
	Capacities []int64   // of each constraint
	// Decimals and WeightDecimals are the powers of ten by which profits, and
	// weights and capacities, were scaled to make them integers.
	Decimals       int
	WeightDecimals int
	// KnownOptimum is the optimum that the file states, scaled like the
	// profits, or -1. It is a claim, not a proof.
	KnownOptimum int64
}

// items is the number of items.
func (k *Instance) items() int { return len(k.Profits) }

// constraints is the number of constraints.
func (k *Instance) constraints() int { return len(k.Capacities) }

// validate reports what is wrong with an instance: sizes that do not match,
// negative numbers, or sums that leave 64 bits.
func (k *Instance) validate() error {
	n, m := k.items(), k.constraints()
	switch {
	case n < 1 || n > maxItems:
		return fmt.Errorf("%d items; a knapsack has 1 to %d", n, maxItems)
	case m < 1 || m > maxConstraints:
		return fmt.Errorf("%d constraints; a knapsack has 1 to %d", m, maxConstraints)
	case len(k.Weights) != m:
		return fmt.Errorf("%d constraints but %d rows of weights", m, len(k.Weights))
	case int64(n)*int64(m) > maxWeights:
		return fmt.Errorf("%d items in %d constraints are more than %d weights", n, m, maxWeights)
	case k.Decimals < 0 || k.WeightDecimals < 0:
		return fmt.Errorf("decimals cannot be negative")
	}
	if err := checkSum("profits", k.Profits); err != nil {
		return err
	}
	for i, row := range k.Weights {
		if len(row) != n {
			return fmt.Errorf("constraint %d has %d weights for %d items", i+1, len(row), n)
		}
		if err := checkSum(fmt.Sprintf("weights of constraint %d", i+1), row); err != nil {
			return err
		}
		if k.Capacities[i] < 0 {
			return fmt.Errorf("constraint %d has a negative capacity", i+1)
		}
	}
	return nil
}

// checkSum demands values of at least 0 whose sum fits an int64.
func checkSum(what string, values []int64) error {
	sum := int64(0)
	for j, v := range values {
		if v < 0 {
			return fmt.Errorf("the %s: item %d is negative; they must be 0 or more", what, j+1)
		}
		if v > math.MaxInt64-sum {
			return fmt.Errorf("the %s add up to more than 2^63-1; scale them down", what)
		}
		sum += v
	}
	return nil
}

// hash identifies an instance by its numbers; its name does not matter.
func (k *Instance) hash() [32]byte {
	lists := []any{[]int64{int64(k.items()), int64(k.constraints()), int64(k.Decimals), int64(k.WeightDecimals)}, k.Capacities, k.Profits}
	for _, row := range k.Weights {
		lists = append(lists, row)
	}
	return words.Hash(lists...)
}

package knapsack

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// The largest instances that are read or built. They bound memory: a file that
// claims more is refused before anything is reserved for it.
const (
	MaxItems       = 10_000_000
	MaxConstraints = 10_000
	MaxWeights     = 100_000_000 // items × constraints
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

// Items is the number of items.
func (k *Instance) Items() int { return len(k.Profits) }

// Constraints is the number of constraints.
func (k *Instance) Constraints() int { return len(k.Capacities) }

// Validate reports what is wrong with an instance: sizes that do not match,
// negative numbers, or sums that leave 64 bits.
func (k *Instance) Validate() error {
	n, m := k.Items(), k.Constraints()
	switch {
	case n < 1 || n > MaxItems:
		return fmt.Errorf("%d items; a knapsack has 1 to %d", n, MaxItems)
	case m < 1 || m > MaxConstraints:
		return fmt.Errorf("%d constraints; a knapsack has 1 to %d", m, MaxConstraints)
	case len(k.Weights) != m:
		return fmt.Errorf("%d constraints but %d rows of weights", m, len(k.Weights))
	case int64(n)*int64(m) > MaxWeights:
		return fmt.Errorf("%d items in %d constraints are more than %d weights", n, m, MaxWeights)
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

// Hash identifies an instance by its numbers; its name does not matter.
func (k *Instance) Hash() [32]byte {
	h := sha256.New()
	buf := make([]byte, 0, 4096)
	put := func(values ...int64) {
		for _, v := range values {
			if buf = binary.LittleEndian.AppendUint64(buf, uint64(v)); len(buf) >= 4088 {
				h.Write(buf)
				buf = buf[:0]
			}
		}
	}
	put(int64(k.Items()), int64(k.Constraints()), int64(k.Decimals), int64(k.WeightDecimals))
	put(k.Capacities...)
	put(k.Profits...)
	for _, row := range k.Weights {
		put(row...)
	}
	h.Write(buf)
	return [32]byte(h.Sum(nil))
}

package knapsack

import (
	"fmt"
	"math/bits"
)

// check judges a choice of items (counted from 0) against the instance: it
// returns the total profit and the total weight in each constraint, and an
// error when an item does not exist, is chosen twice, or a capacity is
// exceeded. Its sums cannot overflow, and it shares no code with scoring, repair
// or exact search.
func (k *Instance) check(items []int) (value int64, weights []int64, err error) {
	seen := make([]bool, len(k.Profits))
	for _, j := range items {
		if j < 0 || j >= len(k.Profits) {
			return 0, nil, fmt.Errorf("item %d does not exist; the instance has items 1 to %d", j+1, len(k.Profits))
		}
		if seen[j] {
			return 0, nil, fmt.Errorf("item %d is chosen twice", j+1)
		}
		seen[j] = true
	}
	for i, capacity := range k.Capacities {
		load, fits := together(k.Weights[i], items)
		if !fits {
			return 0, nil, fmt.Errorf("the weight in constraint %d does not fit 64 bits", i+1)
		}
		weights = append(weights, load)
		if load > capacity && err == nil {
			err = fmt.Errorf("the weight in constraint %d is %s and the capacity only %s", i+1,
				decimalText(load, k.WeightDecimals), decimalText(capacity, k.WeightDecimals))
		}
	}
	value, fits := together(k.Profits, items)
	if !fits {
		return 0, nil, fmt.Errorf("the profit does not fit 64 bits")
	}
	return value, weights, err
}

// together adds the numbers of the items in 128 bits, and reports whether the sum
// fits 64.
func together(numbers []int64, items []int) (sum int64, fits bool) {
	var low, high, carry uint64
	for _, j := range items {
		low, carry = bits.Add64(low, uint64(numbers[j]), 0)
		high, _ = bits.Add64(high, uint64(numbers[j]>>63), carry)
	}
	return int64(low), int64(high) == int64(low)>>63
}

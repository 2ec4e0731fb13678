package knapsack

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Check judges a choice of items (counted from 0) against an instance: it
// returns the total profit and the total weight in each constraint, and an
// error when an item does not exist, is chosen twice, or a capacity is
// exceeded. Its sums cannot overflow, and it shares no code with scoring, repair
// or exact search.
func Check(inst *Instance, items []int) (value int64, weights []int64, err error) {
	seen := make([]bool, len(inst.Profits))
	for _, j := range items {
		if j < 0 || j >= len(inst.Profits) {
			return 0, nil, fmt.Errorf("item %d does not exist; the instance has items 1 to %d", j+1, len(inst.Profits))
		}
		if seen[j] {
			return 0, nil, fmt.Errorf("item %d is chosen twice", j+1)
		}
		seen[j] = true
	}
	for i, capacity := range inst.Capacities {
		load, fits := together(inst.Weights[i], items)
		if !fits {
			return 0, nil, fmt.Errorf("the weight in constraint %d does not fit 64 bits", i+1)
		}
		weights = append(weights, load)
		if load > capacity && err == nil {
			err = fmt.Errorf("the weight in constraint %d is %s and the capacity only %s", i+1,
				decimalText(load, inst.WeightDecimals), decimalText(capacity, inst.WeightDecimals))
		}
	}
	value, fits := together(inst.Profits, items)
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

// decimalText writes v / 10^decimals without needless zeros.
func decimalText(v int64, decimals int) string {
	r := new(big.Rat).SetFrac(big.NewInt(v), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil))
	text := r.FloatString(decimals)
	for decimals > 0 && text[len(text)-1] == '0' {
		text = text[:len(text)-1]
		decimals--
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text
}

package knapsack

import (
	"fmt"
	"math/big"
)

// Check judges a choice of items (counted from 0) against an instance: it
// returns the total profit and the total weight in each constraint, and an
// error when an item does not exist, is chosen twice, or a capacity is
// exceeded. It adds in arbitrary precision and shares no code with scoring,
// repair or exact search.
func Check(inst *Instance, items []int) (value int64, weights []int64, err error) {
	seen := make(map[int]bool, len(items))
	profit := new(big.Int)
	loads := make([]*big.Int, len(inst.Capacities))
	for i := range loads {
		loads[i] = new(big.Int)
	}
	for _, j := range items {
		if j < 0 || j >= len(inst.Profits) {
			return 0, nil, fmt.Errorf("item %d does not exist; the instance has items 1 to %d", j+1, len(inst.Profits))
		}
		if seen[j] {
			return 0, nil, fmt.Errorf("item %d is chosen twice", j+1)
		}
		seen[j] = true
		profit.Add(profit, big.NewInt(inst.Profits[j]))
		for i := range loads {
			loads[i].Add(loads[i], big.NewInt(inst.Weights[i][j]))
		}
	}
	for i, load := range loads {
		if !load.IsInt64() {
			return 0, nil, fmt.Errorf("the weight in constraint %d does not fit 64 bits", i+1)
		}
		weights = append(weights, load.Int64())
		if load.Cmp(big.NewInt(inst.Capacities[i])) > 0 && err == nil {
			err = fmt.Errorf("the weight in constraint %d is %s and the capacity only %s", i+1,
				decimalText(load.Int64(), inst.WeightDecimals), decimalText(inst.Capacities[i], inst.WeightDecimals))
		}
	}
	if !profit.IsInt64() {
		return 0, nil, fmt.Errorf("the profit does not fit 64 bits")
	}
	return profit.Int64(), weights, err
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

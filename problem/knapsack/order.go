package knapsack

import (
	"math/bits"
	"slices"
)

// efficiencyOrder lists the items from best to worst for greedy methods. With
// one constraint that is by profit per weight, compared exactly; with several
// by pseudo-utility (Chu and Beasley 1998): profit per weighted sum of weights,
// where a constraint's multiplier is its dual value in the linear relaxation.
// Items that fit in no empty knapsack come last. Ties go by index.
func efficiencyOrder(k *Instance) []int32 {
	order := make([]int32, k.items())
	for j := range order {
		order[j] = int32(j)
	}
	if k.constraints() == 1 {
		weights, capacity := k.Weights[0], k.Capacities[0]
		slices.SortStableFunc(order, func(a, b int32) int {
			if c := compareBool(weights[a] > capacity, weights[b] > capacity); c != 0 {
				return c
			}
			return -compareEfficiency(k.Profits[a], weights[a], k.Profits[b], weights[b])
		})
		return order
	}
	utility := pseudoUtility(k, dualMultipliers(k))
	slices.SortStableFunc(order, func(a, b int32) int {
		switch {
		case utility[a] > utility[b]:
			return -1
		case utility[a] < utility[b]:
			return 1
		}
		return 0
	})
	return order
}

// compareBool puts false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareEfficiency compares p/w with q/v by their 128-bit cross products. What
// weighs nothing is better than anything that weighs something.
func compareEfficiency(p, w, q, v int64) int {
	if w == 0 || v == 0 {
		return compareBool(w == 0, v == 0)
	}
	hi1, lo1 := bits.Mul64(uint64(p), uint64(v))
	hi2, lo2 := bits.Mul64(uint64(q), uint64(w))
	switch {
	case hi1 > hi2 || hi1 == hi2 && lo1 > lo2:
		return 1
	case hi1 != hi2 || lo1 != lo2:
		return -1
	}
	return 0
}

// pseudoUtility is each item's profit per weighted sum of weights; -1 for items
// that can never be chosen.
func pseudoUtility(k *Instance, multipliers []float64) []float64 {
	utility := make([]float64, k.items())
	for i, row := range k.Weights {
		for j, w := range row {
			// The conversion keeps the compiler from fusing, which would make the
			// order depend on the processor.
			utility[j] += float64(multipliers[i] * float64(w))
		}
	}
	for j, weight := range utility {
		switch {
		case weight > 0:
			utility[j] = float64(k.Profits[j]) / weight
		case k.Profits[j] > 0:
			utility[j] = 1e300 // free as far as the multipliers see
		}
	}
	for i, row := range k.Weights {
		for j, w := range row {
			if w > k.Capacities[i] {
				utility[j] = -1
			}
		}
	}
	return utility
}

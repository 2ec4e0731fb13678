package knapsack

import (
	"cmp"
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
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(utility[b], utility[a]) })
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

// compareEfficiency compares p/w with q/v. What weighs nothing is better than anything
// that weighs something.
func compareEfficiency(p, w, q, v int64) int {
	if w == 0 || v == 0 {
		return compareBool(w == 0, v == 0)
	}
	return compareProducts(p, v, q, w)
}

// compareProducts compares a·b with c·d in 128 bits; no number is negative.
func compareProducts(a, b, c, d int64) int {
	hi1, lo1 := bits.Mul64(uint64(a), uint64(b))
	hi2, lo2 := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(hi1, hi2), cmp.Compare(lo1, lo2))
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
		if !k.within(j, k.Capacities) {
			utility[j] = -1
		}
	}
	return utility
}

// maxTableau is the largest linear relaxation that is solved for multipliers,
// in entries of its tableau.
const maxTableau = 4_000_000

// dualMultipliers values a unit of each capacity: the dual solution of the
// linear relaxation, or, for giant instances, one over the capacity.
func dualMultipliers(k *Instance) []float64 {
	n, m := k.items(), k.constraints()
	y := make([]float64, m)
	if int64(m)*int64(n+m) <= maxTableau {
		left, _ := k.fitting()
		l := newRelaxation(left)
		l.primal(50 * (n + m))
		if l.duals(y); total(y) > 0 {
			return y
		}
	}
	for i, c := range k.Capacities {
		y[i] = 1 / float64(max(c, 1))
	}
	return y
}

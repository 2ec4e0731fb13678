package statistics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Test is the outcome of a test of a hypothesis, always two-sided.
type Test struct {
	Statistic float64
	// P is the probability of a statistic at least as extreme where there is
	// no difference.
	P float64
	// Exact tells that P was counted, and not taken from a limit.
	Exact bool
}

var unknown = Test{Statistic: math.NaN(), P: math.NaN()}

// Ranks gives each value its place in ascending order, from 1, and equal
// values the mean of their places. The other result is Σ(t³−t) over the sizes
// t of groups of equal values: 0 if there are no ties.
func Ranks(x []float64) (ranks []float64, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	ranks = make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to+1) / 2
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}

func hasNaN(samples ...[]float64) bool {
	for _, x := range samples {
		if slices.ContainsFunc(x, math.IsNaN) {
			return true
		}
	}
	return false
}

// twoSided is the probability of a normal deviate at least as far from 0 as a
// difference, which is moved half a step toward 0 because ranks are discrete.
func twoSided(difference, deviation, correction float64) float64 {
	z := max(0, math.Abs(difference)-correction) / deviation
	return min(1, 2*distuv.UnitNormal.Survival(z))
}

// bothTails is the share of arrangements, counted by their statistic from 0 on,
// that are at least as far from the middle as one statistic.
func bothTails(counts []uint64, statistic int) float64 {
	end := min(statistic, len(counts)-1-statistic)
	var tail, all uint64
	for i, c := range counts {
		if i <= end {
			tail += c
		}
		all += c
	}
	return min(1, 2*float64(tail)/float64(all))
}

// chiSquared is the probability of a value at least as large.
func chiSquared(x float64, freedom int) float64 {
	return distuv.ChiSquared{K: float64(freedom)}.Survival(max(0, x))
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

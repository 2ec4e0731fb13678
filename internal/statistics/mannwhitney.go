package statistics

import (
	"math"
)

// exactTotal is the most values of two samples whose arrangements are counted:
// the binomial of 66 over 33 still fits in 64 bits.
const exactTotal = 66

// MannWhitney asks whether values of one sample tend to be larger than those
// of another. The statistic is U of x: the number of pairs in which x is
// larger, equal ones counted half. Up to 66 values without ties P is exact;
// else it is the normal approximation with corrections for ties and for
// continuity.
func MannWhitney(x, y []float64) Test {
	n, m := len(x), len(y)
	if n == 0 || m == 0 || hasNaN(x, y) {
		return unknown
	}
	ranks, ties := Ranks(append(append(make([]float64, 0, n+m), x...), y...))
	a, b := float64(n), float64(m)
	u := sum(ranks[:n]) - a*(a+1)/2
	if ties == 0 && n+m <= exactTotal {
		return Test{Statistic: u, P: bothTails(arrangements(n, m), int(math.Round(u))), Exact: true}
	}
	total := a + b
	variance := a * b / 12 * (total + 1 - ties/(total*(total-1)))
	if !(variance > 0) { // all values are equal
		return Test{Statistic: u, P: 1}
	}
	return Test{Statistic: u, P: twoSided(u-a*b/2, math.Sqrt(variance), 0.5)}
}

// arrangements are the numbers of ways to order two samples with each value of
// U: the coefficients of the Gaussian binomial, the product over i up to n of
// (1−q^(m+i)) / (1−q^i). Sums wrap around modulo 2⁶⁴ on the way, and the
// results, which fit, are right.
func arrangements(n, m int) []uint64 {
	c := make([]uint64, n*m+1)
	c[0] = 1
	for i := 1; i <= n; i++ {
		for j := len(c) - 1; j >= m+i; j-- {
			c[j] -= c[j-m-i]
		}
		for j := i; j < len(c); j++ {
			c[j] += c[j-i]
		}
	}
	return c
}

// A12 is the measure of Vargha and Delaney (2000): the probability that a
// value of x is larger than one of y, equal ones counted half. One half is no
// effect.
func A12(x, y []float64) float64 {
	return MannWhitney(x, y).A12(len(x), len(y))
}

// A12 is the effect size that belongs to a MannWhitney test of samples of
// these sizes.
func (t Test) A12(n, m int) float64 {
	return t.Statistic / (float64(n) * float64(m))
}

// Magnitude names the size of an effect A12 with the limits of Vargha and
// Delaney: "negligible", "small" from 0.56, "medium" from 0.64, "large" from
// 0.71, and the same below one half.
func Magnitude(a12 float64) string {
	switch d := math.Abs(a12 - 0.5); {
	case math.IsNaN(d):
		return "unknown"
	case d >= 0.21-1e-12:
		return "large"
	case d >= 0.14-1e-12:
		return "medium"
	case d >= 0.06-1e-12:
		return "small"
	}
	return "negligible"
}

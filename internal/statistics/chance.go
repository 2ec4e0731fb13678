package statistics

import "math"

// ChanceInterval is where the probability that a value of a sample of m is larger than one
// of a sample of n lies with 95 % confidence, given what it is in the samples (A12): method
// 5 of Newcombe, Confidence intervals for an effect size measure based on the Mann–Whitney
// statistic, part 2 (Statistics in Medicine 25, 2006). It is good also where the samples do
// not overlap.
func ChanceInterval(a12 float64, m, n int) Interval {
	if math.IsNaN(a12) || m < 1 || n < 1 {
		return Interval{math.NaN(), math.NaN()}
	}
	const deviate = 1.959964 // of a normal distribution, for 95 %
	half := float64(m+n)/2 - 1
	// beyond reports whether a probability is farther from what was seen than its own spread
	// explains.
	beyond := func(x float64) bool {
		variance := x * (1 - x) * (1 + half*(1-x)/(2-x) + half*x/(1+x)) / (float64(m) * float64(n))
		return math.Abs(a12-x) > deviate*math.Sqrt(variance)
	}
	end := func(inside, outside float64) float64 {
		if !beyond(outside) {
			return outside
		}
		for range 60 {
			if middle := (inside + outside) / 2; beyond(middle) {
				outside = middle
			} else {
				inside = middle
			}
		}
		return inside
	}
	// At 0 and 1 themselves the spread is none.
	return Interval{end(a12, 0), end(a12, 1)}
}

package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// CriticalDifference is how far the mean ranks of k treatments over n blocks must be apart
// to differ at a level, all pairs taken together: Nemenyi's test, as in Demšar, Statistical
// comparisons of classifiers over multiple data sets (JMLR 7, 2006), section 3.2.2.
func CriticalDifference(k, n int, level float64) float64 {
	if k < 2 || n < 1 || !(level > 0 && level < 1) {
		return math.NaN()
	}
	return rangeQuantile(k, 1-level) / math.Sqrt2 * math.Sqrt(float64(k*(k+1))/float64(6*n))
}

// rangeQuantile is the width that the range of k normal deviates stays below with a
// probability: the studentized range with infinitely many degrees of freedom.
func rangeQuantile(k int, p float64) float64 {
	low, high := 0.0, 20.0
	for range 60 {
		if middle := (low + high) / 2; rangeProbability(k, middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// rangeProbability is k ∫ φ(z) (Φ(z+w) − Φ(z))^(k−1) dz, where z is the least of the
// deviates, by Simpson's rule.
func rangeProbability(k int, w float64) float64 {
	const from, to, steps = -9.0, 9.0, 720
	total := 0.0
	for i := range steps + 1 {
		z := from + (to-from)*float64(i)/steps
		weight := 2.0
		switch {
		case i == 0 || i == steps:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		total += weight * distuv.UnitNormal.Prob(z) * math.Pow(distuv.UnitNormal.CDF(z+w)-distuv.UnitNormal.CDF(z), float64(k-1))
	}
	return float64(k) * total * (to - from) / steps / 3
}

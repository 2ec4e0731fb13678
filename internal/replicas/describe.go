package replicas

import (
	"math"
	"slices"
)

// Describe is the best and the worst of some values, their mean, and the deviation of a
// sample; all are NaN where there is none.
func Describe(values []float64, minimize bool) (best, worst, mean, deviation float64) {
	if len(values) == 0 {
		return math.NaN(), math.NaN(), math.NaN(), math.NaN()
	}
	if best, worst = slices.Max(values), slices.Min(values); minimize {
		best, worst = worst, best
	}
	for _, v := range values {
		mean += v / float64(len(values))
	}
	if len(values) == 1 || best == worst {
		return best, worst, best, 0
	}
	for _, v := range values {
		deviation += float64((v - mean) * (v - mean))
	}
	return best, worst, mean, math.Sqrt(deviation / float64(len(values)-1))
}

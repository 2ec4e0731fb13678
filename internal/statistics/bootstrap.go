package statistics

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Interval is where a quantity lies with some confidence.
type Interval struct{ Low, High float64 }

// Bootstrap is the percentile interval of a statistic at a level such as 0.95:
// the statistic of so many samples, drawn from x with replacement, without the
// lowest and the highest of them. The same seed gives the same interval.
// The statistic must not keep or change what it is given.
func Bootstrap(x []float64, statistic func([]float64) float64, resamples int, level float64, seed uint64) Interval {
	if len(x) == 0 || resamples < 1 || !(level > 0 && level < 1) {
		return Interval{math.NaN(), math.NaN()}
	}
	if len(x) == 1 { // all samples are this one
		v := statistic(x)
		return Interval{v, v}
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(x))))
	sample := make([]float64, len(x))
	found := make([]float64, resamples)
	for i := range found {
		for j := range sample {
			sample[j] = x[random.Uint64N(uint64(len(x)))]
		}
		found[i] = statistic(sample)
	}
	slices.Sort(found)
	return Interval{Quantile(found, (1-level)/2), Quantile(found, (1+level)/2)}
}

// Mean is the arithmetic mean.
func Mean(x []float64) float64 {
	return stat.Mean(x, nil)
}

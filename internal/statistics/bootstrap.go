package statistics

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Interval is where a quantity lies with some confidence.
type Interval struct{ Low, High float64 }

// Bootstrap is the percentile interval of the mean: where those of so many
// samples lie, drawn from x with replacement, without the lowest and the
// highest 2.5 %. It is always the same.
func Bootstrap(x []float64, resamples int) Interval {
	switch len(x) {
	case 0:
		return Interval{math.NaN(), math.NaN()}
	case 1: // all samples are this one
		return Interval{x[0], x[0]}
	}
	random := rand.New(rand.NewPCG(1, uint64(len(x))))
	sample := make([]float64, len(x))
	found := make([]float64, resamples)
	for i := range found {
		for j := range sample {
			sample[j] = x[random.Uint64N(uint64(len(x)))]
		}
		found[i] = Mean(sample)
	}
	slices.Sort(found)
	level := 0.95
	return Interval{Quantile(found, (1-level)/2), Quantile(found, (1+level)/2)}
}

// Mean is the arithmetic mean.
func Mean(x []float64) float64 { return stat.Mean(x, nil) }

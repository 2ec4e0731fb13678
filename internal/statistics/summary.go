package statistics

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Summary describes a sample.
type Summary struct {
	N        int
	Min, Max float64
	Mean     float64
	// Variance has the divisor n−1, and Deviation is its root; both are NaN
	// for a single value.
	Variance, Deviation float64
	// LowerQuartile, Median and UpperQuartile are Quantile at 1/4, 1/2, 3/4.
	LowerQuartile, Median, UpperQuartile float64
}

// Summarize describes a sample. Without values all but N is NaN.
func Summarize(x []float64) Summary {
	x = Sorted(x)
	s := Summary{N: len(x)}
	nan := math.NaN()
	s.Min, s.Max, s.Mean, s.Variance, s.Deviation = nan, nan, nan, nan, nan
	s.LowerQuartile, s.Median, s.UpperQuartile = nan, nan, nan
	if len(x) == 0 || math.IsNaN(x[0]) { // slices.Sort puts NaN first
		return s
	}
	s.Min, s.Max = x[0], x[len(x)-1]
	s.LowerQuartile, s.Median, s.UpperQuartile = Quantile(x, 0.25), Quantile(x, 0.5), Quantile(x, 0.75)
	s.Mean = stat.Mean(x, nil)
	if s.Min == s.Max { // sums of equal values may be off by a rounding
		s.Mean = s.Min
	}
	if len(x) > 1 {
		s.Variance = stat.Variance(x, nil)
		if s.Min == s.Max {
			s.Variance = 0
		}
		s.Deviation = math.Sqrt(s.Variance)
	}
	return s
}

// Sorted is a copy of a sample in ascending order.
func Sorted(x []float64) []float64 {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	return sorted
}

// Quantile interpolates in a sample in ascending order, by the rule that
// Hyndman and Fan (1996) number 7: of n values the one at place p(n−1),
// counted from 0, and between two values in proportion. It is the default of
// R, NumPy and spreadsheets.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 || math.IsNaN(sorted[0]) || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	place := p * float64(len(sorted)-1)
	low := int(place)
	part := place - float64(low)
	if part == 0 || sorted[low] == sorted[low+1] {
		return sorted[low]
	}
	if d := sorted[low+1] - sorted[low]; !math.IsInf(d, 0) {
		return sorted[low] + float64(part*d)
	}
	return float64(sorted[low]*(1-part)) + float64(sorted[low+1]*part)
}

// Whiskers are the ends of a box plot after Tukey: the lowest and the highest
// value of a sorted sample that are within 1.5 interquartile ranges of the
// quartiles.
func Whiskers(sorted []float64) (low, high float64) {
	q1, q3 := Quantile(sorted, 0.25), Quantile(sorted, 0.75)
	if math.IsNaN(q1) {
		return q1, q1
	}
	reach := 1.5 * (q3 - q1)
	if math.IsNaN(reach) { // both quartiles are the same infinity
		reach = 0
	}
	from, _ := slices.BinarySearch(sorted, q1-reach)
	to, _ := slices.BinarySearch(sorted, math.Nextafter(q3+reach, math.Inf(1)))
	if from >= to {
		return q1, q3
	}
	// An interpolated quartile may lie beyond the last value inside.
	return min(sorted[from], q1), max(sorted[to-1], q3)
}

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

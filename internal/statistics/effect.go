package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

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

// CliffDelta is the probability that a value of x is larger than one of y,
// less the probability that it is smaller: 2·A12 − 1.
func CliffDelta(x, y []float64) float64 {
	return 2*A12(x, y) - 1
}

// CohenD is the distance of the means of x and y in units of their pooled
// standard deviation. Without any spread it is 0 for equal means, else
// infinite.
func CohenD(x, y []float64) float64 {
	n, m := float64(len(x)), float64(len(y))
	if n < 2 || m < 2 {
		return math.NaN()
	}
	a, b := stat.Mean(x, nil), stat.Mean(y, nil)
	pooled := ((n-1)*stat.Variance(x, nil) + (m-1)*stat.Variance(y, nil)) / (n + m - 2)
	if a == b {
		return 0
	}
	return (a - b) / math.Sqrt(pooled)
}

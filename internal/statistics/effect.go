package statistics

import "math"

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

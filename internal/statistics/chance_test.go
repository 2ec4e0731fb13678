package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The critical values q of Demšar (2006), table 5(a): α = 0.05 and 0.10, 2 to 10
// classifiers.
func TestCriticalDifference(t *testing.T) {
	for i, want := range []struct{ at05, at10 float64 }{
		{1.960, 1.645}, {2.343, 2.052}, {2.569, 2.291}, {2.728, 2.459}, {2.850, 2.589}, {2.949, 2.693}, {3.031, 2.780}, {3.102, 2.855}, {3.164, 2.920},
	} {
		k := i + 2
		for level, q := range map[float64]float64{0.05: want.at05, 0.10: want.at10} {
			got := rangeQuantile(k, 1-level) / math.Sqrt2
			if math.Abs(got-q) > 0.0011 { // the table has values that were rounded before they were divided
				t.Errorf("%d treatments at %v: %.4f, want %.3f", k, level, got, q)
			}
		}
	}
	// His example: four classifiers on 14 data sets differ from 1.25 on (at 0.05), 1.12 (at 0.10).
	for level, want := range map[float64]float64{0.05: 1.25, 0.10: 1.12} {
		if got := CriticalDifference(4, 14, level); math.Abs(got-want) > 0.005 {
			t.Errorf("%.4f, want %v", got, want)
		}
	}
	if !math.IsNaN(CriticalDifference(1, 5, 0.05)) || !math.IsNaN(CriticalDifference(3, 0, 0.05)) {
		t.Error("one treatment, or no block, has a critical difference")
	}
}

// The interval holds what was seen, is the same from the other side, shrinks with the
// samples, and covers the truth in about 95 % of samples.
func TestChanceInterval(t *testing.T) {
	for _, a12 := range []float64{0, 0.1, 0.5, 0.83, 1} {
		near, far := ChanceInterval(a12, 40, 40), ChanceInterval(a12, 5, 5)
		other := ChanceInterval(1-a12, 40, 40)
		if !(far.Low <= near.Low && near.Low <= a12 && a12 <= near.High && near.High <= far.High) ||
			math.Abs(other.Low-(1-near.High)) > 1e-9 || math.Abs(other.High-(1-near.Low)) > 1e-9 || near.Low == near.High {
			t.Errorf("%v: %v, %v, %v", a12, near, far, other)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	truth, covered, trials := 0.7602, 0, 2000 // P(X > Y) for a difference of means of one standard deviation: Φ(1/√2)
	for range trials {
		x, y := make([]float64, 15), make([]float64, 20)
		for i := range x {
			x[i] = random.NormFloat64() + 1
		}
		for i := range y {
			y[i] = random.NormFloat64()
		}
		if in := ChanceInterval(MannWhitney(x, y).A12(15, 20), 15, 20); in.Low <= truth && truth <= in.High {
			covered++
		}
	}
	if share := float64(covered) / float64(trials); share < 0.93 || share > 0.98 {
		t.Errorf("%.1f %% of the intervals hold the truth", 100*share)
	}
}

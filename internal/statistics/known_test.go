package statistics_test

import (
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/statistics"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// The numbers are those of R's quantile (type 7) for 1:10, and by hand.
func TestSummary(t *testing.T) {
	s := statistics.Summarize([]float64{10, 1, 9, 2, 8, 3, 7, 4, 6, 5})
	want := statistics.Summary{
		N: 10, Min: 1, Max: 10, Mean: 5.5, Variance: 82.5 / 9, Deviation: math.Sqrt(82.5 / 9),
		LowerQuartile: 3.25, Median: 5.5, UpperQuartile: 7.75,
	}
	near(t, "the variance", s.Variance, want.Variance, 1e-12)
	near(t, "the deviation", s.Deviation, want.Deviation, 1e-12)
	s.Variance, s.Deviation = want.Variance, want.Deviation
	if s != want {
		t.Errorf("%+v", s)
	}
	one := statistics.Summarize([]float64{7})
	if one.Mean != 7 || one.Median != 7 || !math.IsNaN(one.Deviation) {
		t.Errorf("of one value: %+v", one)
	}
	if none := statistics.Summarize(nil); none.N != 0 || !math.IsNaN(none.Mean) || !math.IsNaN(none.Min) {
		t.Errorf("of no value: %+v", none)
	}
	if s := statistics.Summarize([]float64{1, math.NaN(), 3}); s.N != 3 || !math.IsNaN(s.Median) {
		t.Errorf("with NaN: %+v", s)
	}
	if s := statistics.Summarize([]float64{0.1, 0.1, 0.1}); s.Deviation != 0 || s.Mean != 0.1 {
		t.Errorf("of equal values: %+v", s)
	}
}

// By hand: the quartiles are 2.25 and 4.75, so whiskers reach from −1.5 to 8.5.
func TestWhiskers(t *testing.T) {
	low, high := statistics.Whiskers([]float64{-2, 2, 3, 4, 5, 9})
	if low != 2 || high != 5 {
		t.Errorf("whiskers at %v and %v", low, high)
	}
}

func TestMannWhitneyKnown(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y []float64
		u, p float64
		tol  float64
	}{
		{ // Hollander and Wolfe (1973), page 69: one-sided P 0.1272 in R's manual
			"permeability",
			[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
			[]float64{1.15, 0.88, 0.90, 0.74, 1.21}, 35, 0.2544, 1e-4,
		},
		{ // the example of SciPy's manual: ages at a diagnosis; 14/126
			"diabetes", []float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12}, 17, 14.0 / 126, 1e-12,
		},
		{ // by hand: only 1 of the C(6,3) = 20 orders on each side is as extreme
			"apart", []float64{1, 2, 3}, []float64{4, 5, 6}, 0, 0.1, 1e-12,
		},
	} {
		got := statistics.MannWhitney(c.x, c.y)
		near(t, c.name+": U", got.Statistic, c.u, 0)
		near(t, c.name+": P", got.P, c.p, c.tol)
		if !got.Exact {
			t.Errorf("%s: not exact", c.name)
		}
	}
	// By hand, ranks 1.5 1.5 4 against 4 4 6: U = 1, the variance is
	// 9/12·(7 − (6+24)/30) = 4.5, and the distance 3.5 − 0.5 over its root is √2 = 1.41421.
	// P is then erfc(1).
	got := statistics.MannWhitney([]float64{1, 1, 2}, []float64{2, 2, 3})
	near(t, "with ties: U", got.Statistic, 1, 0)
	near(t, "with ties: P", got.P, math.Erfc(1), 1e-12)
	if got.Exact {
		t.Error("exact with ties")
	}
	if p := statistics.MannWhitney([]float64{5, 5}, []float64{5, 5, 5}).P; p != 1 {
		t.Errorf("P of equal values is %v", p)
	}
	if p := statistics.MannWhitney(nil, []float64{5}).P; !math.IsNaN(p) {
		t.Errorf("P of nothing is %v", p)
	}
}

func TestWilcoxonKnown(t *testing.T) {
	// Hollander and Wolfe (1973), page 29, Hamilton's depression scale: V = 40,
	// one-sided P 0.01953 in R's manual.
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	got := statistics.Wilcoxon(d)
	near(t, "depression: V", got.Statistic, 40, 0)
	near(t, "depression: P", got.P, 20.0/512, 1e-12)

	// Darwin's maize, in eighths of an inch, as in SciPy's manual: the smaller
	// sum of ranks is 24, P is 0.041259765625.
	maize := []float64{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75}
	got = statistics.Wilcoxon(maize)
	near(t, "maize: V", got.Statistic, 120-24, 0)
	near(t, "maize: P", got.P, 0.041259765625, 1e-12)
	if !got.Exact {
		t.Error("maize: not exact")
	}
	if got := statistics.Wilcoxon([]float64{0, 0}); got.P != 1 {
		t.Errorf("P without differences is %v", got.P)
	}
}

// The variance of the sum of ranks with random signs is a quarter of the sum
// of the squares of the ranks that have a sign; that is another way to it.
func TestWilcoxonZerosAndTies(t *testing.T) {
	d := []float64{0, 0, 1, -1, 1, 2, 3, 3, -4, 5, 6, 0}
	ranks := []float64{5, 5, 5, 7, 8.5, 8.5, 10, 11, 12}
	total, squares := 0.0, 0.0
	for _, r := range ranks {
		total += r
		squares += r * r
	}
	w := total - ranks[0] - ranks[6] // −1 and −4
	z := (w - total/2 - 0.5) / math.Sqrt(squares/4)
	got := statistics.Wilcoxon(d)
	near(t, "W", got.Statistic, w, 0)
	near(t, "P", got.P, math.Erfc(z/math.Sqrt2), 1e-12)
}

// Hollander and Wolfe (1973), page 116, mucociliary efficiency: H = 0.77143,
// P = 0.68 in R's manual. With two degrees of freedom P is exp(−H/2).
func TestKruskalWallisKnown(t *testing.T) {
	got := statistics.KruskalWallis(
		[]float64{2.9, 3.0, 2.5, 2.6, 3.2}, []float64{3.8, 2.7, 4.0, 2.4}, []float64{2.8, 3.4, 3.7, 2.2, 2.0})
	near(t, "H", got.Statistic, 0.77143, 5e-6)
	near(t, "P", got.P, math.Exp(-got.Statistic/2), 1e-12)
}

// Hollander and Wolfe (1973), page 140, times to round first base in three
// ways: 11.143 and P = 0.003805 in R's manual.
func TestFriedmanKnown(t *testing.T) {
	times := [][]float64{
		{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
		{5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
		{5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
		{5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
		{5.70, 5.65, 5.55}, {6.30, 6.30, 6.25},
	}
	got, ranks := statistics.Friedman(times)
	near(t, "the statistic", got.Statistic, 11.143, 5e-4)
	near(t, "P", got.P, 0.003805, 5e-7)
	near(t, "the mean of ranks", (ranks[0]+ranks[1]+ranks[2])/3, 2, 1e-12)
}

// The ranks that twelve homeowners give four kinds of grass (Conover 1999, 5.8).
// By hand: t of 33 degrees of freedom at 0.975 is 2.0345, the sums of ranks are
// 38, 23.5, 24.5 and 34 and that of their squares 3752.5, the squares of ranks add
// up to 356.5, and 2.0345·√(2·(12·356.5 − 3752.5)/33) / 12 = 0.9568.
func TestRankDifferenceKnown(t *testing.T) {
	ranks := [][]float64{
		{4, 3, 2, 1}, {4, 2, 3, 1}, {3, 1.5, 1.5, 4}, {3, 1, 2, 4}, {4, 2, 1, 3}, {2, 2, 2, 4},
		{1, 3, 2, 4}, {2, 4, 1, 3}, {3.5, 1, 2, 3.5}, {4, 1, 3, 2}, {4, 2, 3, 1}, {3.5, 1, 2, 3.5},
	}
	near(t, "the difference", statistics.RankDifference(ranks, 0.05), 0.9568, 1e-4)
	near(t, "that of blocks that agree", statistics.RankDifference([][]float64{{1, 2, 3}, {4, 5, 6}, {1, 3, 9}}, 0.05), 0, 1e-9)
}

func TestKolmogorovSmirnovKnown(t *testing.T) {
	// By hand: 2 of the C(6,3) = 20 orders are apart.
	got := statistics.KolmogorovSmirnov([]float64{1, 2, 3}, []float64{4, 5, 6})
	near(t, "D", got.Statistic, 1, 0)
	near(t, "P", got.P, 0.1, 1e-12)
	// Smirnov's table (1948): 1.36 is the 5 % point and 1.63 the 1 % point of
	// the limit. D of these samples is shift/1000, and √(nm/(n+m)) is √500.
	x := make([]float64, 1000)
	for i := range x {
		x[i] = float64(i)
	}
	for shift, p := range map[int]float64{61: 0.05, 73: 0.01} {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = float64(i+shift) - 0.5
		}
		got := statistics.KolmogorovSmirnov(x, y)
		near(t, "D", got.Statistic, float64(shift)/1000, 1e-12)
		near(t, "P", got.P, p, 0.1*p)
		if got.Exact {
			t.Error("exact for thousands")
		}
	}
	if p := statistics.KolmogorovSmirnov(x, x).P; p != 1 {
		t.Errorf("P of equal samples is %v", p)
	}
}

// By hand: the smallest times 4, the next times 3, and never falling.
func TestHolm(t *testing.T) {
	got := statistics.Holm([]float64{0.01, 0.04, math.NaN(), 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, math.NaN(), 0.06, 0.02} {
		if i == 2 {
			if !math.IsNaN(got[i]) {
				t.Errorf("NaN became %v", got[i])
			}
			continue
		}
		near(t, "corrected", got[i], want, 1e-15)
	}
}

func TestEffects(t *testing.T) {
	x, y := []float64{1, 3, 5, 7}, []float64{2, 3, 4}
	// By hand: of 12 pairs x is larger in 7 and equal in 1.
	near(t, "A12", statistics.A12(x, y), 7.5/12, 1e-15)
	for a, want := range map[float64]string{
		0.5: "negligible", 0.559: "negligible", 0.56: "small", 0.44: "small", 0.64: "medium", 0.71: "large", 0: "large",
		math.NaN(): "unknown",
	} {
		if got := statistics.Magnitude(a); got != want {
			t.Errorf("%v is %s, not %s", a, got, want)
		}
	}
}

package statistics_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// sample draws values with many ties or with few.
func sample(t *rapid.T, name string, least, most int) []float64 {
	span := rapid.SampledFrom([]int{5, 1000000}).Draw(t, name+" span")
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-span, span), func(i int) float64 { return float64(i) / 4 }),
		least, most).Draw(t, name)
}

func mapped(x []float64, f func(float64) float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = f(v)
	}
	return y
}

// rising keeps the order of values of any size, and their differences.
func rising(v float64) float64 { return math.Atan(v/1e3)*7 + 2*v }

func equal(a, b statistics.Test) bool {
	return a.Exact == b.Exact && math.Abs(a.P-b.P) <= 1e-9*max(a.P, b.P)+1e-300
}

func TestTwoSampleProperties(t *testing.T) {
	tests := map[string]func(x, y []float64) statistics.Test{
		"Mann and Whitney": statistics.MannWhitney, "Kolmogorov and Smirnov": statistics.KolmogorovSmirnov,
		"Kruskal and Wallis": func(x, y []float64) statistics.Test { return statistics.KruskalWallis(x, y) },
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := sample(t, "x", 1, 60), sample(t, "y", 1, 60)
		for name, test := range tests {
			there := test(x, y)
			if !(there.P >= 0 && there.P <= 1) {
				t.Fatalf("%s: P is %v", name, there.P)
			}
			if back := test(y, x); !equal(there, back) {
				t.Fatalf("%s: %+v, and with the samples exchanged %+v", name, there, back)
			}
			if moved := test(mapped(x, rising), mapped(y, rising)); !equal(there, moved) {
				t.Fatalf("%s: %+v, and after a rising map %+v", name, there, moved)
			}
			turned := func(v float64) float64 { return -v }
			if down := test(mapped(x, turned), mapped(y, turned)); !equal(there, down) {
				t.Fatalf("%s: %+v, and with signs changed %+v", name, there, down)
			}
		}
		if sum := statistics.A12(x, y) + statistics.A12(y, x); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("A12 both ways sum to %v", sum)
		}
	})
}

// Counting pairs one by one is the definition of U and of A12.
func TestA12CountsPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := sample(t, "x", 1, 20), sample(t, "y", 1, 20)
		pairs := 0.0
		for _, a := range x {
			for _, b := range y {
				if a > b {
					pairs++
				} else if a == b {
					pairs += 0.5
				}
			}
		}
		if got := statistics.A12(x, y) * float64(len(x)*len(y)); math.Abs(got-pairs) > 1e-9 {
			t.Fatalf("%v pairs, not %v", got, pairs)
		}
	})
}

// Exact probabilities must equal the share of all assignments of the joint
// values to the two samples that are at least as extreme.
func TestExactByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "m")
		all := sample(t, "all", n+m, n+m)
		share := func(extreme func(x, y []float64) bool) float64 {
			hits, total := 0, 0
			for mask := range uint(1) << (n + m) {
				if bits.OnesCount(mask) != n {
					continue
				}
				var x, y []float64
				for i, v := range all {
					if mask>>i&1 == 1 {
						x = append(x, v)
					} else {
						y = append(y, v)
					}
				}
				total++
				if extreme(x, y) {
					hits++
				}
			}
			return float64(hits) / float64(total)
		}
		x, y := all[:n], all[n:]
		smirnov := statistics.KolmogorovSmirnov(x, y)
		want := share(func(x, y []float64) bool {
			return statistics.KolmogorovSmirnov(x, y).Statistic >= smirnov.Statistic-1e-12
		})
		if math.Abs(smirnov.P-want) > 1e-9 {
			t.Fatalf("Kolmogorov and Smirnov: %v, not %v", smirnov.P, want)
		}
		whitney := statistics.MannWhitney(x, y)
		if !whitney.Exact {
			return
		}
		middle := float64(n*m) / 2
		want = share(func(x, y []float64) bool {
			return math.Abs(statistics.MannWhitney(x, y).Statistic-middle) >= math.Abs(whitney.Statistic-middle)
		})
		if math.Abs(whitney.P-want) > 1e-9 {
			t.Fatalf("Mann and Whitney: %v, not %v", whitney.P, want)
		}
	})
}

func TestWilcoxonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := sample(t, "d", 1, 80)
		there := statistics.Wilcoxon(d)
		if !(there.P >= 0 && there.P <= 1) {
			t.Fatalf("P is %v", there.P)
		}
		if back := statistics.Wilcoxon(mapped(d, func(v float64) float64 { return -v })); !equal(there, back) {
			t.Fatalf("%+v, and with signs changed %+v", there, back)
		}
		odd := func(v float64) float64 { return v*v*v + v }
		if moved := statistics.Wilcoxon(mapped(d, odd)); !equal(there, moved) {
			t.Fatalf("%+v, and after an odd rising map %+v", there, moved)
		}
	})
}

func TestHolmProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 20).Draw(t, "p")
		corrected := statistics.Holm(p)
		for i := range p {
			if corrected[i] < p[i] || corrected[i] > min(1, float64(len(p))*p[i]) {
				t.Fatalf("%v became %v", p[i], corrected[i])
			}
			for j := range p {
				if p[i] < p[j] && corrected[i] > corrected[j] {
					t.Fatalf("the order of %v and %v changed", p[i], p[j])
				}
			}
		}
	})
}

func TestSummaryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := sample(t, "x", 1, 100)
		before := slices.Clone(x)
		s := statistics.Summarize(x)
		if !slices.Equal(x, before) {
			t.Fatal("the sample was changed")
		}
		order := []float64{s.Min, s.LowerQuartile, s.Median, s.UpperQuartile, s.Max}
		if !slices.IsSorted(order) || s.Mean < s.Min-1e-9 || s.Mean > s.Max+1e-9 || s.Variance < 0 {
			t.Fatalf("%+v", s)
		}
		sorted := statistics.Sorted(x)
		low, high := statistics.Whiskers(sorted)
		if low < s.Min || low > s.LowerQuartile || high > s.Max || high < s.UpperQuartile {
			t.Fatalf("whiskers %v and %v of %+v", low, high, s)
		}
	})
}

// The largest samples that are counted must be near the normal limit, which
// is computed here from its definition.
func TestExactMeetsTheLimit(t *testing.T) {
	const n = 33
	x, y := make([]float64, n), make([]float64, n)
	for shift := 0; shift < 20; shift += 2 {
		for i := range x {
			x[i], y[i] = float64(2*i), float64(2*i+2*shift)+1
		}
		got := statistics.MannWhitney(x, y)
		z := max(0, math.Abs(got.Statistic-n*n/2.0)-0.5) / math.Sqrt(n*n*(2*n+1)/12.0)
		limit := math.Erfc(z / math.Sqrt2)
		if !got.Exact || math.Abs(got.P-limit) > 0.004 {
			t.Errorf("shift %d: %v, in the limit %v", shift, got.P, limit)
		}
	}
}

func TestBootstrap(t *testing.T) {
	x := make([]float64, 400)
	for i := range x {
		x[i] = float64(i % 20)
	}
	a := statistics.Bootstrap(x, 2000)
	if b := statistics.Bootstrap(x, 2000); a != b {
		t.Errorf("%v and %v", a, b)
	}
	// The normal interval is 9.5 ± 1.96·√(33.25/400).
	near(t, "the low end", a.Low, 8.935, 0.08)
	near(t, "the high end", a.High, 10.065, 0.08)
	if i := statistics.Bootstrap(nil, 10); !math.IsNaN(i.Low) {
		t.Errorf("the interval of nothing is %v", i)
	}
}

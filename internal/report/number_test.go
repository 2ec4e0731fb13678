package report

import (
	"math"
	"slices"
	"testing"
)

func TestNumbersOfAColumn(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		x    []float64
		sd   float64
		want []string
	}{
		{[]float64{1406, 29999, nan}, 8.64, []string{"1,406", "29,999", "–"}},
		{[]float64{1406.659424, 1406}, 8.64, []string{"1,406.66", "1,406.00"}},
		{[]float64{1406.5, 1406}, 8.64, []string{"1,406.5", "1,406.0"}},
		{[]float64{-1234.5, 0}, 300, []string{"−1,234", "0"}},
		{[]float64{1.25e-7, 3, 0}, 1, []string{"1.25e−7", "3.00", "0"}},
		{[]float64{2e18, 1e18}, 1e17, []string{"2e18", "1e18"}},
		{[]float64{math.Inf(1), math.Inf(-1), 2}, nan, []string{"∞", "−∞", "2"}},
		{[]float64{-0.001, 0.2}, 1, []string{"0.00", "0.20"}},
		{nil, nan, []string{}},
	} {
		if got := align(c.x, scaleOf(c.x, c.sd)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, not %q", c.x, got, c.want)
		}
	}
	if got, want := effort([]float64{0.00118, 0.14758, 12}), []string{"0.0012", "0.1476", "12.0000"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestNumbersInSentences(t *testing.T) {
	for want, got := range map[string]string{
		"1,234,567": Count(1234567), "0": Count(0), "p = 0.003": equation(0.0031), "p < 0.0001": equation(1e-9), "p > 0.99": equation(1),
		"p = 0.0002": equation(0.0002), "p = 0.25": equation(0.25), "3.14": Number(math.Pi, 3), "31,416": Number(31415.9, 3),
		"12.5 s": duration(12.5), "2.5 min": duration(150), "3 h": duration(3 * 3600), "2.31 days": duration(200000),
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

package statistics

import (
	"math"
	"testing"
)

// A comparison has one verdict, which neither the scale of an instance nor the side from
// which it is seen can change.
func TestPairs(t *testing.T) {
	known := []float64{10, 1e6, 3, 500, 20, 1e3, 7, 80, 40, 60}
	better, noisy := make([]float64, len(known)), make([]float64, len(known))
	for i, k := range known {
		better[i] = k * 1.01
		noisy[i] = k * (1.03 + 0.001*float64(i))
	}
	p := ComparePairs(better, noisy, known, true)
	q := ComparePairs(noisy, better, known, true)
	if p.Verdict() != 1 || q.Verdict() != -1 || p.Better != 10 || q.Worse != 10 || p.Chance != 1 || math.Abs(p.Gain-2.45) > 1e-9 || math.Abs(p.Gain+q.Gain) > 1e-9 {
		t.Errorf("%+v\n%+v", p, q)
	}
	if m := ComparePairs(better, noisy, known, false); m.Verdict() != -1 {
		t.Errorf("maximized: %+v", m)
	}
	mixed := make([]float64, len(known))
	for i, k := range known {
		mixed[i] = k * (1.01 + 0.01*float64(1-i%2*2))
	}
	if p := ComparePairs(better, mixed, known, true); p.Verdict() != 0 || p.Better != 5 || p.Worse != 5 {
		t.Errorf("half and half: %+v", p)
	}
	if p := ComparePairs(better, better, known, true); p.Verdict() != 0 || p.Equal != 10 || p.Chance != 0.5 || p.Gain != 0 {
		t.Errorf("equal: %+v", p)
	}
	inf := math.Inf(1)
	for name, p := range map[string]Pairs{
		"a best known value of zero": ComparePairs([]float64{0, 0, 1, 1, 2, 0, 0, 1}, []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{0, 0, 1, 1, 2, 0, 0, 1}, true),
		"nothing feasible":           ComparePairs([]float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{inf, 3, inf, 5, 6, 7, inf, 9}, []float64{1, 2, 3, 4, 5, 6, 7, 8}, true),
	} {
		if !math.IsNaN(p.Gain) || p.Verdict() != 1 || p.Chance != 1 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p := ComparePairs(nil, nil, nil, true); p.Verdict() != 0 || !math.IsNaN(p.Chance) {
		t.Errorf("nothing: %+v", p)
	}
	if p := ComparePairs([]float64{1}, []float64{2}, []float64{1}, true); p.Verdict() != 0 {
		t.Errorf("one instance decides nothing: %+v", p)
	}
}

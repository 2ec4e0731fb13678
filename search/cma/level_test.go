package cma

import (
	"math"
	"testing"
)

// The weights and rates for 10 genes and 10 members, computed from the
// tutorial's Table 1 with another program.
func TestLevel(t *testing.T) {
	l := newLevel(10, 100, 10, 1, 0.5)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"w1", l.weights[0], 0.45627264690340597},
		{"w5", l.weights[4], 0.025509591835974777},
		{"w10", l.weights[9], -0.5497499176973852},
		{"cs", l.cs, 0.2844285879463675},
		{"cc", l.cc, 0.29499038303562225},
		{"c1", l.c1, 0.015283824524751714},
		{"cmu", l.cmu, 0.023551776650417484},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	sum := 0.0
	for i, w := range l.weights {
		if i > 0 && w >= l.weights[i-1] || (w > 0) != (i < l.mu) {
			t.Errorf("weight %d is %v", i, w)
		}
		if i < l.mu {
			sum += w
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the parents' weights are %v together", sum)
	}
	// keep, the share of the old matrix in the new one, stays positive.
	if keep := 1 - l.c1 - l.cmu*l.sum; keep <= 0 || keep > 1.0001 {
		t.Errorf("a share of %v is kept", keep)
	}
}

// Whatever the settings, rates are shares and the old matrix keeps one.
func TestRates(t *testing.T) {
	for _, n := range []int{1, 2, 10, 256, 10_000} {
		for _, lambda := range []int{4, 5, 50, 500} {
			for _, parents := range []float64{0, 0.3, 0.5, 1} {
				for _, cells := range []int{n, n * n} {
					l := newLevel(n, cells, lambda, 1, parents)
					for _, sum := range []float64{1, l.sum} {
						if keep := 1 - l.c1 - l.cmu*sum; !(keep > -1e-15 && keep < 1.0001) {
							t.Errorf("%d genes, %d members, %v parents: a share of %v is kept", n, lambda, parents, keep)
						}
					}
					for i, x := range []float64{l.cc, l.cs, l.c1, l.cmu, l.damp} {
						if !(x > 0 && x < 1) {
							t.Errorf("%d genes, %d members, %v parents: rate %d is %v", n, lambda, parents, i, x)
						}
					}
					if l.mu < 1 || l.mu > lambda || l.gap < 1 || l.window < 10 || l.patience < 120 {
						t.Errorf("%d genes, %d members, %v parents: %+v", n, lambda, parents, l)
					}
				}
			}
		}
	}
}

func TestLevelsGrowWithinBounds(t *testing.T) {
	for _, n := range []int{1, 10, 100, 256} {
		list := levels(n, n*n, 12, 30, 3, 0.5)
		for i, l := range list {
			if l.lambda != 12*l.chunks || l.lambda > mostMembers || l.lambda*n*n > mostWork || i > 0 && l.lambda != 3*list[i-1].lambda {
				t.Errorf("%d genes, level %d: %d members in %d chunks", n, i, l.lambda, l.chunks)
			}
		}
	}
	if list := levels(10, 100, 12, 5, 1, 0.5); len(list) != 1 {
		t.Errorf("a population that does not grow has %d sizes", len(list))
	}
}

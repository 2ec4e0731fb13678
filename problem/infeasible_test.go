package problem_test

import (
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// TestViolations: every feasible score is above every other, and of these the one that
// violates less.
func TestViolations(t *testing.T) {
	amounts := []float64{math.Inf(1), 1e300, 7, 2.5, 1e-9, 5e-324}
	for _, o := range []problem.Objective{{Constrained: true, Float: true}, {Constrained: true}, {Constrained: true, Minimize: true}} {
		list := []problem.Score{o.WithViolation(5, math.NaN())}
		for _, v := range amounts {
			s := o.WithViolation(5, v)
			list = append(list, s)
			if got := o.Violation(s); !(math.Abs(got/v-1) < 1e-12) && v > 1e-300 && !math.IsInf(v, 1) || o.Feasible(s) || !math.IsNaN(o.Value(s)) {
				t.Errorf("%+v: a violation of %v is %v", o, v, got)
			}
		}
		least := []problem.Score{math.MinInt64 + 1, -1 << 62, -3, 0, 9, math.MaxInt64}
		if o.Float {
			least = []problem.Score{problem.FromFloat(math.Inf(-1)), problem.FromFloat(-1e300), 0, problem.FromFloat(2)}
		}
		for _, s := range least {
			kept := o.WithViolation(s, 0)
			if !o.Feasible(kept) || o.Violation(kept) != 0 || kept != s && s > -1<<62 {
				t.Errorf("%+v: %d became %d", o, s, kept)
			}
			list = append(list, kept)
		}
		if !slices.IsSorted(list) || list[0] != problem.Worst {
			t.Errorf("%+v: %v", o, list)
		}
	}
	o := problem.Objective{Constrained: true}
	if s := o.WithViolation(5, 2.5); o.Format(s) != "infeasible:2.5" || o.Describe(s) != "a violation of 2.5" {
		t.Errorf("%s, %s", o.Format(s), o.Describe(s))
	}
	if plain := (problem.Objective{}); plain.Violation(math.MinInt64+3) != 0 {
		t.Error("a plain score violates something")
	}
}

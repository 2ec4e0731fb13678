package problem_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
)

func TestFromFloatKeepsOrder(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		sa, sb := problem.FromFloat(a), problem.FromFloat(b)
		if a < b != (sa < sb) || a == b != (sa == sb) {
			t.Fatalf("%v and %v become %d and %d", a, b, sa, sb)
		}
		if sa == problem.Worst {
			t.Fatalf("%v is as bad as NaN", a)
		}
		if back := problem.ToFloat(sa); back != a {
			t.Fatalf("%v comes back as %v", a, back)
		}
	})
	if problem.FromFloat(math.NaN()) != problem.Worst || !math.IsNaN(problem.ToFloat(problem.Worst)) {
		t.Error("NaN is not the worst")
	}
}

func TestObjective(t *testing.T) {
	for _, test := range []struct {
		o     problem.Objective
		score problem.Score
		text  string
		value float64
	}{
		{problem.Objective{}, 42, "42", 42},
		{problem.Objective{}, -42, "-42", -42},
		{problem.Objective{Minimize: true}, -42, "42", 42},
		{problem.Objective{Minimize: true}, 42, "-42", -42},
		{problem.Objective{Minimize: true}, 0, "0", 0},
		{problem.Objective{Decimals: 2}, 1250, "12.5", 12.5},
		{problem.Objective{Decimals: 2}, -5, "-0.05", -0.05},
		{problem.Objective{Decimals: 2}, 300, "3", 3},
		{problem.Objective{Minimize: true, Decimals: 3}, -1, "0.001", 0.001},
		{problem.Objective{Float: true}, problem.FromFloat(0.25), "0.25", 0.25},
		{problem.Objective{Float: true, Minimize: true}, problem.FromFloat(-0.25), "0.25", 0.25},
		{problem.Objective{Float: true, Minimize: true}, problem.FromFloat(0), "0", 0},
		{problem.Objective{}, math.MinInt64, "-9223372036854775808", math.MinInt64},
		{problem.Objective{Minimize: true}, math.MinInt64, "9223372036854775808", -math.MinInt64},
		{problem.Objective{Minimize: true, Total: 50}, 42, "8", 8},
		{problem.Objective{Minimize: true, Total: 50}, 50, "0", 0},
		{problem.Objective{Minimize: true, Total: 50}, 57, "-7", -7},
		{problem.Objective{Minimize: true, Total: 50, Rule: "rule"}, -2, "52", 52},
		{problem.Objective{Minimize: true, Total: 1250, Decimals: 2}, 25, "12.25", 12.25},
		{problem.Objective{Minimize: true, Total: math.MaxInt64}, -1, "9223372036854775808", 1 << 63},
		{problem.Objective{Minimize: true, Total: math.MaxInt64}, math.MinInt64, "18446744073709551615", math.MaxUint64},
		// Floats round only once: in between lies a number that they do not have.
		{problem.Objective{Minimize: true, Total: 1<<60 + 1}, 1 << 60, "1", 1},
		// There is no total without minimizing, and none for floats.
		{problem.Objective{Total: 50}, 42, "42", 42},
		{problem.Objective{Float: true, Minimize: true, Total: 50}, problem.FromFloat(-0.25), "0.25", 0.25},
	} {
		if got := test.o.Format(test.score); got != test.text {
			t.Errorf("%+v writes %d as %s, want %s", test.o, test.score, got, test.text)
		}
		if got := test.o.Value(test.score); got != test.value {
			t.Errorf("%+v values %d at %v, want %v", test.o, test.score, got, test.value)
		}
	}
}

func TestDescribe(t *testing.T) {
	plain := problem.Objective{}
	cost := problem.Objective{Minimize: true, Total: 10, Rule: "hard clause"}
	for _, test := range []struct {
		o        problem.Objective
		score    problem.Score
		feasible bool
		text     string
	}{
		{plain, -3, true, "-3"},
		{cost, 3, true, "7"},
		{cost, 0, true, "10"},
		{cost, -1, false, "1 hard clause violated"},
		{cost, -2, false, "2 hard clauses violated"},
		{cost, math.MinInt64, false, "9223372036854775808 hard clauses violated"},
	} {
		if got := test.o.Describe(test.score); got != test.text || test.o.Feasible(test.score) != test.feasible {
			t.Errorf("%+v: %d is %q, feasible %v", test.o, test.score, got, test.o.Feasible(test.score))
		}
	}
}

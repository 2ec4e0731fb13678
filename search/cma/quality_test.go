package cma

import (
	"context"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
)

func must(name string, dimensions int) problem.Problem {
	p, err := function.New(name, dimensions)
	if err != nil {
		panic(err)
	}
	return p
}

// custom is a problem in Go only, with bounds and an objective of one's own.
type custom struct {
	lower, upper []float64
	evaluate     func(x []float64) problem.Score
}

func (c custom) Name() string { return "custom" }

func (c custom) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Real, Length: len(c.lower), Lower: c.lower, Upper: c.upper}
}

func (c custom) Evaluate(g problem.Genome) problem.Score { return c.evaluate(g.Reals) }

func (c custom) Objective() problem.Objective { return problem.Objective{Float: true, Minimize: true} }

// minimise is a function to be minimised within ±bound.
func minimise(n int, bound float64, f func(x []float64) float64) custom {
	c := custom{evaluate: func(x []float64) problem.Score { return problem.FromFloat(-f(x)) }}
	for range n {
		c.lower, c.upper = append(c.lower, -bound), append(c.upper, bound)
	}
	return c
}

// weighted is Σ weight(i/(n-1)) x², shifted so that the middle of the box is no
// better than another place.
func weighted(n int, weight func(t float64) float64) custom {
	return minimise(n, 5, func(x []float64) float64 {
		sum := 0.0
		for i, v := range x {
			sum += weight(float64(i)/float64(n-1)) * (v - 1) * (v - 1)
		}
		return sum
	})
}

// solve runs ten seeds until a value is reached and returns their evaluations
// and how many reached it.
func solve(t *testing.T, p problem.Problem, v search.Values, value float64, most int64) (mean float64, solved int) {
	t.Helper()
	target := problem.FromFloat(-value)
	pl, _, err := newPlan(search.Config{Problem: p, Values: v, Replicas: search.Seeds(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	stop := search.Stop{Target: &target, Steps: most / int64(pl.chunk)}
	e, err := New(context.Background(), search.Config{Problem: p, Values: v, Replicas: search.Seeds(1, 10), Stop: stop})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	result, err := search.Run(context.Background(), e, stop)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range result.Runs {
		if err := search.Verify(p, s); err != nil {
			t.Error(err)
		}
		if s.Status == search.Reached {
			solved++
			mean += float64(s.Evaluations)
		}
	}
	return mean / math.Max(1, float64(solved)), solved
}

func TestX(t *testing.T) {
	for _, n := range []int{10, 30} {
		for _, name := range function.Names() {
			e, k := solve(t, must(name, n), nil, 1e-6, 1e6)
			t.Log(n, name, e, k)
		}
		e, k := solve(t, weighted(n, func(t float64) float64 { return 1 }), nil, 1e-9, 1e6)
		t.Log(n, "sphere 1e-9", e, k)
		e, k = solve(t, weighted(n, func(t float64) float64 { return math.Pow(10, 6*t) }), nil, 1e-9, 1e6)
		t.Log(n, "ellipsoid", e, k)
		e, k = solve(t, weighted(n, func(t float64) float64 {
			if t == 0 {
				return 1
			}
			return 1e6
		}), nil, 1e-9, 1e6)
		t.Log(n, "cigar", e, k)
		e, k = solve(t, must("rosenbrock", n), nil, 1e-9, 1e6)
		t.Log(n, "rosen 1e-9", e, k)
	}
}

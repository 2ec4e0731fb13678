package cma

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

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

// minimize is a function to be minimized within ±bound.
func minimize(n int, bound float64, f func(x []float64) float64) custom {
	c := custom{evaluate: func(x []float64) problem.Score { return problem.FromFloat(-f(x)) }}
	for range n {
		c.lower, c.upper = append(c.lower, -bound), append(c.upper, bound)
	}
	return c
}

// weighted is Σ weight(i/(n-1)) x², shifted so that the middle of the box is no
// better than another place.
func weighted(n int, weight func(t float64) float64) custom {
	return minimize(n, 5, func(x []float64) float64 {
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
	e, err := newEngine(context.Background(), search.Config{Problem: p, Values: v, Replicas: search.Seeds(1, 10), Stop: stop})
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

// Means over ten seeds until 1e-9 is reached. In 10 dimensions 1,500 to 2,000
// evaluations are usual for the sphere and 5,000 to 8,000 for Rosenbrock's
// function, without the seeds that begin in its other minimum; pycma's own tests
// ask for fewer than 4,400 on the ellipsoid in 7 dimensions, with negative weights.
// The cigar and the ellipsoid without them have no such source: their figures are
// our own, for comparison.
func TestEvaluationsAreThoseOfTheLiterature(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      problem.Problem
		value  float64
		values search.Values
		want   float64
	}{
		{"sphere", weighted(10, func(float64) float64 { return 1 }), 1e-9, nil, 1700},
		{"ellipsoid", weighted(7, func(t float64) float64 { return math.Pow(10, 6*t) }), 1e-9, nil, 2200},
		{"ellipsoid, not active", weighted(7, func(t float64) float64 { return math.Pow(10, 6*t) }), 1e-9, search.Values{"active": "false"}, 3400},
		{"cigar", weighted(10, func(t float64) float64 {
			if t == 0 {
				return 1
			}
			return 1e6
		}), 1e-9, nil, 4400},
		{"rosenbrock", searchtest.Function("rosenbrock", 10), 1e-9, nil, 6500},
	} {
		mean, solved := solve(t, c.p, c.values, c.value, 30_000)
		t.Logf("%s: %d of 10 in %.0f evaluations", c.name, solved, mean)
		if solved < 9 || mean > 2*c.want || mean < c.want/2 {
			t.Errorf("%s: %d of 10 solved in %.0f evaluations, want about %.0f", c.name, solved, mean, c.want)
		}
	}
}

// With default parameters every function in 10 dimensions falls below 1e-6.
func TestDefaultsSolveTheTestFunctions(t *testing.T) {
	for name, most := range map[string]int64{ // about three times the mean
		"sphere": 4_000, "rosenbrock": 25_000, "ackley": 8_000, "griewank": 20_000, "schwefel": 150_000, "rastrigin": 500_000,
	} {
		if name == "rastrigin" && testing.Short() {
			continue
		}
		mean, solved := solve(t, searchtest.Function(name, 10), nil, 1e-6, most)
		t.Logf("%s: %d of 10 in %.0f evaluations", name, solved, mean)
		if solved < 9 {
			t.Errorf("%s: %d of 10 seeds below 1e-6 after %d evaluations", name, solved, most)
		}
	}
}

// Only the order of the scores counts: a change that keeps it changes nothing
// in the course of the search.
func TestOrderIsAllThatCounts(t *testing.T) {
	trail := func(change func(f float64) float64) [][]float64 {
		p := minimize(5, 3, func(x []float64) float64 {
			sum := 0.0
			for j := range x {
				sum += float64(j+1) * x[j] * x[j]
			}
			return change(sum)
		})
		c := search.Config{Problem: p, Replicas: search.Seeds(1, 3), Values: search.Values{"tolfun": "0"}}
		var list [][]float64
		for _, m := range searchtest.History(t, algorithm(t), c, 20, 5) {
			for _, s := range m.Best {
				list = append(list, s.Genome.Reals)
			}
		}
		return list
	}
	want := trail(func(f float64) float64 { return f })
	for name, change := range map[string]func(f float64) float64{
		"root":     math.Sqrt,
		"scale":    func(f float64) float64 { return 1024 * f },
		"negative": func(f float64) float64 { return -1 / (f + 1) },
	} {
		if got := trail(change); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: the search took another course", name)
		}
	}
}

// A box that is moved, or has another size in each direction, together with the
// function in it, makes no difference but for rounding.
func TestPlaceAndScaleDoNotCount(t *testing.T) {
	run := func(shift, scale func(j int) float64) []float64 {
		c := custom{evaluate: func(x []float64) problem.Score {
			sum := 0.0
			for j, v := range x {
				u := (v - shift(j)) / scale(j)
				sum += float64(j+1) * (u - 0.3) * (u - 0.3)
			}
			return problem.FromFloat(-sum)
		}}
		for j := range 5 {
			c.lower, c.upper = append(c.lower, shift(j)-scale(j)), append(c.upper, shift(j)+scale(j))
		}
		x := searchtest.History(t, algorithm(t), search.Config{Problem: c, Replicas: search.Seeds(1, 1)}, 1, 30)[0].Best[0].Genome.Reals
		for j := range x {
			x[j] = (x[j] - shift(j)) / scale(j)
		}
		return x
	}
	want := run(func(int) float64 { return 0 }, func(int) float64 { return 1 })
	got := run(func(j int) float64 { return float64(10*j - 7) }, func(j int) float64 { return math.Pow(10, float64(j-2)) })
	for j := range want {
		if math.Abs(want[j]-got[j]) > 1e-6 {
			t.Fatalf("found %v, want %v", got, want)
		}
	}
}

// An optimum on the bounds, and in a corner, is found.
func TestBoundsAreReached(t *testing.T) {
	p := minimize(6, 1, func(x []float64) float64 {
		sum := 0.0
		for j, v := range x {
			if j%2 == 0 {
				sum += 1 - v
			} else {
				sum += (v - 0.5) * (v - 0.5)
			}
		}
		return sum
	})
	if mean, solved := solve(t, p, nil, 1e-9, 10_000); solved < 10 {
		t.Errorf("%d of 10 seeds, in %.0f evaluations", solved, mean)
	}
}

// With a diagonal matrix a badly scaled function takes a small part of the
// evaluations that a full one needs to learn the scales: 50,000 here.
func TestSeparableLearnsFaster(t *testing.T) {
	p := weighted(40, func(t float64) float64 { return math.Pow(10, 6*t) })
	mean, solved := solve(t, p, search.Values{"covariance": "separable"}, 1e-9, 25_000)
	t.Logf("%d of 10 in %.0f evaluations", solved, mean)
	if solved < 10 {
		t.Errorf("%d of 10 solved in %.0f evaluations", solved, mean)
	}
}

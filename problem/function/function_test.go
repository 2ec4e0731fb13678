package function_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
)

func Example() {
	p, err := function.New("rosenbrock", 2)
	if err != nil {
		panic(err)
	}
	score := p.Evaluate(problem.Genome{Reals: []float64{0, 0.5}})
	fmt.Println(p.Objective().Format(score))
	// Output: 26
}

func TestValues(t *testing.T) {
	for _, test := range []struct {
		name string
		x    []float64
		want float64
	}{
		{"sphere", []float64{1, 2, 3}, 14},
		{"rosenbrock", []float64{-1, 1, 2}, 4 + 100*1 + 0},
		{"rastrigin", []float64{1, 0.5}, 20 + 1 - 10 + 0.25 + 10},
		{"ackley", []float64{1, 1}, 20 - 20*math.Exp(-0.2)},
		{"griewank", []float64{3, 4}, 25.0/4000 - math.Cos(3)*math.Cos(4/math.Sqrt2) + 1},
		{"schwefel", []float64{100, -9}, 2*418.9828872724338 - 100*math.Sin(10) + 9*math.Sin(3)},
	} {
		p, err := function.New(test.name, len(test.x))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Value(test.x); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s%v = %v, want %v", test.name, test.x, got, test.want)
		}
	}
}

func TestMinima(t *testing.T) {
	for _, name := range function.Names() {
		p, err := function.New(name, 10)
		if err != nil {
			t.Fatal(err)
		}
		x := p.Minimum()
		f := p.Value(x)
		if math.Abs(f) > 1e-9 {
			t.Errorf("%s is %v at its minimum", name, f)
		}
		for j := range x {
			for _, d := range []float64{-1e-3, 1e-3} {
				old := x[j]
				x[j] += d
				if p.Value(x) <= f {
					t.Errorf("%s is smaller %v beside its minimum", name, d)
				}
				x[j] = old
			}
		}
		if got, want := p.Objective().Value(p.Evaluate(problem.Genome{Reals: x})), f; got != want {
			t.Errorf("%s: the score says %v, the function %v", name, got, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		n    int
	}{{"cube", 3}, {"sphere", 0}, {"rosenbrock", 1}, {"sphere", function.MaxDimensions + 1}} {
		if _, err := function.New(test.name, test.n); err == nil {
			t.Errorf("%s in %d dimensions was accepted", test.name, test.n)
		}
	}
	p, err := function.New("Sphere", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, bound := range []float64{0, -1, math.NaN(), math.Inf(1), 1e308} {
		if _, err := p.WithBounds(bound); err == nil {
			t.Errorf("bound %v was accepted", bound)
		}
	}
	if q, err := p.WithBounds(2); err != nil || q.Representation().Upper[2] != 2 || q.Hash() == p.Hash() {
		t.Errorf("bounds do not change: %v", err)
	}
}

func TestKernel(t *testing.T) {
	for _, name := range function.Names() {
		t.Run(name, func(t *testing.T) {
			p, err := function.New(name, 7)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.Equal(t, p, 3)
		})
	}
}

// TestCodedKernel compares plain and Gray codes, of lengths that cross words.
func TestCodedKernel(t *testing.T) {
	for _, test := range []struct {
		name string
		bits int
		gray bool
	}{{"rosenbrock", 30, true}, {"ackley", 52, false}} {
		t.Run(test.name, func(t *testing.T) {
			inner, err := function.New(test.name, 7)
			if err != nil {
				t.Fatal(err)
			}
			p, err := problem.NewCoded(inner, test.bits, test.gray)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.Equal(t, p, 3)
		})
	}
}

// An optimum is known only where bounds have it and nothing better.
func TestOptimum(t *testing.T) {
	for _, c := range []struct {
		name  string
		bound float64
		known bool
	}{{"sphere", 1e-3, true}, {"rosenbrock", 0.5, false}, {"rosenbrock", 3, true}, {"schwefel", 500, true}, {"schwefel", 400, false}, {"schwefel", 1000, false}, {"ackley", 1e8, true}} {
		p, err := function.New(c.name, 2)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.WithBounds(c.bound); err != nil {
			t.Fatal(err)
		}
		if got := p.Optimum(); (got != nil) != c.known || got != nil && *got != problem.FromFloat(0) {
			t.Errorf("%s within %g: %v", c.name, c.bound, got)
		}
		// The corners of the widest bounds have values.
		far := definedMost(t, c.name)
		if v := far.Value([]float64{far.Representation().Upper[0], far.Representation().Lower[1]}); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s is %v at its widest bounds", c.name, v)
		}
	}
}

// definedMost is a function within the widest bounds that it has.
func definedMost(t *testing.T, name string) *function.Problem {
	t.Helper()
	p, err := function.New(name, 2)
	if err != nil {
		t.Fatal(err)
	}
	widest := p
	for bound := 1.0; bound < 1e300; bound *= 10 {
		if wider, err := p.WithBounds(bound); err == nil {
			widest = wider
		}
	}
	return widest
}

package function

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	p, err := New("rosenbrock", 2)
	if err != nil {
		panic(err)
	}
	score := p.Evaluate(problem.Genome{Reals: []float64{0, 0.5}})
	fmt.Println(problem.ObjectiveOf(p).Format(score))
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
		p, err := find(test.name, len(test.x))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.value(test.x); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s%v = %v, want %v", test.name, test.x, got, test.want)
		}
	}
}

func TestMinima(t *testing.T) {
	for _, name := range Names() {
		p, err := find(name, 10)
		if err != nil {
			t.Fatal(err)
		}
		x := slices.Repeat([]float64{p.best}, 10)
		f := p.value(x)
		if math.Abs(f) > 1e-9 {
			t.Errorf("%s is %v at its minimum", name, f)
		}
		for j := range x {
			for _, d := range []float64{-1e-3, 1e-3} {
				old := x[j]
				x[j] += d
				if p.value(x) <= f {
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
	}{{"cube", 3}, {"sphere", 0}, {"rosenbrock", 1}, {"sphere", maxDimensions + 1}} {
		if _, err := New(test.name, test.n); err == nil {
			t.Errorf("%s in %d dimensions was accepted", test.name, test.n)
		}
	}
	usual, err := New("Sphere", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, bound := range []float64{0, -1, math.NaN(), math.Inf(1), 1e308} {
		if _, err := NewWithin("sphere", 3, bound); err == nil {
			t.Errorf("bound %v was accepted", bound)
		}
	}
	if q, err := NewWithin("sphere", 3, 2); err != nil || q.Representation().Upper[2] != 2 || q.(problem.Hashed).Hash() == usual.(problem.Hashed).Hash() {
		t.Errorf("bounds do not change: %v", err)
	}
}

func TestKernel(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			p, err := New(name, 7)
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
			inner, err := New(test.name, 7)
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
		p, err := find(c.name, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.within(c.bound); err != nil {
			t.Fatal(err)
		}
		if got := p.optimum(); (got != nil) != c.known || got != nil && *got != problem.FromFloat(0) {
			t.Errorf("%s within %g: %v", c.name, c.bound, got)
		}
		// The corners of the widest bounds have values.
		if v := p.value([]float64{p.most, -p.most}); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s is %v at its widest bounds", c.name, v)
		}
	}
}

// Every function's own values must pass the check, and wrong ones fail it.
func TestCheck(t *testing.T) {
	for _, name := range Names() {
		p, err := find(name, 7)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			x := make([]float64, 7)
			for j := range x {
				// Weyl's sequence; half of the points lie near the minimum.
				part := math.Mod(float64(i*7+j)*0.6180339887498949, 1)
				if x[j] = p.bound * (2*part - 1); i%2 == 1 {
					x[j] = p.best + x[j]*1e-9
				}
			}
			value := p.value(x)
			if err := check(name, x, value); err != nil {
				t.Fatal(err)
			}
			if err := check(name, x, value*1.01+1e-6); err == nil {
				t.Fatalf("%s at %v: a wrong value passed", name, x)
			}
		}
	}
}

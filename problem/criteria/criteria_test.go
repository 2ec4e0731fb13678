package criteria

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestValuesAgreeWithTheCheck compares the search's arithmetic with the
// textbook's on random genomes, and the check refuses values that are not quite
// right.
func TestValuesAgreeWithTheCheck(t *testing.T) {
	for _, name := range names() {
		p, err := find(name, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		g := problemtest.RandomGenomes(p.Representation(), 300, 5)
		feasible := 0
		for i := range g.Len() {
			values := make([]float64, len(p.Criteria()))
			p.values(g.At(i), values)
			x := g.At(i).Reals
			for j := range p.Representation().Length {
				if len(g.At(i).Bits) > 0 {
					x = append(x, map[bool]float64{true: 1}[g.At(i).Bit(j)])
				}
			}
			err := check(name, x, values)
			if got := p.Violation(g.At(i)) == 0; got != (err == nil) {
				t.Fatalf("%s at %v: feasible is %v, the check says %v", name, x, got, err)
			}
			if err != nil {
				continue
			}
			feasible++
			most := slices.Index(values, slices.Max(values))
			values[most] *= 1 + 1e-6
			if check(name, x, values) == nil {
				t.Fatalf("%s at %v: %v was accepted", name, x, values)
			}
		}
		if feasible < 10 {
			t.Errorf("%s: only %d of the genomes are feasible", name, feasible)
		}
	}
}

// TestFrontsAreReached scores solutions that are known to be best.
func TestFrontsAreReached(t *testing.T) {
	for name, front := range map[string]func(f1 float64) float64{
		"zdt1": func(f1 float64) float64 { return 1 - math.Sqrt(f1) },
		"zdt2": func(f1 float64) float64 { return 1 - f1*f1 },
		"zdt3": func(f1 float64) float64 { return 1 - math.Sqrt(f1) - f1*math.Sin(10*math.Pi*f1) },
		"zdt4": func(f1 float64) float64 { return 1 - math.Sqrt(f1) },
	} {
		p, err := find(name, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, f1 := range []float64{0, 0.1, 0.5, 1} {
			x := make([]float64, p.variables)
			x[0] = f1
			var values [2]float64
			p.values(problem.Genome{Reals: x}, values[:])
			if f2 := front(f1); values[0] != f1 || math.Abs(values[1]-f2) > 1e-12 {
				t.Errorf("%s at %v is %v, its front %v", name, f1, values, f2)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		name      string
		variables int
		want      string
	}{
		{"zdt7", 0, "zdt1"}, {"zdt1", 1, "2 to"}, {"srn", 3, "has 2 variables"}, {"zdt4", maxVariables + 1, "2 to"}, {"dtlz2", -1, "3 to"},
	} {
		if _, err := find(c.name, c.variables, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestEvaluateIsTheFirstScoreOfTheFeasible(t *testing.T) {
	p, err := find("constr", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Evaluate(problem.Genome{Reals: []float64{0.7, 1}}); s != problem.FromFloat(-0.7) {
		t.Errorf("a feasible genome scores %v", problem.ToFloat(s))
	}
	if s := p.Evaluate(problem.Genome{Reals: []float64{0.2, 0}}); s != problem.Worst {
		t.Errorf("an infeasible genome scores %v", problem.ToFloat(s))
	}
}

// DTLZ with other numbers of objectives: values agree with the check, and with the front
// where the last variables are best: their sum is 0.5 for DTLZ1, their squares' for the spheres
// 1.
func TestScaledFunctions(t *testing.T) {
	for _, name := range names() {
		if !strings.HasPrefix(name, "dtlz") {
			continue
		}
		for _, m := range []int{2, 4, 5, 8} {
			p, err := find(name, 0, m)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Criteria()) != m || p.variables != m-1+p.tail {
				t.Errorf("%s has %d objectives and %d variables", name, len(p.Criteria()), p.variables)
			}
			g := problemtest.RandomGenomes(p.Representation(), 50, 5)
			values := make([]float64, m)
			for i := range g.Len() {
				x := g.At(i).Reals
				p.values(g.At(i), values)
				if err := check(name, x, values); err != nil {
					t.Fatal(err)
				}
				for j := range x[m-1:] {
					x[m-1+j] = map[bool]float64{true: 0, false: 0.5}[name == "dtlz6" || name == "dtlz7"]
				}
				p.values(g.At(i), values)
				sum, squares := 0.0, 0.0
				for _, v := range values {
					sum, squares = sum+v, squares+v*v
				}
				if name == "dtlz1" && math.Abs(sum-0.5) > 1e-12 || name >= "dtlz2" && name <= "dtlz6" && math.Abs(squares-1) > 1e-12 {
					t.Errorf("%s with %d objectives: %v is not on the front", name, m, values)
				}
			}
		}
	}
	for _, c := range [][2]any{{"zdt1", 3}, {"dtlz1", 9}, {"dtlz1", 1}} {
		if _, err := find(c[0].(string), 0, c[1].(int)); err == nil || !strings.Contains(err.Error(), "objectives") {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func TestScaledKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("kernels of three objectives are compared in short tests")
	}
	for _, name := range []string{"dtlz1", "dtlz4", "dtlz5", "dtlz7"} {
		p, err := find(name, 0, 5)
		if err != nil {
			t.Fatal(err)
		}
		problemtest.EqualScores(t, p, 3)
	}
}

func TestKernels(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			p, err := find(name, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.EqualScores(t, p, 3)
		})
	}
}

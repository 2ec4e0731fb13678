package sat

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cnf"
)

func ExampleGenerate() {
	f, err := Generate(Random{Width: 3, Vars: 5, Clauses: 4, Seed: 1, MaxWeight: 10, Hard: 0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	f.Write(os.Stdout)
	// Output:
	// c uniform random 3-SAT, 5 variables, 4 clauses, seed 1, weights 1 to 10, hard share 0.5
	// h -3 -2 -4 0
	// h 2 4 5 0
	// 1 -1 -4 3 0
	// 7 2 4 1 0
}

// hiddenModel is the assignment that planted and hard clauses are made to hold.
func hiddenModel(vars int, seed uint64) cnf.Assignment {
	g := Random{Seed: seed}
	a := make(cnf.Assignment, vars)
	for v := range a {
		a[v] = -1
		if g.hidden(int32(v + 1)) {
			a[v] = 1
		}
	}
	return a
}

func TestGenerate(t *testing.T) {
	const vars, clauses = 50, 3000
	for _, test := range []struct {
		r       Random
		hard    int
		weight  int64
		planted bool
	}{
		{Random{Width: 2}, 0, 1, false},
		{Random{Width: 3, Planted: true}, 0, 1, true},
		{Random{Width: 3, MaxWeight: 100}, 0, 100, false},
		{Random{Width: 4, Hard: 0.3}, 900, 1, false},
		{Random{Width: 1, Hard: 1, MaxWeight: 7}, 3000, 7, true},
		{Random{Width: 50, Hard: 0.5, MaxWeight: 7, Planted: true}, 1500, 7, true},
	} {
		r := test.r
		r.Vars, r.Clauses, r.Seed = vars, clauses, 7
		f, err := Generate(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.validate(); err != nil {
			t.Fatal(err)
		}
		again, err := Generate(r)
		if err != nil || f.hash() != again.hash() {
			t.Errorf("%s: the same seed gives another formula", f.Name)
		}
		r.Seed = 8
		if other, _ := Generate(r); f.hash() == other.hash() {
			t.Errorf("%s: another seed gives the same formula", f.Name)
		}
		if odd := f.oddities(true); len(odd) > 0 || f.Clauses() != clauses || f.Vars != vars {
			t.Errorf("%s: %d clauses, %d variables, %q", f.Name, f.Clauses(), f.Vars, odd)
		}
		hard, sum, positive := 0, int64(0), 0
		uses := make([]int, vars)
		for c := range clauses {
			w := f.weight(c)
			if w == Hard {
				hard++
			} else if sum += w; w < 1 || w > test.weight {
				t.Errorf("%s: clause %d weighs %d", f.Name, c, w)
			}
			if len(f.Clause(c)) != r.Width {
				t.Errorf("%s: clause %d has %d literals", f.Name, c, len(f.Clause(c)))
			}
			for _, x := range f.Clause(c) {
				uses[variable(x)]++
				if x > 0 {
					positive++
				}
			}
		}
		if hard != test.hard {
			t.Errorf("%s: %d hard clauses, want %d", f.Name, hard, test.hard)
		}
		// Means within five standard deviations.
		total := float64(clauses * r.Width)
		if !test.planted && math.Abs(float64(positive)-total/2) > 5*math.Sqrt(total/4) {
			t.Errorf("%s: %d of %g literals are positive", f.Name, positive, total)
		}
		for v, n := range uses {
			if p := float64(r.Width) / vars; math.Abs(float64(n)-clauses*p) > 5*math.Sqrt(clauses*p*(1-p)) {
				t.Errorf("%s: variable %d is in %d clauses", f.Name, v+1, n)
			}
		}
		if n := float64(clauses - hard); n > 0 {
			mean, deviation := float64(1+test.weight)/2, float64(test.weight)/math.Sqrt(12*n)
			if math.Abs(float64(sum)/n-mean) > 5*deviation {
				t.Errorf("%s: the mean weight is %g", f.Name, float64(sum)/n)
			}
		}
		_, violated, cost, err := Check(f, hiddenModel(vars, 7))
		if err != nil || violated > 0 || test.planted && cost > 0 || !test.planted && cost == 0 {
			t.Errorf("%s: the hidden assignment violates %d clauses and costs %d, %v", f.Name, violated, cost, err)
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), fmt.Sprintf("c uniform random %d-SAT, 50 variables, 3000 clauses, seed 7", r.Width)) {
			t.Errorf("%s begins %.80q", f.Name, b.String())
		}
	}
}

func TestGenerateMaxCut(t *testing.T) {
	for _, test := range []struct{ vertices, edges int }{{0, 0}, {1, 0}, {5, 10}, {40, 200}, {1000, 5000}} {
		for _, weight := range []int64{0, 9} {
			f, err := GenerateMaxCut(test.vertices, test.edges, weight, 3)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.validate(); err != nil {
				t.Fatal(err)
			}
			seen := map[[2]int32]bool{}
			for e := range test.edges {
				one, two := f.Clause(2*e), f.Clause(2*e+1)
				if len(one) != 2 || one[0] >= one[1] || one[0] < 1 || two[0] != -one[0] || two[1] != -one[1] || f.weight(2*e) != f.weight(2*e+1) {
					t.Fatalf("%s: edge %d is %v and %v", f.Name, e, one, two)
				}
				seen[[2]int32(one)] = true
			}
			if len(seen) != test.edges || f.Clauses() != 2*test.edges {
				t.Errorf("%s: %d different edges in %d clauses", f.Name, len(seen), f.Clauses())
			}
			if again, _ := GenerateMaxCut(test.vertices, test.edges, weight, 3); again.hash() != f.hash() {
				t.Errorf("%s: the same seed gives another graph", f.Name)
			}
		}
	}
}

func TestPair(t *testing.T) {
	next := uint64(0)
	for b := int32(2); b < 200; b++ {
		for a := int32(1); a < b; a++ {
			if x, y := pair(next); x != a || y != b {
				t.Fatalf("pair %d is %d and %d, want %d and %d", next, x, y, a, b)
			}
			next++
		}
	}
	const n = uint64(maxVars)
	if a, b := pair(n*(n-1)/2 - 1); a != maxVars-1 || b != maxVars {
		t.Errorf("the last pair is %d and %d", a, b)
	}
	if a, b := pair((n - 1) * (n - 2) / 2); a != 1 || b != maxVars {
		t.Errorf("the first pair of the last vertex is %d and %d", a, b)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for title, try := range map[string]func() (*Formula, error){
		"no literals": func() (*Formula, error) { return Generate(Random{Width: 0, Vars: 5, Clauses: 5, Seed: 1}) },
		"long clauses": func() (*Formula, error) {
			return Generate(Random{Width: maxWidth + 1, Vars: 5000, Clauses: 5, Seed: 1})
		},
		"few variables":  func() (*Formula, error) { return Generate(Random{Width: 3, Vars: 2, Clauses: 5, Seed: 1}) },
		"many variables": func() (*Formula, error) { return Generate(Random{Width: 3, Vars: maxVars + 1, Clauses: 5, Seed: 1}) },
		"negative":       func() (*Formula, error) { return Generate(Random{Width: 3, Vars: 5, Clauses: -1, Seed: 1}) },
		"many clauses": func() (*Formula, error) {
			return Generate(Random{Width: 3, Vars: 5, Clauses: maxLiterals/3 + 1, Seed: 1})
		},
		"negative weight": func() (*Formula, error) {
			return Generate(Random{Width: 3, Vars: 5, Clauses: 5, Seed: 1, MaxWeight: -1})
		},
		"large weight": func() (*Formula, error) {
			return Generate(Random{Width: 3, Vars: 5, Clauses: 5, Seed: 1, MaxWeight: math.MaxInt64/5 + 1})
		},
		"share": func() (*Formula, error) { return Generate(Random{Width: 3, Vars: 5, Clauses: 5, Seed: 1, Hard: 1.5}) },
		"no share": func() (*Formula, error) {
			return Generate(Random{Width: 3, Vars: 5, Clauses: 5, Seed: 1, Hard: math.NaN()})
		},
		"vertices":       func() (*Formula, error) { return GenerateMaxCut(-1, 0, 0, 1) },
		"edges":          func() (*Formula, error) { return GenerateMaxCut(5, 11, 0, 1) },
		"negative edges": func() (*Formula, error) { return GenerateMaxCut(5, -1, 0, 1) },
		"heavy cut":      func() (*Formula, error) { return GenerateMaxCut(5, 5, math.MaxInt64/10+1, 1) },
	} {
		if _, err := try(); err == nil {
			t.Errorf("%s: accepted", title)
		}
	}
}

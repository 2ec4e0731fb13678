package sat

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

func ExampleGenerate() {
	f, err := Generate(3, 5, 4, 1, Weighted(10), Partial(0.5))
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
func hiddenModel(vars int, seed uint64) Assignment {
	g := generator{seed: seed}
	a := make(Assignment, vars)
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
		width   int
		options []GenerateOption
		hard    int
		weight  int64
		planted bool
	}{
		{2, nil, 0, 1, false},
		{3, []GenerateOption{Planted()}, 0, 1, true},
		{3, []GenerateOption{Weighted(100)}, 0, 100, false},
		{4, []GenerateOption{Partial(0.3)}, 900, 1, false},
		{1, []GenerateOption{Partial(1), Weighted(7)}, 3000, 7, true},
		{50, []GenerateOption{Partial(0.5), Weighted(7), Planted()}, 1500, 7, true},
	} {
		f, err := Generate(test.width, vars, clauses, 7, test.options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Validate(); err != nil {
			t.Fatal(err)
		}
		again, err := Generate(test.width, vars, clauses, 7, test.options...)
		if err != nil || f.Hash() != again.Hash() {
			t.Errorf("%s: the same seed gives another formula", f.Name)
		}
		if other, _ := Generate(test.width, vars, clauses, 8, test.options...); f.Hash() == other.Hash() {
			t.Errorf("%s: another seed gives the same formula", f.Name)
		}
		if r := f.Report(); r != (Report{}) || f.Clauses() != clauses || f.Vars != vars {
			t.Errorf("%s: %d clauses, %d variables, %q", f.Name, f.Clauses(), f.Vars, r.Notes())
		}
		hard, sum, positive := 0, int64(0), 0
		uses := make([]int, vars)
		for c := range clauses {
			w := f.Weight(c)
			if w == Hard {
				hard++
			} else if sum += w; w < 1 || w > test.weight {
				t.Errorf("%s: clause %d weighs %d", f.Name, c, w)
			}
			if len(f.Clause(c)) != test.width {
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
		total := float64(clauses * test.width)
		if !test.planted && math.Abs(float64(positive)-total/2) > 5*math.Sqrt(total/4) {
			t.Errorf("%s: %d of %g literals are positive", f.Name, positive, total)
		}
		for v, n := range uses {
			if p := float64(test.width) / vars; math.Abs(float64(n)-clauses*p) > 5*math.Sqrt(clauses*p*(1-p)) {
				t.Errorf("%s: variable %d is in %d clauses", f.Name, v+1, n)
			}
		}
		if n := float64(clauses - hard); n > 0 {
			mean, deviation := float64(1+test.weight)/2, float64(test.weight)/math.Sqrt(12*n)
			if math.Abs(float64(sum)/n-mean) > 5*deviation {
				t.Errorf("%s: the mean weight is %g", f.Name, float64(sum)/n)
			}
		}
		v, err := Check(f, hiddenModel(vars, 7), false)
		if err != nil || v.Violated > 0 || test.planted && v.Cost > 0 || !test.planted && v.Cost == 0 {
			t.Errorf("%s: the hidden assignment violates %d clauses and costs %d, %v", f.Name, v.Violated, v.Cost, err)
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), fmt.Sprintf("c uniform random %d-SAT, 50 variables, 3000 clauses, seed 7", test.width)) {
			t.Errorf("%s begins %.80q", f.Name, b.String())
		}
	}
}

func TestGenerateMaxCut(t *testing.T) {
	for _, test := range []struct{ vertices, edges int }{{0, 0}, {1, 0}, {5, 10}, {40, 200}, {1000, 5000}} {
		for _, weight := range []int64{0, 9} {
			f, err := GenerateMaxCut(test.vertices, test.edges, 3, Weighted(weight))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Validate(); err != nil {
				t.Fatal(err)
			}
			seen := map[[2]int32]bool{}
			for e := range test.edges {
				one, two := f.Clause(2*e), f.Clause(2*e+1)
				if len(one) != 2 || one[0] >= one[1] || one[0] < 1 || two[0] != -one[0] || two[1] != -one[1] || f.Weight(2*e) != f.Weight(2*e+1) {
					t.Fatalf("%s: edge %d is %v and %v", f.Name, e, one, two)
				}
				seen[[2]int32(one)] = true
			}
			if len(seen) != test.edges || f.Clauses() != 2*test.edges {
				t.Errorf("%s: %d different edges in %d clauses", f.Name, len(seen), f.Clauses())
			}
			if again, _ := GenerateMaxCut(test.vertices, test.edges, 3, Weighted(weight)); again.Hash() != f.Hash() {
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
	const n = uint64(MaxVars)
	if a, b := pair(n*(n-1)/2 - 1); a != MaxVars-1 || b != MaxVars {
		t.Errorf("the last pair is %d and %d", a, b)
	}
	if a, b := pair((n - 1) * (n - 2) / 2); a != 1 || b != MaxVars {
		t.Errorf("the first pair of the last vertex is %d and %d", a, b)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for title, try := range map[string]func() (*Formula, error){
		"no literals":     func() (*Formula, error) { return Generate(0, 5, 5, 1) },
		"long clauses":    func() (*Formula, error) { return Generate(maxWidth+1, 5000, 5, 1) },
		"few variables":   func() (*Formula, error) { return Generate(3, 2, 5, 1) },
		"many variables":  func() (*Formula, error) { return Generate(3, MaxVars+1, 5, 1) },
		"negative":        func() (*Formula, error) { return Generate(3, 5, -1, 1) },
		"many clauses":    func() (*Formula, error) { return Generate(3, 5, MaxLiterals/3+1, 1) },
		"negative weight": func() (*Formula, error) { return Generate(3, 5, 5, 1, Weighted(-1)) },
		"large weight":    func() (*Formula, error) { return Generate(3, 5, 5, 1, Weighted(math.MaxInt64/5+1)) },
		"share":           func() (*Formula, error) { return Generate(3, 5, 5, 1, Partial(1.5)) },
		"no share":        func() (*Formula, error) { return Generate(3, 5, 5, 1, Partial(math.NaN())) },
		"vertices":        func() (*Formula, error) { return GenerateMaxCut(-1, 0, 1) },
		"edges":           func() (*Formula, error) { return GenerateMaxCut(5, 11, 1) },
		"negative edges":  func() (*Formula, error) { return GenerateMaxCut(5, -1, 1) },
		"hard cut":        func() (*Formula, error) { return GenerateMaxCut(5, 5, 1, Partial(0.5)) },
		"planted cut":     func() (*Formula, error) { return GenerateMaxCut(5, 5, 1, Planted()) },
		"heavy cut":       func() (*Formula, error) { return GenerateMaxCut(5, 5, 1, Weighted(math.MaxInt64/10+1)) },
	} {
		if _, err := try(); err == nil {
			t.Errorf("%s: accepted", title)
		}
	}
}

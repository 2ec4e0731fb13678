package main

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// The exact method agrees with the checker on all assignments of small formulas.
func TestProveMaxsat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(0, 7).Draw(t, "vars")
		f := &sat.Formula{Name: "x", Vars: vars, Weights: []int64{}}
		for range rapid.IntRange(0, 25).Draw(t, "clauses") {
			var clause []int32
			for range rapid.IntRange(0, min(vars, 3)).Draw(t, "width") {
				x := int32(rapid.IntRange(1, vars).Draw(t, "variable"))
				clause = append(clause, x-2*x*int32(rapid.IntRange(0, 1).Draw(t, "negated")))
			}
			weight := rapid.Int64Range(0, 5).Draw(t, "weight")
			if rapid.Bool().Draw(t, "hard") && len(clause) > 0 {
				weight = sat.Hard
			}
			f.Add(weight, clause...)
		}
		p, err := sat.New(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := proveMaxsat(p)(context.Background(), true)
		if err != nil || !got.optimal || !got.found || search.Verify(p, got.solution) != nil {
			t.Fatalf("%+v, %v", got, err)
		}
		least := int64(-1)
		for bits := range uint64(1) << vars {
			v, err := sat.Check(f, sat.AssignmentOf(problem.Genome{Bits: []uint64{bits}}, vars), false)
			if err != nil {
				t.Fatal(err)
			}
			if v.Violated == 0 && (least < 0 || v.Cost < least) {
				least = v.Cost
			}
		}
		if got.none != (least < 0) || !got.none && p.SoftWeight()-got.solution.Score != least {
			t.Fatalf("%+v; the least cost is %d", got, least)
		}
	})
}

// Unit propagation alone proves what has far too many variables to try.
func TestPropagationProves(t *testing.T) {
	var b strings.Builder
	b.WriteString("h 1 0\n")
	for v := 1; v < 5000; v++ {
		b.WriteString("h -" + strconv.Itoa(v) + " " + strconv.Itoa(v+1) + " 0\n")
	}
	if got := warble(t, b.String()+"7 -5000 0\n", "maxsat", "-q", "--device", "cpu", "-"); got.code != exitOptimum || !strings.HasPrefix(got.out, "o 7\n") {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
	// Clauses that are satisfied leave nothing to try.
	b.Reset()
	b.WriteString("h 1 0\n5 -1 0\n")
	for v := 2; v <= 60; v++ {
		b.WriteString("1 " + strconv.Itoa(v) + " 1 0\n")
	}
	if got := warble(t, b.String(), "maxsat", "-q", "--device", "cpu", "-"); got.code != exitOptimum || !strings.HasPrefix(got.out, "o 5\n") {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
	b.Reset()
	b.WriteString("h 1 0\n")
	for v := 1; v < 5000; v++ {
		b.WriteString("h -" + strconv.Itoa(v) + " " + strconv.Itoa(v+1) + " 0\n")
	}
	if got := warble(t, b.String()+"h -5000 0\n", "maxsat", "-q", "--device", "cpu", "-"); got.code != exitUnsatisfiable {
		t.Errorf("%d: %.100s", got.code, got.out)
	}
}

package tsp

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func TestMovesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, err := Generate(rapid.IntRange(1, 9).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		x, err := p.(*tourProblem).Exchanges()
		if err != nil {
			t.Fatal(err)
		}
		problemtest.Exchanges(t, p, x)
	})
}

// Distances from a city to itself, which tables may have, are never added.
func TestReversalsAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		q := &Instance{Name: "table", Weights: Explicit, Table: make([]int32, n*n)}
		for i := range n {
			for j := range i + 1 {
				d := int32(rapid.IntRange(0, 99).Draw(t, "distance"))
				q.Table[i*n+j], q.Table[j*n+i] = d, d
			}
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		x, err := p.(problem.Reverser).Reversals()
		if err != nil {
			t.Fatal(err)
		}
		problemtest.Reversals(t, p, x)
	})
}

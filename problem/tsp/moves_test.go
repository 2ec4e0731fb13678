package tsp

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
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

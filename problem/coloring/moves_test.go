package coloring

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

// TestChangesAreEvaluate compares the gains of all changes along a walk with the
// conflicts of the colorings they lead to.
func TestChangesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(2, 5).Draw(t, "k")
		g, err := Generate(n, 0, rapid.Float64Range(0, 1).Draw(t, "density"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(g, k)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.(*conflicts).Changes(problemtest.RandomGenomes(p.Representation(), 2, 5).At(1))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			if want := p.Evaluate(c.Genome()); c.Score() != want {
				t.Fatalf("score %d, want %d", c.Score(), want)
			}
			for v := range n {
				for s := range uint8(k) {
					g := c.Genome().Clone()
					g.Symbols[v] = s
					if got, want := c.ChangeGain(v, s), p.Evaluate(g)-c.Score(); got != want {
						t.Fatalf("vertex %d in color %d gains %d, want %d", v, s, got, want)
					}
				}
			}
			c.Change(rapid.IntRange(0, n-1).Draw(t, "v"), uint8(rapid.IntRange(0, k-1).Draw(t, "color")))
		}
	})
}

func TestTooManyCounts(t *testing.T) {
	p, err := New(&Graph{Name: "empty", Vertices: maxVertices}, 256)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.(*conflicts).Changes(problemtest.RandomGenomes(p.Representation(), 1, 1).At(0)); err == nil {
		t.Error("a table without bounds was made")
	}
}

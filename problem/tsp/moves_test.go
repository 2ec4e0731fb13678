package tsp

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestMovesAreEvaluate compares the gains of all moves along a walk with the
// lengths of the tours they lead to.
func TestMovesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		q, err := Generate(n, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Exchanges()
		if err != nil {
			t.Fatal(err)
		}
		m.Reset(problemtest.RandomGenomes(p.Representation(), 2, 5).At(1))
		gains := make([]problem.Score, n)
		for range 4 {
			now := m.Genome().Clone()
			if m.Score() != p.Evaluate(now) {
				t.Fatalf("score %d, want %d", m.Score(), p.Evaluate(now))
			}
			for i := range n {
				m.ExchangeGains(i, gains)
				for j := i + 1; j < n; j++ {
					g := now.Clone()
					g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
					if want := p.Evaluate(g) - m.Score(); gains[j-i-1] != want || m.ExchangeGain(i, j) != want {
						t.Fatalf("exchange %d %d of %d gains %d, alone %d, want %d", i, j, n, gains[j-i-1], m.ExchangeGain(i, j), want)
					}
				}
				for j := range n {
					if j == i {
						continue
					}
					last := max(i, j)
					m.RotationGains(i, j, gains)
					for k := range n {
						if k == i || k == j {
							continue
						}
						g := now.Clone()
						g.Order[i], g.Order[j], g.Order[k] = g.Order[j], g.Order[k], g.Order[i]
						want := p.Evaluate(g) - m.Score()
						if alone := m.RotationGain(i, j, k); alone != want {
							t.Fatalf("rotation %d %d %d of %d gains %d, want %d", i, j, k, n, alone, want)
						}
						if k > last && gains[k-last-1] != want {
							t.Fatalf("rotation %d %d %d of %d gains %d in a row, want %d", i, j, k, n, gains[k-last-1], want)
						}
					}
				}
			}
			i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
			m.Exchange(i, j)
		}
	})
}

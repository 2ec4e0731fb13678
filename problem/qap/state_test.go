package qap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestStateIsDefinition compares gains of all moves, the table and the value
// with their definitions, along a walk of exchanges and rotations.
func TestStateIsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawInstance(t, 9)
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		n := q.Size
		s := p.NewState(problemtest.RandomGenomes(p.Representation(), 2, 5).At(1))
		for step := range 4 {
			here := s.Genome().Clone()
			score := p.Evaluate(here)
			if s.Score() != score || s.Value() != -score {
				t.Fatalf("step %d: the state has %d, the definition %d", step, s.Score(), score)
			}
			checkTable(t, q, s)
			moved := func(i, j, k int) problem.Score {
				g := here.Clone()
				g.Order[i], g.Order[j], g.Order[k] = here.Order[j], here.Order[k], here.Order[i]
				return p.Evaluate(g) - score
			}
			for i := range n {
				for j := range n {
					if i == j {
						continue
					}
					g := here.Clone()
					g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
					if got, want := s.ExchangeGain(i, j), p.Evaluate(g)-score; got != want {
						t.Fatalf("exchange %d %d gains %d, by definition %d", i, j, got, want)
					}
					for k := range n {
						if k == i || k == j {
							continue
						}
						if got, want := s.RotationGain(i, j, k), moved(i, j, k); got != want {
							t.Fatalf("rotation %d %d %d gains %d, by definition %d", i, j, k, got, want)
						}
					}
				}
			}
			if n < 3 {
				break
			}
			i := rapid.IntRange(0, n-1).Draw(t, "i")
			j, k := (i+1)%n, (i+2)%n
			want := here.Clone()
			if step%2 == 0 {
				s.Exchange(i, j)
				want.Order[i], want.Order[j] = here.Order[j], here.Order[i]
			} else {
				s.Rotate(i, j, k)
				want.Order[i], want.Order[j], want.Order[k] = here.Order[j], here.Order[k], here.Order[i]
			}
			if !slices.Equal(s.Genome().Order, want.Order) {
				t.Fatalf("the move leads to %v, not to %v", s.Genome().Order, want.Order)
			}
		}
	})
}

// checkTable compares w with its definition.
func checkTable(t *rapid.T, q *Instance, s *State) {
	n, p := q.Size, s.Genome().Order
	for i := range n {
		for x := range n {
			want := int64(0)
			for k := range n {
				y := int(p[k])
				want += q.A[i*n+k]*q.B[x*n+y] + q.A[k*n+i]*q.B[y*n+x]
			}
			if got := s.Cost(i, x); got != want {
				t.Fatalf("w[%d][%d] is %d, by definition %d", i, x, got, want)
			}
		}
	}
}

func BenchmarkState(b *testing.B) {
	for _, kind := range []Kind{Uniform, Structured} {
		q, err := Generate(kind, 100, 1)
		if err != nil {
			b.Fatal(err)
		}
		p := mustNew(b, q)
		s := p.NewState(problemtest.RandomGenomes(p.Representation(), 1, 1).At(0))
		b.Run("exchange/"+kind.String(), func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				s.Exchange(k%100, (k+1)%100)
			}
		})
		b.Run("exchange gains/"+kind.String(), func(b *testing.B) {
			for b.Loop() {
				for i := range 99 {
					for j := i + 1; j < 100; j++ {
						s.ExchangeGain(i, j)
					}
				}
			}
		})
		b.Run("rotation gain/"+kind.String(), func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				s.RotationGain(k%100, (k+1)%100, (k+2)%100)
			}
		})
		b.Run("reset/"+kind.String(), func(b *testing.B) {
			g := s.Genome().Clone()
			for b.Loop() {
				s.Reset(g)
			}
		})
	}
}

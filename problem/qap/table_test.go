package qap

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestTableIsState compares the gains of a table, in 32 and in 64 bits, with
// those of a State along a walk.
func TestTableIsState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawInstance(t, 9)
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		n, start := q.Size, problemtest.RandomGenomes(p.Representation(), 2, 5).At(1)
		s := p.NewState(start)
		tables := []problem.Exchanges{newTable(p, p.wide())}
		if c := p.narrow(); c != nil {
			tables = append(tables, newTable(p, c))
		}
		for _, table := range tables {
			// One that was broken off leaves nothing behind.
			left := rapid.IntRange(0, n).Draw(t, "left")
			other := problemtest.RandomGenomes(p.Representation(), 1, 6).At(0)
			whole := problem.ResetUnless(func() bool { left--; return left < 0 }, table, other)
			if whole != (left >= 0) {
				t.Fatalf("%d rows were left, and it says %t", left, whole)
			}
			table.Reset(start)
		}
		if !q.fits(64) {
			if _, err := p.Exchanges(); err == nil {
				t.Fatal("numbers that do not fit were accepted")
			}
			return
		}
		gains := make([]problem.Score, n)
		for range 4 {
			for _, table := range tables {
				if table.Score() != s.Score() {
					t.Fatalf("score %d, want %d", table.Score(), s.Score())
				}
				for i := range n {
					table.ExchangeGains(i, gains)
					for j := i + 1; j < n; j++ {
						if got, alone, want := gains[j-i-1], table.ExchangeGain(i, j), s.ExchangeGain(i, j); got != want || alone != want {
							t.Fatalf("%T: exchange %d %d gains %d, alone %d, want %d", table, i, j, got, alone, want)
						}
					}
					for j := range n {
						if j == i {
							continue
						}
						last := max(i, j)
						table.RotationGains(i, j, gains)
						for k := range n {
							if k == i || k == j {
								continue
							}
							want := s.RotationGain(i, j, k)
							if alone := table.RotationGain(i, j, k); alone != want {
								t.Fatalf("%T: rotation %d %d %d gains %d, want %d", table, i, j, k, alone, want)
							}
							if k > last && gains[k-last-1] != want {
								t.Fatalf("%T: rotation %d %d %d gains %d in a row, want %d", table, i, j, k, gains[k-last-1], want)
							}
						}
					}
				}
			}
			i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
			if i == j {
				continue
			}
			s.Exchange(i, j)
			for _, table := range tables {
				table.Exchange(i, j)
			}
		}
	})
}

func BenchmarkTable(b *testing.B) {
	for _, n := range []int{50, 100} {
		q, err := Generate(Uniform, n, 1)
		if err != nil {
			b.Fatal(err)
		}
		p := mustNew(b, q)
		t, err := p.Exchanges()
		if err != nil {
			b.Fatal(err)
		}
		t.Reset(problemtest.RandomGenomes(p.Representation(), 1, 1).At(0))
		gains := make([]problem.Score, n)
		b.Run("exchange", func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				t.Exchange(k%n, (k+1)%n)
			}
		})
		b.Run("gains", func(b *testing.B) {
			for b.Loop() {
				for i := range n {
					t.ExchangeGains(i, gains)
				}
			}
		})
	}
}

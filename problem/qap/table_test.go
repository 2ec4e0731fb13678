package qap

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestMovesAreEvaluate compares the gains of tables, in 32 and in 64 bits, with the
// definition along a walk.
func TestMovesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawInstance(t, 9)
		made, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		p := made.(*assignment)
		tables := []problem.Exchanges{newTable(p, p.wide())}
		if c := p.narrow(); c != nil {
			tables = append(tables, newTable(p, c))
		}
		for _, table := range tables {
			// One that was broken off leaves nothing behind.
			left := rapid.IntRange(0, q.Size).Draw(t, "left")
			other := problemtest.RandomGenomes(p.Representation(), 1, 6).At(0)
			whole := table.(interface {
				ResetUnless(aborted func() bool, g problem.Genome) bool
			}).ResetUnless(func() bool { left--; return left < 0 }, other)
			if whole != (left >= 0) {
				t.Fatalf("%d rows were left, and it says %t", left, whole)
			}
			if q.fits(64) {
				problemtest.Exchanges(t, p, table)
			}
		}
		if _, err := p.Exchanges(); (err == nil) != q.fits(64) {
			t.Fatal("numbers that do not fit were accepted", err)
		}
	})
}

func BenchmarkTable(b *testing.B) {
	for _, n := range []int{50, 100} {
		q, err := Generate(uniform, n, 1)
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

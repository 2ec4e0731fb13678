package genetic

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// TestGuide: a hint that claims to know the member at a position is right.
func TestGuide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.OneOf(rapid.Just(uint64(0)), rapid.Uint64Range(1, 3), rapid.Uint64Range(0, 1<<32), rapid.Uint64Range(1<<47, 1<<55)), 1, 60).Draw(t, "weights")
		w := wheel{scores: make([]problem.Score, len(weights)), prefix: make([]uint64, len(weights)+1), guide: make([]hint, len(weights)+2)}
		for i, x := range weights {
			w.prefix[i+1] = w.prefix[i] + x
		}
		total := w.prefix[len(weights)]
		if total == 0 {
			t.Skip("no member weighs anything")
		}
		w.makeGuide()
		for i := range w.guide { // in parts it is the same
			w.guide[i] ^= hint(i)
		}
		cut := rapid.IntRange(0, len(weights)).Draw(t, "cut")
		w.hints(cut, len(weights))
		w.hints(0, cut)
		w.endGuide()
		check := func(r uint64) {
			want := uint32(0)
			for w.prefix[want+1] <= r {
				want++
			}
			if got := w.at(r); got != want {
				t.Fatalf("position %d of %d: member %d, want %d", r, total, got, want)
			}
			if got, miss := w.guide[r>>w.shift].member(w.quantum(r)); miss == 0 && got != want {
				t.Fatalf("position %d of %d: the hint says member %d, want %d", r, total, got, want)
			}
		}
		check(rapid.Uint64Range(0, total-1).Draw(t, "position"))
		for _, x := range w.prefix { // around every boundary
			for _, r := range []uint64{x - 1, x, x + 1} {
				if r < total {
					check(r)
				}
			}
		}
	})
}

// TestWheelInParts: a large wheel that goroutines make together is the wheel that one
// makes.
func TestWheelInParts(t *testing.T) {
	k, err := knapsack.Generate("weakly", 50, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	c := search.Config{Problem: must(knapsack.New(k, "penalty")), Replicas: search.Seeds(1, 1), Threads: 1,
		Values: search.Values{"population": "40001", "selection": "roulette"}}
	a, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	want := searchtest.History(t, a, c, 2, 5)
	c.Threads = 3
	searchtest.Same(t, "three goroutines", want, searchtest.History(t, a, c, 2, 5))
}

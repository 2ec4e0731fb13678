package divide

import (
	"context"
	"errors"
	"testing"
	"unsafe"

	"github.com/warbler-opt/warbler/problem/sat"
)

// size is how many bytes a slice holds.
func size[T any](s []T) uint64 {
	var x T
	return uint64(cap(s)) * uint64(unsafe.Sizeof(x))
}

// A search holds no more than what it is said to need, and few times less.
func TestFootprint(t *testing.T) {
	for _, c := range []struct{ vars, clauses int }{{60, 256}, {250, 1065}, {5000, 22_000}, {30_000, 120_000}} {
		f, err := sat.Generate(3, c.vars, c.clauses, 1)
		if err != nil {
			t.Fatal(err)
		}
		p, err := prepare(f, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		crew := newCrew(p, 1, usual, nil)
		crew.limit = 300
		if !crew.begin(nil) {
			t.Fatal("it contradicts itself")
		}
		crew.load([]*part{{share: 1}})
		crew.run()
		h := crew.hands[0]
		held := size(h.value) + size(h.lists) + size(h.implied) + size(h.room) + size(h.pairs) + size(h.next) + size(h.trail) + size(h.gone) + size(h.added) +
			size(h.weight) + size(h.chosen) + size(h.rank) + size(h.order) + size(h.gain) + size(h.seen) + size(h.reach) + size(h.windfall) + size(h.forced) + size(h.inner) + size(h.levels)
		for _, w := range h.held {
			held += size(w)
		}
		if need := p.footprint(); held > need {
			t.Errorf("%+v: it holds %d bytes, and was said to need %d", c, held, need)
		}
	}
}

func TestMemory(t *testing.T) {
	f, err := sat.Generate(3, 250, 1065, 1)
	if err != nil {
		t.Fatal(err)
	}
	var none *MemoryError
	if _, err := Solve(context.Background(), f, Options{Memory: 1 << 10}); !errors.As(err, &none) {
		t.Errorf("a kilobyte is enough: %v", err)
	}
	p, err := prepare(f, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for memory, want := range map[uint64]int{0: 8, p.footprint(): 1, 5*p.footprint() - 1: 4, 100 * p.footprint(): 8} {
		if got, err := p.within(8, memory); err != nil || got != want {
			t.Errorf("%d goroutines in %d bytes, want %d; %v", got, memory, want, err)
		}
	}
}

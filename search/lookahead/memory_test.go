package lookahead

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/cnf"
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
		f, err := sat.Generate(sat.Random{Width: 3, Vars: c.vars, Clauses: c.clauses, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		p, err := prepare(f, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		pool := newPool(p, 1, nil)
		pool.limit = 300
		if !pool.begin(nil) {
			t.Fatal("it contradicts itself")
		}
		pool.load([][]uint32{nil})
		pool.run()
		h := pool.searchers[0]
		held := size(h.value) + size(h.lists) + size(h.implied) + size(h.room) + size(h.pairs) + size(h.next) + size(h.trail) + size(h.gone) + size(h.added) +
			size(h.weight) + size(h.chosen) + size(h.rank) + size(h.order) + size(h.gain) + size(h.seen) + size(h.reach) + size(h.learned) + size(h.forced) + size(h.inner) + size(h.levels)
		for _, w := range h.held {
			held += size(w)
		}
		if need := p.footprint(nil); held > need {
			t.Errorf("%+v: it holds %d bytes, and was said to need %d", c, held, need)
		}
	}
}

// live is how many bytes are in use.
func live() uint64 {
	runtime.GC()
	runtime.GC() // what the first one only found
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// What is made of a formula, and a walk, hold no more than what they are said to
// need before they are made, and not many times less.
func TestEstimates(t *testing.T) {
	for _, c := range []struct{ vars, clauses, width int }{
		{250, 1065, 3}, {5000, 22_000, 3}, {60_000, 250_000, 3}, {100_000, 90_000, 2}, {300_000, 1000, 3},
		{5000, 20_000, 7}, {20_000, 100_000, 5}, {1500, 1000, 100}, {10_000, 30_000, 4},
	} {
		f, err := sat.Generate(sat.Random{Width: c.width, Vars: c.vars, Clauses: c.clauses, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		before := live()
		s := newSimplifier(f, nil)
		p, err := s.prepare(f)
		if err != nil {
			t.Fatal(err)
		}
		both := live() - before
		runtime.KeepAlive(s)
		s = nil
		alone := live() - before
		w, err := Options{Seed: 1}.newWalk(f).build(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Step(context.Background(), walkFlips); err != nil {
			t.Fatal(err)
		}
		walk := live() - before - alone
		runtime.KeepAlive(w)
		t.Logf("%+v: %d of %d, kept %d of %d, a walk %d of %d", c, both, preparing(f), alone, p.bytes(), walk, walking(f))
		if need := preparing(f); both > need || need > 5*both {
			t.Errorf("%+v: preparing holds %d bytes, and was said to need %d", c, both, need)
		}
		if need := p.bytes(); alone > need+need/4+16384 { // blocks are rounded up
			t.Errorf("%+v: the formula holds %d bytes, and was said to need %d", c, alone, need)
		}
		if need := walking(f); walk > need || need > 5*walk+1<<17 {
			t.Errorf("%+v: a walk holds %d bytes, and was said to need %d", c, walk, need)
		}
		runtime.KeepAlive(p)
		runtime.KeepAlive(f)
	}
}

// Every way to decide counts all that it needs before it begins.
func TestMemory(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 250, Clauses: 1065, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := prepare(f, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // who is let begin ends at once
	cubes := [][]int32{}
	for v := int32(1); v < 20; v++ {
		cubes = append(cubes, []int32{v, v + 1, v + 2, v + 3, v + 4, v + 5})
	}
	searcher := p.bytes() + p.footprint(nil)
	for name, c := range map[string]struct {
		need uint64
		run  func(memory uint64) error
	}{
		"search": {max(preparing(f), searcher), func(m uint64) error {
			_, err := Solve(context.Background(), f, Options{Memory: m})
			return err
		}},
		"walk": {walking(f), func(m uint64) error {
			_, err := Solve(ctx, f, Options{Algorithm: "walk", Seed: 1, Memory: m})
			return err
		}},
		"portfolio": {max(preparing(f), searcher) + walking(f), func(m uint64) error {
			_, err := Solve(context.Background(), f, portfolio(Options{Memory: m, Threads: 2}, 1))
			return err
		}},
		"swarm": {max(preparing(f), 2*p.bytes()), func(m uint64) error { _, err := Solve(ctx, f, Options{Memory: m, Algorithm: "swarm"}); return err }},
		"making cubes": {searcher + 4*cnf.CubeBytes(1), func(m uint64) error {
			_, err := Solve(context.Background(), f, Options{Memory: m, CubeDepth: 1})
			return err
		}},
	} {
		var none *cnf.LimitError
		if err := c.run(c.need - 1); !errors.As(err, &none) || none.Needed != c.need {
			t.Errorf("%s in a byte less than %d: %v", name, c.need, err)
		}
		if err := c.run(c.need); err != nil {
			t.Errorf("%s in %d bytes: %v", name, c.need, err)
		}
	}
	// Cubes take memory of their own, and from every goroutine.
	with, err := p.within(Options{Threads: 8, Memory: 4 * searcher})
	if err != nil {
		t.Fatal(err)
	}
	less, err := p.within(Options{Threads: 8, Memory: 4 * searcher, Cubes: cubes})
	if err != nil || less >= with || less < 1 {
		t.Errorf("%d goroutines without cubes, %d with them; %v", with, less, err)
	}
	for memory, want := range map[uint64]int{0: 8, searcher: 1, p.bytes() + 5*p.footprint(nil) - 1: 4, 100 * searcher: 8} {
		if got, err := p.within(Options{Threads: 8, Memory: memory}); err != nil || got != want {
			t.Errorf("%d goroutines in %d bytes, want %d; %v", got, memory, want, err)
		}
	}
}

// Cubes end where there is no room for more of them, made or read.
func TestMemoryOfCubes(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 200, Clauses: 860, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := prepare(f, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const depth = 5
	whole, err := Solve(context.Background(), f, Options{CubeDepth: depth})
	all := whole.Cubes
	if err != nil || len(all) < 8 {
		t.Fatalf("%d cubes, %v", len(all), err)
	}
	held := max(preparing(f), p.bytes()+p.footprint(nil))
	if held != p.bytes()+p.footprint(nil) {
		t.Fatal("the search is smaller than its preparation")
	}
	for n := range len(all) + 1 {
		r, err := Solve(context.Background(), f, Options{Memory: held + uint64(n)*2*cnf.CubeBytes(depth), CubeDepth: depth})
		got := r.Cubes
		var none *cnf.LimitError
		switch {
		case n == len(all):
			if err != nil || len(got) != n {
				t.Errorf("room for %d: %d cubes, %v", n, len(got), err)
			}
		case len(got) > 0 || !errors.As(err, &none) || !strings.Contains(err.Error(), ": a search for cubes of 5 decisions needs ") || none.Lower != "CubeDepth" || none.Needed <= held:
			t.Errorf("room for %d of %d: %d cubes, %v", n, len(all), len(got), err)
		}
	}
	text := strings.Repeat("a 1 -2 3 0\n", 100)
	for memory, want := range map[uint64]bool{100 * cnf.CubeBytes(3): true, 100*cnf.CubeBytes(3) - 1: false} {
		var none *cnf.LimitError
		if got, err := cnf.ReadCubes(strings.NewReader(text), "x", memory); (err == nil) != want || err != nil && !errors.As(err, &none) || len(got) != map[bool]int{true: 100}[want] {
			t.Errorf("%d cubes in %d bytes, %v", len(got), memory, err)
		}
	}
	before := live()
	read, err := cnf.ReadCubes(strings.NewReader(strings.Repeat(text, 500)), "x", 0)
	if err != nil {
		t.Fatal(err)
	}
	if held := live() - before; held > uint64(len(read))*cnf.CubeBytes(3) {
		t.Errorf("%d cubes of 3 hold %d bytes, and were said to need %d", len(read), held, uint64(len(read))*cnf.CubeBytes(3))
	}
	runtime.KeepAlive(read)
}

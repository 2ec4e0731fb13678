package lookahead

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
)

// A formula so large that a walk of it takes long to build does not keep what
// was told to end.
func TestCancelLarge(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 230_000, Clauses: 990_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, decide := range map[string]func(context.Context) (Result, error){
		"walk": func(ctx context.Context) (Result, error) { return Solve(ctx, f, Options{Algorithm: "walk", Seed: 1}) },
		"a portfolio of one": func(ctx context.Context) (Result, error) {
			return Solve(ctx, f, portfolio(Options{Threads: 1}, 1))
		},
		"a portfolio of two": func(ctx context.Context) (Result, error) {
			return Solve(ctx, f, portfolio(Options{Threads: 2}, 1))
		},
	} {
		searchtest.Punctual(t, name, func() time.Duration {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			const after = 20 * time.Millisecond
			var asked time.Time
			time.AfterFunc(after, func() {
				asked = time.Now()
				cancel()
			})
			r, err := decide(ctx)
			ended := time.Now()
			if err != nil || r.Status != sat.Unknown || ctx.Err() == nil {
				t.Errorf("%s: %v after %v, %v", name, r.Status, r.Elapsed, err)
			}
			return ended.Sub(asked)
		})
	}
}

// A walk begins before anything is simplified: what it satisfies with its first flips,
// which are counted, it satisfies as if it were alone, and nothing is known of the
// formula but the model.
func TestWalkBeginsFirst(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 5000, Clauses: 16_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := prepare(f, nil, nil)
	if err != nil || p.counts.Pure == 0 {
		t.Fatalf("%+v was simplified, %v", p.counts, err)
	}
	alone, err := Solve(t.Context(), f, Options{Algorithm: "walk", Seed: 3})
	if err != nil || alone.Status != sat.Satisfiable {
		t.Fatalf("a walk says %v, %v", alone.Status, err)
	}
	for _, threads := range []int{1, 2} {
		r, err := Solve(t.Context(), f, portfolio(Options{Threads: threads}, 3))
		if err != nil || !r.Walked || r.Nodes != 0 || r.Simplified != (simplified{}) || !slices.Equal(r.Values, alone.Values) {
			t.Errorf("%d goroutines: %v after %d nodes, walked %v, simplified %+v, %v", threads, r.Status, r.Nodes, r.Walked, r.Simplified, err)
		}
	}
}

func TestHeadStart(t *testing.T) {
	for _, c := range []struct {
		name    string
		formula *sat.Formula
		want    int64
	}{
		{"small", formula(3, []int32{1, 2}, []int32{1, 2, 3}), firstFlips},
		{"uniform", formula(10_000, []int32{1, 2, 3}, []int32{2, 3, -10_000}), 80_000},
		{"pairs", formula(10_000, []int32{1, 2}, []int32{2, 3}), firstFlips},
		{"large", formula(50_001, slices.Repeat([][]int32{{1, 50_001}, {2}}, 40_000)...), 0},
	} {
		if got := headStart(c.formula); got != c.want {
			t.Errorf("%s: %d flips, want %d", c.name, got, c.want)
		}
	}
}

// A walk has a core to itself while hardly anything of the tree is closed, and pauses
// when it has used its part of what the search will take.
func TestRestFor(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		threads       int
		since, walked time.Duration
		share         float64
		want          time.Duration
	}{
		{2, s, s, 0, 0},
		{2, 100 * s, 100 * s, 1e-9, 0},
		{2, s, s, 0.125, walkRest},       // a quarter is done, in one second: it will take four of work
		{2, s, s, 0.04, 0},               // it will take nine
		{2, 4 * s, s, 0.125, 0},          // seven of 28
		{2, 4 * s, 2 * s, 0.5, walkRest}, // most is done
		{1, 2 * s, s, 0, 1},              // turns
		{1, 2 * s, s, 0.5, walkRest},     //
		{16, s, s, 0.125, 0},             // the others did 15 of 60
	} {
		if got := restFor(c.threads, c.since, c.walked, c.share); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// A searcher whose core a walk has waits until it gets it back, it is to end, or
// another one has nothing to do.
func TestHeld(t *testing.T) {
	for name, free := range map[string]func(*cores, *searcher){
		"given back": func(c *cores, _ *searcher) { c.release() },
		"ended":      func(_ *cores, h *searcher) { h.pool.mutex.Lock(); h.pool.halt(); h.pool.mutex.Unlock() },
		"idle":       func(_ *cores, h *searcher) { h.pool.idle.Add(1); h.pool.wake() },
	} {
		p, err := prepare(formula(3, []int32{1, 2, 3}, []int32{-1, -2, -3}), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := newCores(2)
		on := newPool(p, 2, nil)
		on.load([][]uint32{nil})
		c.begin(on)
		first, last := on.searchers[0], on.searchers[1]
		if first.pause != nil || last.pause == nil {
			t.Fatal("the wrong one waits")
		}
		last.stop = &on.over
		last.pause() // nobody walks
		c.take(t.Context())
		passed := make(chan struct{})
		go func() {
			last.pause()
			close(passed)
		}()
		select {
		case <-passed:
			t.Errorf("%s: it did not wait", name)
		case <-time.After(20 * time.Millisecond):
		}
		free(c, last)
		<-passed
	}
}

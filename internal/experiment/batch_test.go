package experiment

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// sixteen is a batch of 16 runs, which reach their target after different numbers of steps.
func sixteen(t *testing.T, w *worker, keep func([]Run) error) *batch {
	t.Helper()
	p, err := onemax.New(200)
	if err != nil {
		t.Fatal(err)
	}
	algorithm, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	goal := int64(186)
	g := &batchable{
		Case: &Case{
			trace: 1, algorithm: algorithm, subject: &subject{Name: "ones", problem: p}, stop: search.Stop{Steps: 100_000, Target: &goal},
		},
		values:  search.Values{"population": "8"},
		replica: func(run int) search.Replica { return search.Replica{Seed: uint64(run)} },
	}
	batch := make([]int, 16)
	for i := range batch {
		batch[i] = 100 + i
	}
	f := g.newBatch(w, batch, newMeter(16, 0, 1, nil), 0, keep)
	f.next, f.every = 0, 0
	return f
}

// Runs are kept when they finish, once each, and are those of an undisturbed batch,
// also when it is broken off before the others have finished.
func TestRunsLandEarly(t *testing.T) {
	for _, w := range []*worker{{id: "cpu", threads: 2}, {id: "device", device: devicetest.Open(t, devicetest.IDs(t)[0])}} {
		var want []Run
		whole := sixteen(t, w, func(runs []Run) error { want = append(want, runs...); return nil })
		whole.next = math.MaxInt64
		if err := whole.launch(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(want) != 16 || len(whole.rest()) != 0 {
			t.Fatalf("%s: %d of 16 runs, %v are left", w.id, len(want), whole.rest())
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var got []Run
		calls := 0
		part := sixteen(t, w, func(runs []Run) error {
			if calls++; len(runs) > 0 && len(got) == 0 {
				cancel()
			}
			got = append(got, runs...)
			return nil
		})
		short(part)
		began := time.Now()
		if err := part.launch(ctx); err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 || len(got) == 16 || calls < 2 {
			t.Fatalf("%s: %d runs were kept, in %d calls", w.id, len(got), calls)
		}
		seconds := 0.0
		for _, r := range got {
			i := slices.IndexFunc(want, func(x Run) bool { return x.Number == r.Number })
			x := want[i]
			if seconds += r.Seconds; r.Seconds <= 0 {
				t.Errorf("%s: run %d took %v s", w.id, r.Number, r.Seconds)
			}
			if !slices.Equal(r.trace, x.trace) {
				t.Errorf("%s: run %d has the trace %v, want %v", w.id, r.Number, r.trace, x.trace)
			}
			if r.Score != x.Score || r.Steps != x.Steps || r.Found != x.Found || r.Genome != x.Genome || r.Status != x.Status || r.Seed != x.Seed {
				t.Errorf("%s: %+v, want %+v", w.id, r, x)
			}
			if slices.Contains(part.rest(), r.Number) {
				t.Errorf("%s: run %d is kept and left", w.id, r.Number)
			}
			want = slices.Delete(want, i, i+1) // none twice
		}
		if wall := time.Since(began).Seconds(); seconds > wall {
			t.Errorf("%s: runs of %v s took %v s", w.id, seconds, wall)
		}
		if len(part.rest())+len(got) != 16 || part.meter.done != len(got) {
			t.Errorf("%s: %d are kept, %d left, and %d count as done", w.id, len(got), len(part.rest()), part.meter.done)
		}
	}
}

// halting is an engine that makes a few steps at a time.
type halting struct{ search.Engine }

func (h halting) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return h.Engine.Step(ctx, min(atMost, 10))
}

// short makes a batch look at its runs after every few steps.
func short(f *batch) {
	make := f.algorithm.New
	f.algorithm.New = func(ctx context.Context, c search.Config) (search.Engine, error) {
		e, err := make(ctx, c)
		return halting{e}, err
	}
}

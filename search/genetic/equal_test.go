package genetic

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/device/devicetest"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// moment is everything that must be equal on all devices after a step.
type moment struct {
	samples []search.Sample
	hashes  []uint64 // of each replica's genomes, scores, best and state
	status  []search.Status
}

// snapshotOf is an engine's state, whatever it runs on.
func snapshotOf(t *testing.T, e search.Engine) snapshot {
	t.Helper()
	switch e := e.(type) {
	case *cpu:
		return e.snapshot()
	case *onDevice:
		s, err := e.snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatalf("unknown engine %T", e)
	return snapshot{}
}

func hashes(s snapshot) []uint64 {
	var out []uint64
	n := len(s.scores) / len(s.states)
	d := len(s.segments) / len(s.states)
	for r := range s.states {
		h := fnv.New64a()
		g := s.genomes.Slice(r*n, (r+1)*n)
		h.Write(population.Raw(g))
		h.Write(population.Bytes(s.scores[r*n : (r+1)*n]))
		h.Write(population.Raw(s.best.Slice(r, r+1)))
		w := s.states[r].Words()
		h.Write(population.Bytes(w[:]))
		for _, seg := range s.segments[r*d : (r+1)*d] {
			w := seg.words()
			h.Write(population.Bytes(w[:5])) // the total is a device's own
		}
		out = append(out, h.Sum64())
	}
	return out
}

// history runs an engine for some calls of Step with so many steps each.
func history(t *testing.T, c search.Config, calls, steps int) []moment {
	t.Helper()
	c.Trace = true
	e, err := New(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	return follow(t, e, calls, steps)
}

// follow asks for some steps at a time, whatever an engine makes of it.
func follow(t *testing.T, e search.Engine, calls, steps int) []moment {
	t.Helper()
	var out []moment
	reached := snapshotOf(t, e).states[0].Step
	for _, s := range snapshotOf(t, e).states {
		reached = max(reached, s.Step)
	}
	for range calls {
		m := moment{}
		for to := reached + int64(steps); reached < to; {
			p, err := e.Step(context.Background(), int(to-reached))
			if err != nil {
				t.Fatal(err)
			}
			m.samples = append(m.samples, p.Samples...)
			reached = p.Steps
			if p.Running == 0 {
				break
			}
		}
		s := snapshotOf(t, e)
		m.hashes = hashes(s)
		for _, st := range s.states {
			m.status = append(m.status, st.Status)
		}
		out = append(out, m)
	}
	return out
}

func bitsOf(s search.Sample) string {
	b := math.Float64bits
	return fmt.Sprintf("replica %d step %d evaluations %d so far %d best %d worst %d mean %v (%x) deviation %x diversity %x online %x offline %x",
		s.Replica, s.Step, s.Evaluations, s.BestSoFar, s.Best, s.Worst, s.Mean, b(s.Mean), b(s.Deviation), b(s.Diversity), b(s.Online), b(s.Offline))
}

// same fails at the first difference between two histories.
func same(t *testing.T, what string, want, got []moment) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%s: %d moments, want %d", what, len(got), len(want))
	}
	for i := range want {
		w, g := want[i], got[i]
		if len(w.samples) != len(g.samples) {
			t.Fatalf("%s: call %d: %d samples, want %d", what, i, len(g.samples), len(w.samples))
		}
		for k := range w.samples {
			if x, y := bitsOf(w.samples[k]), bitsOf(g.samples[k]); x != y {
				t.Fatalf("%s: call %d:\n got %s\nwant %s", what, i, y, x)
			}
		}
		for r := range w.hashes {
			if w.hashes[r] != g.hashes[r] || w.status[r] != g.status[r] {
				t.Fatalf("%s: call %d: replica %d has hash %x and is %v, want %x and %v", what, i, r, g.hashes[r], g.status[r], w.hashes[r], w.status[r])
			}
		}
	}
}

// everywhere compares a configuration on the CPU with one and two goroutines
// and on every device. A small population is also run resident if told so:
// that costs a compilation.
func everywhere(t *testing.T, c search.Config, calls, steps int, resident bool) {
	t.Helper()
	c.Threads, c.Device = 1, nil
	want := history(t, c, calls, steps)
	c.Threads = 2
	same(t, "cpu with two goroutines", want, history(t, c, calls, steps))
	for _, d := range devicetest.All(t) {
		c.Device = d
		force(t, func() { forced.wide, forced.uncompiled = true, true }, func() {
			same(t, d.Info().ID()+" wide", want, history(t, c, calls, steps))
		})
		if resident || d.Info().GPU {
			same(t, d.Info().ID()+" as it comes", want, history(t, c, calls, steps))
		}
	}
}

// force runs a test with a layout that the engine would not choose.
func force(t *testing.T, set, run func()) {
	t.Helper()
	before := forced
	defer func() { forced = before }()
	set()
	run()
}

// resumed checks that a run saved after some steps and continued elsewhere
// equals the run left alone.
func resumed(t *testing.T, what string, first, second search.Config, steps int) {
	t.Helper()
	whole := history(t, first, 2, steps)
	first.Trace, second.Trace = true, true
	e, err := New(context.Background(), first)
	if err != nil {
		t.Fatal(err)
	}
	follow(t, e, 1, steps)
	var file bytes.Buffer
	if err := e.Save(&file); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	second.Resume = &file
	if e, err = New(context.Background(), second); err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	same(t, what, whole[1:], follow(t, e, 1, steps))
}

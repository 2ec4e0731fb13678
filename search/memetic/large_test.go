package memetic

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

// TestLargeIsPunctual: however long all searches together take to start, a run
// ends soon after it is told to, from New on.
func TestLargeIsPunctual(t *testing.T) {
	for name, c := range map[string]search.Config{
		"default":  {Problem: generated(t, "uniform", 400)},
		"rotation": {Problem: generated(t, "uniform", 300), Values: search.Values{"search": "tabu", "neighborhood": "rotation", "children": "4"}},
		"device":   {Problem: generated(t, "uniform", 150), Device: devicetest.All(t)[0]},
		"crowd":    {Problem: generated(t, "uniform", 20), Values: search.Values{"population": "65536", "children": "0", "iterations": "1"}},
	} {
		c.Replicas, c.Threads = search.Seeds(1, 1), 1
		for _, given := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond} {
			searchtest.PunctualFromNew(t, name, algorithm(t), c, given)
		}
	}
}

// TestCutShort: a run that is cut short again and again while its searches start
// comes to where one comes that is not.
func TestCutShort(t *testing.T) {
	for name, c := range map[string]search.Config{
		"rounds":   {Problem: generated(t, "uniform", 150), Values: search.Values{"population": "5", "children": "7", "iterations": "20", "rounds": "2"}},
		"rotation": {Problem: generated(t, "uniform", 60), Values: search.Values{"population": "5", "children": "6", "iterations": "20", "search": "tabu", "neighborhood": "rotation"}},
	} {
		c.Replicas = search.Seeds(3, 2)
		whole := searchtest.Open(t, algorithm(t), c)
		for steps := int64(0); steps < 2; {
			p, err := whole.Step(t.Context(), int(2-steps))
			if err != nil {
				t.Fatal(err)
			}
			steps = p.Steps
		}
		c.Threads = 1
		parts := searchtest.Open(t, algorithm(t), c)
		given, cuts := 3*time.Millisecond, 0
		for steps := int64(0); steps < 2; {
			ctx, cancel := context.WithTimeout(t.Context(), given)
			p, err := parts.Step(ctx, int(2-steps))
			if err != nil {
				t.Fatal(err)
			}
			if cancel(); p.Steps == steps {
				cuts++
				given += given / 16 // a busy machine must come to an end too
			}
			steps = p.Steps
		}
		if cuts == 0 {
			t.Errorf("%s: nothing was cut short", name)
		}
		var want, got bytes.Buffer
		if err := errors.Join(whole.Save(&want), parts.Save(&got)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: cut short %d times, it comes to another place", name, cuts)
		}
	}
}

// TestCanceledAtOnce: New says that it was told to end.
func TestCanceledAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, d := range searchtest.Where(t) {
		c := search.Config{Problem: generated(t, "uniform", 30), Replicas: search.Seeds(1, 1), Device: d}
		if e, err := newEngine(ctx, c); !errors.Is(err, context.Canceled) {
			if err == nil {
				e.Close()
			}
			t.Errorf("%s: %v", searchtest.Name(d), err)
		}
	}
}

// In squares or not, every pair is in the list once.
func TestPairsOf(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 9, 31} {
		want := pairsOf(n, n)
		if !slices.IsSorted(want) || len(want) != n*(n-1)/2 {
			t.Fatalf("%d places: %d pairs, or out of order", n, len(want))
		}
		got := pairsOf(n, tile)
		if n > tile && slices.IsSorted(got) {
			t.Errorf("%d places: no squares", n)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%d places: %x, want %x", n, got, want)
		}
	}
}

// TestSeenIsKept: what the searches of a generation have found counts before its end,
// in the answer, in its evaluations and in a checkpoint, from which a run comes to
// where one comes that was not disturbed.
func TestSeenIsKept(t *testing.T) {
	c := search.Config{Problem: generated(t, "uniform", 40), Replicas: search.Seeds(1, 2),
		Values: search.Values{"population": "4", "children": "6", "iterations": "5000"}}
	want := searchtest.History(t, algorithm(t), c, 1, 1)
	for _, d := range searchtest.Where(t) {
		c.Device, c.Resume = d, nil
		e := searchtest.Open(t, algorithm(t), c)
		first, err := e.Best(0)
		if err != nil {
			t.Fatal(err)
		}
		found := first
		// Starts count too, at most 20 for both; more are searches that have begun.
		for given := 20 * time.Millisecond; found.Steps == 0 && (found.Score == first.Score || found.Evaluations <= first.Evaluations+20); given += 20 * time.Millisecond {
			ctx, cancel := context.WithTimeout(t.Context(), given)
			_, err := e.Step(ctx, 1)
			cancel()
			if err == nil {
				found, err = e.Best(0)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if found.Evaluations <= first.Evaluations+20 || found.Steps > 0 {
			t.Errorf("%s: %d evaluations, %d generations", searchtest.Name(d), found.Evaluations, found.Steps)
		}
		c.Resume = bytes.NewReader(searchtest.Save(t, e))
		again := searchtest.Open(t, algorithm(t), c)
		if s, err := again.Best(0); err != nil || s.Score != found.Score || !slices.Equal(s.Genome.Order, found.Genome.Order) {
			t.Errorf("%s: %d is left of %d, %v", searchtest.Name(d), s.Score, found.Score, err)
		}
		for p := (search.Progress{}); p.Steps < 1; {
			if p, err = again.Step(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(searchtest.Save(t, again), want[0].Saved) {
			t.Errorf("%s: it comes to another place", searchtest.Name(d))
		}
	}
}

package local

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

// restless are searches that go somewhere else after a few steps.
var restless = map[string]search.Values{
	"robust":    {"restart": "3"},
	"tabu":      {"restart": "3"},
	"iterated":  {"patience": "3", "search": "robust", "perturbation": "500"},
	"annealing": {"trials": "5", "start": "1000", "end": "10"},
}

func places(t *testing.T, n int) problem.Problem {
	t.Helper()
	i, err := qap.Generate("uniform", n, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := qap.New(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLargeTrailsArePunctual: what a problem finds out about a permutation takes more
// than a tenth of a second here, and a search that is told to end does not wait for it.
func TestLargeTrailsArePunctual(t *testing.T) {
	p := places(t, 700)
	for name, values := range restless {
		c := search.Config{Problem: p, Values: values, Replicas: search.Seeds(1, 1), Threads: 1}
		for _, given := range []time.Duration{20 * time.Millisecond, time.Second} {
			searchtest.PunctualFromNew(t, name, lookup(t, name), c, given)
		}
	}
}

// TestSearchsCutShort: a search that is cut short again and again, and saved and taken up
// there, comes to where one comes that is not.
func TestSearchsCutShort(t *testing.T) {
	for name, values := range restless {
		const first, last = 500, 520 // it has no new best for long at first
		c := search.Config{Problem: places(t, 200), Values: values, Replicas: search.Seeds(3, 1), Threads: 1}
		whole := searchtest.Open(t, lookup(t, name), c)
		advance := func(to int64) { // a step of a busy machine may make fewer than it is asked for
			for done := replicaOf(t, whole).State.Step; done < to; {
				p, err := whole.Step(t.Context(), int(to-done))
				if err != nil {
					t.Fatal(err)
				}
				done = p.Steps
			}
		}
		advance(first)
		var start bytes.Buffer
		if err := whole.Save(&start); err != nil {
			t.Fatal(err)
		}
		advance(last)
		resume := func(saved []byte) search.Engine {
			again := c
			again.Resume = bytes.NewReader(saved)
			return searchtest.Open(t, lookup(t, name), again)
		}
		var parts search.Engine
		cuts, stale := 0, 0
		for try := 0; try < 20 && stale == 0; try++ { // a busy machine may be late with every cut
			parts = resume(start.Bytes())
			given := time.Millisecond
			for done := int64(first); done < last; {
				ctx, cancel := context.WithTimeout(t.Context(), given)
				p, err := parts.Step(ctx, int(last-done))
				if err != nil {
					t.Fatal(err)
				}
				if cancel(); p.Steps == done {
					given += given / 16 // and it must come to an end
				}
				if replicaOf(t, parts).stale {
					stale++
				}
				if done = p.Steps; done < last {
					cuts++
				}
				if cuts%3 == 1 {
					var b bytes.Buffer
					if err := parts.Save(&b); err != nil {
						t.Fatal(err)
					}
					parts = resume(b.Bytes())
				}
			}
		}
		if stale == 0 {
			t.Errorf("%s: cut short %d times, never on the way", name, cuts)
		}
		var want, got bytes.Buffer
		if err := errors.Join(whole.Save(&want), parts.Save(&got)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: cut short %d times, %d on the way, it comes to another place", name, cuts, stale)
		}
	}
}

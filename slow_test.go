package warbler_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// napping is a problem whose evaluations take a while, with nothing but Evaluate.
type napping struct {
	warbler.Problem
	nap              time.Duration
	calls, now, peak atomic.Int64 // evaluations, those under way, and the most at a time
}

func (n *napping) Evaluate(g warbler.Genome) problem.Score {
	n.calls.Add(1)
	now := n.now.Add(1)
	for most := n.peak.Load(); now > most && !n.peak.CompareAndSwap(most, now); {
		most = n.peak.Load()
	}
	time.Sleep(n.nap)
	n.now.Add(-1)
	return n.Problem.Evaluate(g)
}

func (n *napping) Objective() problem.Objective { return problem.ObjectiveOf(n.Problem) }

// eachSlow calls f with every algorithm for every kind of genome, and options that make
// its steps small.
func eachSlow(t *testing.T, f func(name string, a search.Algorithm, space warbler.Problem, options []warbler.Option)) {
	t.Helper()
	for name, p := range spaces() {
		for _, a := range search.Algorithms() {
			if a.Fronts || a.Fits(p) != nil || a.Suits != nil && !a.Suits(p) {
				continue
			}
			options := []warbler.Option{warbler.Algorithm(a.Name), warbler.Seed(3)}
			for name, value := range searchtest.Small(a) {
				if name == "population" {
					value = "32"
				}
				options = append(options, warbler.Param(name, value))
			}
			f(name+" by "+a.Name, a, p, options)
		}
	}
}

// Slow evaluations keep all goroutines busy, however few there are in a step, and the
// answer is the same.
func TestSlowEvaluationsOverlap(t *testing.T) {
	const threads = 12
	eachSlow(t, func(name string, a search.Algorithm, space warbler.Problem, options []warbler.Option) {
		options = append(options, warbler.Generations(2))
		if a.Name == "annealing" { // one after the other: that is what it is
			return
		}
		p := &napping{Problem: space, nap: time.Millisecond}
		got, err := warbler.Solve(background, p, append(options, warbler.Threads(threads))...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if most := p.peak.Load(); most < 3 || most > 2*threads { // searches begin beside others
			t.Errorf("%s: at most %d evaluations at a time", name, most)
		}
		want, err := warbler.Solve(background, &napping{Problem: space}, append(options, warbler.Threads(1))...)
		if err != nil || !reflect.DeepEqual(got.Runs, want.Runs) {
			t.Errorf("%s: %+v, want %+v, %v", name, got.Runs, want.Runs, err)
		}
	})
}

// solveOnly is a run without the evaluations that verify its answer.
func solveOnly(t *testing.T, ctx context.Context, a search.Algorithm, c search.Config, until search.Stop) search.Result {
	t.Helper()
	c.Stop = until
	e, err := a.Engine(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, err := search.Run(ctx, e, until)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Evaluations are counted as they are made, also in steps that are not complete.
func TestEvaluationsAreCounted(t *testing.T) {
	eachSlow(t, func(name string, a search.Algorithm, space warbler.Problem, _ []warbler.Option) {
		if a.Name == "cellular" { // a climb counts as one
			return
		}
		c := search.Config{Values: searchtest.Small(a), Replicas: search.Seeds(4, 2), Threads: 3}
		for _, until := range []search.Stop{{Steps: 2}, {Time: 10 * time.Millisecond}} {
			if until.Time > 0 && a.Name == "memetic" { // iterations count when they are complete
				continue
			}
			p := &napping{Problem: space}
			if until.Time > 0 {
				p.nap = time.Millisecond
			}
			c.Problem = p
			if r := solveOnly(t, background, a, c, until); r.Evaluations != p.calls.Load() {
				t.Errorf("%s until %+v: %d evaluations were counted of %d", name, until, r.Evaluations, p.calls.Load())
			}
		}
	})
}

// A first population that takes too long is broken off by a time limit and by a context,
// within about an evaluation, with the best of what was scored and the true time.
func TestFirstPopulationIsBrokenOff(t *testing.T) {
	const nap, given = 2 * time.Millisecond, 15 * time.Millisecond
	eachSlow(t, func(name string, a search.Algorithm, space warbler.Problem, options []warbler.Option) {
		for _, p := range a.Params {
			if p.Name == "population" {
				options = append(options, warbler.Param("population", 1000))
			}
		}
		for _, canceled := range []bool{false, true} {
			clocktest.Within(t, 100*time.Millisecond, name, func() time.Duration {
				p := &napping{Problem: space, nap: nap}
				ctx, limit := background, warbler.Time(given)
				if canceled {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(background, given)
					defer cancel()
					limit = warbler.Generations(1 << 40)
				}
				began := time.Now()
				run := warbler.New(ctx, p, append(options, limit, warbler.Threads(2))...)
				seen := int64(0)
				for q := range run.Progress() {
					if seen = q.Evaluations; seen == 0 {
						t.Errorf("%s: a report before anything was scored", name)
					}
				}
				r, err := run.Result()
				took := time.Since(began)
				if canceled && seen == 0 && errors.Is(err, context.DeadlineExceeded) {
					return time.Hour // a busy machine, on which nothing was scored in time
				}
				if err != nil || !r.Verified || r.Evaluations != seen || !canceled && r.Elapsed < given || r.Elapsed > took {
					t.Fatalf("%s: %+v, %v, %d seen, after %v", name, r, err, seen, took)
				}
				return took - given
			})
		}
	})
}

// A run that is left in the midst of a step goes on from its checkpoint to what it would
// have come to.
func TestStepsThatAreLeft(t *testing.T) {
	p, state := &napping{Problem: spaces()["real"], nap: time.Millisecond}, filepath.Join(t.TempDir(), "state")
	small := warbler.Param("population", 20)
	r, err := warbler.Solve(background, p, small, warbler.Threads(2), warbler.Time(28*time.Millisecond), warbler.Checkpoint(state))
	if err != nil && !errors.Is(err, search.ErrUnbegun) { // on a busy machine
		t.Fatal(r, err)
	}
	if err != nil {
		t.Skip(err)
	}
	p.nap = 0
	got, err := warbler.Solve(background, p, warbler.Resume(state), warbler.Generations(20))
	want, failed := warbler.Solve(background, p, small, warbler.Generations(20))
	if err != nil || failed != nil || !reflect.DeepEqual(got.Runs, want.Runs) {
		t.Errorf("%v, %v, want %v, %v", got, err, want, failed)
	}
}

// A checkpoint of replicas of which some are further than others has the lines of the
// trace that were not written yet, since a trace is in order.
func TestSlowReplicasResumeTheirTrace(t *testing.T) {
	genetic, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	config := search.Config{
		Problem: &napping{Problem: spaces()["permutation"]}, Threads: 2, Trace: true, Replicas: search.Seeds(3, 3),
		Values: search.Values{"population": "20"}, Stop: search.Stop{Steps: 50},
	}
	// samples of a run, and after every Step how many there were and its checkpoint.
	type saved struct {
		samples int
		state   []byte
	}
	follow := func(c search.Config) (all []search.Sample, states []saved) {
		e, err := genetic.Engine(background, c)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for running := 1; running > 0; {
			p, err := e.Step(background, 1000)
			if err != nil {
				t.Fatal(err)
			}
			running, all = p.Running, append(all, p.Samples...)
			var state bytes.Buffer
			switch err := e.Save(&state); {
			case err == nil:
				states = append(states, saved{len(all), state.Bytes()})
			case !errors.Is(err, search.ErrUnbegun):
				t.Fatal(err)
			}
		}
		return all, states
	}
	want, _ := follow(config)
	slow := config
	slow.Problem = &napping{Problem: spaces()["permutation"], nap: 2 * time.Millisecond}
	got, states := follow(slow)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("slow evaluations give %d samples, others %d, and not the same", len(got), len(want))
	}
	behind := 0
	for _, s := range states {
		c, err := search.ReadCheckpoint(bytes.NewReader(s.state))
		if err != nil {
			t.Fatal(err)
		}
		behind += int(min(1, c.Header.Behind))
		kept := want[:s.samples]
		for len(kept) > 0 && kept[len(kept)-1].Step > c.Header.Steps-c.Header.Behind {
			t.Fatalf("step %d was reported, and one replica is at step %d", kept[len(kept)-1].Step, c.Header.Steps-c.Header.Behind)
		}
		again := config
		again.Resume = bytes.NewReader(s.state)
		rest, _ := follow(again)
		if !reflect.DeepEqual(slices.Concat(kept, rest), want) {
			t.Errorf("after %d samples %d follow, of %d, or others", len(kept), len(rest), len(want))
		}
	}
	if behind == 0 {
		t.Log("all replicas were at the same step whenever they were saved")
	}
}

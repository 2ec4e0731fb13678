package lookahead

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/walk"
)

const (
	// walkFlips is how many flips a walk makes between two looks at the clock.
	walkFlips = 10_000
	// walkAlone is how long a walk goes on beside the search without a pause;
	// then it pauses walkRest times as long as it walks, since a formula that a
	// walk does not satisfy soon may well be unsatisfiable.
	walkAlone = 50 * time.Millisecond
	walkRest  = 7
	// flipsBefore is, by variable, how many flips a walk makes before the search
	// when both share one goroutine.
	flipsBefore = 400
)

// Walk looks for a model by local search from a seed until ctx ends.
func Walk(ctx context.Context, f *sat.Formula, o Options, seed uint64) (Result, error) {
	began := time.Now()
	if err := checkLiterals(f, o.Assume); err != nil {
		return Result{}, err
	}
	if err := o.fits(f, walking(f)); err != nil {
		return Result{}, err
	}
	r, err := walkInGo(ctx, f, o.Assume, seed, 0, false)
	r.Elapsed = time.Since(began)
	return r, err
}

// Portfolio decides a formula by Solve, with a walk beside it, which is quicker
// where there is a model. The verdict does not depend on which of them has it.
func Portfolio(ctx context.Context, f *sat.Formula, o Options, seed uint64) (Result, error) {
	if err := checkLiterals(f, o.Assume); err != nil {
		return Result{}, err
	}
	if len(o.Cubes) > 0 {
		return Solve(ctx, f, o) // a walk knows no cubes
	}
	o.beside = walking(f)
	if err := o.ready(f); err != nil {
		return Result{}, err
	}
	began := time.Now()
	if o.Threads == 1 {
		r, err := walkInGo(ctx, f, o.Assume, seed, flipsBefore*int64(f.Vars), false)
		if err == nil && r.Status != sat.Satisfiable {
			r, err = Solve(ctx, f, o)
		}
		r.Elapsed = time.Since(began)
		return r, err
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	walks := []func() (Result, error){func() (Result, error) { return walkInGo(ctx, f, o.Assume, seed, 0, true) }}
	if o.Device != nil {
		o.turn = &sync.Mutex{}
		walks = append(walks, func() (Result, error) { return walkOn(ctx, o.Device, o.turn, f, o.Assume, seed, walkAfter) })
	}
	walked := make(chan Result, len(walks))
	var all sync.WaitGroup
	for _, walk := range walks {
		all.Go(func() {
			// A walk that fails leaves the answer to the others.
			if r, err := walk(); err == nil && r.Status == sat.Satisfiable {
				walked <- r
				done()
			}
		})
	}
	r, err := Solve(ctx, f, o)
	done()
	all.Wait() // a device is the caller's again
	if err == nil && r.Status == sat.Unknown {
		select {
		case w := <-walked:
			w.Nodes, w.Closed = r.Nodes, r.Closed
			r = w
		default:
		}
		r.Elapsed = time.Since(began)
	}
	return r, err
}

// walkInGo runs a walk on a core; a limit of 0 flips is none. beside says that something else
// is at work, for which it pauses.
func walkInGo(ctx context.Context, f *sat.Formula, assume []int32, seed uint64, limit int64, beside bool) (Result, error) {
	unknown := Result{Status: sat.Unknown}
	type outcome struct {
		search.Engine
		err error
	}
	// What is left to itself needs no closing: an engine in Go holds nothing.
	built, _ := unless(ctx, func() outcome {
		engine, err := newWalk(ctx, f, assume, seed)
		return outcome{engine, err}
	})
	engine, err := built.Engine, built.err
	if engine == nil {
		if ctx.Err() != nil {
			err = nil
		}
		return unknown, err
	}
	defer engine.Close()
	all := int64(f.Clauses() + len(assume))
	began := time.Now()
	for done := int64(0); ctx.Err() == nil && (limit == 0 || done < limit); done += walkFlips {
		before := time.Now()
		progress, err := engine.Step(ctx, walkFlips)
		if err != nil {
			return unknown, err
		}
		if progress.Best >= all {
			best, err := engine.Best(0)
			return Result{Status: sat.Satisfiable, Values: sat.AssignmentOf(best.Genome, f.Vars), Walked: true}, err
		}
		if beside && time.Since(began) > walkAlone {
			pause(ctx, walkRest*time.Since(before))
		}
	}
	return unknown, nil
}

// newWalk is a walk of a formula and what is assumed; nil where a clause is empty,
// since nothing satisfies that.
func newWalk(ctx context.Context, f *sat.Formula, assume []int32, seed uint64) (search.Engine, error) {
	return newWalks(ctx, f, assume, search.Seeds(seed, 1), nil)
}

// newWalks are several at once, on a device or, without one, on a core.
func newWalks(ctx context.Context, f *sat.Formula, assume []int32, replicas []search.Replica, d device.Device) (search.Engine, error) {
	f = assuming(f, assume)
	for c := range f.Clauses() {
		if len(f.Clause(c)) == 0 {
			return nil, nil
		}
	}
	p, err := sat.New(f)
	if err != nil {
		return nil, err
	}
	all := int64(f.Clauses())
	return walk.New(ctx, search.Config{
		Problem: p, Threads: 1, Replicas: replicas, Device: d, Stop: search.Stop{Target: &all},
	})
}

// pause waits, but not longer than ctx.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// assuming is a formula, each clause of which counts alike, and with it what is
// assumed.
func assuming(f *sat.Formula, assume []int32) *sat.Formula {
	g := *f
	g.Weights, g.AllHard = nil, false
	g.Lits, g.Start = slices.Clip(f.Lits), slices.Clip(f.Start)
	for _, x := range assume {
		g.Add(1, x)
	}
	return &g
}

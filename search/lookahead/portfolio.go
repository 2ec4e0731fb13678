package lookahead

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	walks "github.com/warbler-opt/warbler/search/walk"
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

	// walkAfter is when walks begin on a device that a swarm searches on: what is
	// decided sooner is not worth their kernels.
	walkAfter = 300 * time.Millisecond
	// walksPerUnit is how many walk on a unit of it.
	walksPerUnit = 4
	// walkTurn is about how long they walk at a time, and walkShare how many times as
	// long they leave the device to the swarm.
	walkTurn  = 10 * time.Millisecond
	walkShare = 3
	// firstFlips is how many flips they make in their first turn.
	firstFlips = 500
)

// portfolio decides a formula by a search with walks beside it. The verdict does not
// depend on which of them has it.
func (o Options) portfolio(ctx context.Context, f *sat.Formula) (Result, error) {
	o.beside = walking(f)
	if err := o.ready(f); err != nil {
		return Result{}, err
	}
	seeds := search.Seeds(o.Seed, 1)
	if o.Threads == 1 {
		r, err := o.walk(ctx, f, walk{seeds: seeds, limit: flipsBefore * int64(f.Vars)})
		if err == nil && r.Status != sat.Satisfiable {
			r, err = o.search(ctx, f)
		}
		return r, err
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	walks := []walk{{seeds: seeds, alone: walkAlone, rest: walkRest}}
	if o.Device != nil {
		o.turn = &sync.Mutex{}
		walks = append(walks, walkOn(o.Device, o.Seed, walkAfter))
	}
	walked := make(chan Result, len(walks))
	var all sync.WaitGroup
	for _, w := range walks {
		all.Go(func() {
			// A walk that fails leaves the answer to the others.
			if r, err := o.walk(ctx, f, w); err == nil && r.Status == sat.Satisfiable {
				walked <- r
				done()
			}
		})
	}
	r, err := o.search(ctx, f)
	done()
	all.Wait() // a device is the caller's again
	if err == nil && r.Status == sat.Unknown && len(walked) > 0 {
		w := <-walked
		w.Nodes, w.Closed = r.Nodes, r.Closed
		return w, nil
	}
	return r, err
}

// walk is local searches for a model.
type walk struct {
	seeds  []search.Replica
	device device.Device // or nil for a core
	after  time.Duration // when it begins
	limit  int64         // of flips; 0 is none
	alone  time.Duration // how long it goes on without a pause
	rest   time.Duration // then it pauses so many times as long as it walks
}

// walkOn is many walks on a device that something else works on, from seeds of their
// own, after a while.
func walkOn(d device.Device, seed uint64, after time.Duration) walk {
	return walk{seeds: search.Seeds(^seed, walksPerUnit*max(1, d.Info().ComputeUnits)), device: d, after: after, rest: walkShare}
}

// walk looks for a model until ctx ends. Walks take turns with a swarm on their device:
// its searches wait for each other while they run, and some would wait for the end of
// a walk.
func (o Options) walk(ctx context.Context, f *sat.Formula, w walk) (Result, error) {
	unknown := Result{Status: sat.Unknown}
	if pause(ctx, w.after); ctx.Err() != nil {
		return unknown, nil
	}
	turn, flips := o.turn, firstFlips
	build := func() (search.Engine, error) { return w.engine(ctx, f, o.Assume) }
	var engine search.Engine
	var err error
	if w.device != nil {
		engine, err = build()
	} else { // what is left to itself needs no closing: an engine in Go holds nothing
		engine, err = unless(ctx, build)
		turn, flips = &sync.Mutex{}, walkFlips
	}
	if engine == nil || err != nil {
		if ctx.Err() != nil {
			err = nil
		}
		return unknown, err
	}
	defer engine.Close()
	all := int64(f.Clauses() + len(o.Assume))
	began := time.Now()
	for done := int64(0); ctx.Err() == nil && (w.limit == 0 || done < w.limit); done += int64(flips) {
		turn.Lock()
		before := time.Now()
		progress, err := engine.Step(ctx, flips)
		took := time.Since(before)
		turn.Unlock()
		if err != nil {
			return unknown, err
		}
		for r := 0; progress.Best >= all && r < len(w.seeds); r++ {
			s, err := engine.Best(r)
			if err != nil {
				return unknown, err
			}
			if s.Score >= all {
				return Result{Status: sat.Satisfiable, Values: cnf.AssignmentOf(s.Genome, f.Vars), Walked: true}, nil
			}
		}
		if progress.Running == 0 {
			return unknown, nil
		}
		if w.device != nil {
			flips = int(max(1, min(float64(flips)*float64(walkTurn)/float64(took), 2*float64(flips), walkFlips)))
		}
		if w.rest > 0 && time.Since(began) > w.alone {
			pause(ctx, w.rest*took)
		}
	}
	return unknown, nil
}

// engine is the walks of a formula and what is assumed; nil where a clause is empty,
// since nothing satisfies that.
func (w walk) engine(ctx context.Context, f *sat.Formula, assume []int32) (search.Engine, error) {
	g := assuming(f, assume)
	for c := range g.Clauses() {
		if len(g.Clause(c)) == 0 {
			return nil, nil
		}
	}
	p, err := sat.New(g)
	if err != nil {
		return nil, err
	}
	all := int64(g.Clauses())
	return walks.New(ctx, search.Config{
		Problem: p, Threads: 1, Replicas: w.seeds, Device: w.device, Stop: search.Stop{Target: &all},
	})
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

// pause waits, but not longer than ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

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
	// walksPerUnit is how many walk on a unit of it.
	walksPerUnit = 4
	// walkTurn is about how long they walk at a time, and walkShare how many times as
	// long they leave the device to the swarm.
	walkTurn  = 10 * time.Millisecond
	walkShare = 3
	// deviceFlips is how many flips they make in their first turn.
	deviceFlips = 500
)

// walk is local searches for a model.
type walk struct {
	formula *sat.Formula
	assume  []int32
	seeds   []search.Replica
	device  device.Device // or nil for a core
	turn    sync.Locker   // of who works on the device
	flips   int           // that a step makes
	made    bool
	engine  search.Engine // nil where a clause is empty, or there was no time to make it
}

// newWalk is a walk on a core.
func (o Options) newWalk(f *sat.Formula) *walk {
	return &walk{formula: f, assume: o.Assume, seeds: search.Seeds(o.Seed, 1), flips: walkFlips}
}

// newWalksOn is many walks on a device, from seeds of their own.
func (o Options) newWalksOn(f *sat.Formula, d device.Device) *walk {
	seeds := search.Seeds(^o.Seed, walksPerUnit*max(1, d.Info().ComputeUnits))
	return &walk{formula: f, assume: o.Assume, seeds: seeds, device: d, turn: o.turn, flips: deviceFlips}
}

// open makes the engine, unless ctx ends before.
func (w *walk) open(ctx context.Context) (err error) {
	if w.made {
		return nil
	}
	w.made = true
	if w.device != nil {
		w.engine, err = w.build(ctx)
	} else { // what is left to itself needs no closing: an engine in Go holds nothing
		w.engine, err = unless(ctx, func() (search.Engine, error) { return w.build(ctx) })
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// close releases the engine; what went wrong with it a step has said.
func (w *walk) close() {
	if w.engine != nil {
		w.engine.Close()
	}
}

// until walks until there is a model, so many flips are made or ctx ends.
func (w *walk) until(ctx context.Context, flips int64) (Result, error) {
	if flips > 0 {
		if err := w.open(ctx); err != nil {
			return Result{Status: sat.Unknown}, err
		}
	}
	for done := int64(0); done < flips; done += int64(w.flips) {
		if r, _, over, err := w.step(ctx); over || err != nil {
			return r, err
		}
	}
	return Result{Status: sat.Unknown}, nil
}

// step makes some flips, and says how long they took. over: there is a model, or there
// is no more to do.
func (w *walk) step(ctx context.Context) (r Result, took time.Duration, over bool, err error) {
	r.Status = sat.Unknown
	if w.engine == nil || ctx.Err() != nil {
		return r, 0, true, nil
	}
	before := time.Now()
	progress, err := w.engine.Step(ctx, w.flips)
	took = time.Since(before)
	if err != nil {
		return r, took, true, err
	}
	all := int64(w.formula.Clauses() + len(w.assume))
	for i := 0; progress.Best >= all && i < len(w.seeds); i++ {
		s, err := w.engine.Best(i)
		if err != nil {
			return r, took, true, err
		}
		if s.Score >= all {
			return Result{Status: sat.Satisfiable, Values: cnf.AssignmentOf(s.Genome, w.formula.Vars), Walked: true}, took, true, nil
		}
	}
	return r, took, progress.Running == 0, nil
}

// besideSearch walks on a core while a search works on the others.
func (w *walk) besideSearch(ctx context.Context, c *cores) (Result, error) {
	if err := w.open(ctx); err != nil {
		return Result{Status: sat.Unknown}, err
	}
	for {
		c.take(ctx)
		r, took, over, err := w.step(ctx)
		rest := c.leave(took)
		if over || err != nil {
			c.release()
			return r, err
		}
		if rest > 0 {
			pause(ctx, rest)
		}
	}
}

// besideSwarm walks on a device after a while. Walks take turns with a swarm there: its
// searches wait for each other while they run, and some would wait for the end of a walk.
func (w *walk) besideSwarm(ctx context.Context, after time.Duration) (Result, error) {
	pause(ctx, after)
	if ctx.Err() != nil {
		return Result{Status: sat.Unknown}, nil
	}
	if err := w.open(ctx); err != nil {
		return Result{Status: sat.Unknown}, err
	}
	defer w.close()
	for {
		w.turn.Lock()
		r, took, over, err := w.step(ctx)
		w.turn.Unlock()
		if over || err != nil {
			return r, err
		}
		w.flips = int(max(1, min(float64(w.flips)*float64(walkTurn)/float64(took), 2*float64(w.flips), walkFlips)))
		pause(ctx, walkShare*took)
	}
}

// build is the walks of a formula and what is assumed; nil where a clause is empty,
// since nothing satisfies that.
func (w *walk) build(ctx context.Context) (search.Engine, error) {
	g := assuming(w.formula, w.assume)
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

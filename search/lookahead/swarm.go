package lookahead

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead/swarm"
)

// solveBySwarm lets a swarm decide a prepared formula.
func solveBySwarm(ctx context.Context, p *prepared, o Options, began time.Time) (Result, error) {
	if p.refuted {
		return Result{Status: sat.Unsatisfiable, Progress: Progress{Closed: 1}}, nil
	}
	f, err := swarm.New(p.vars, p.binary, p.ternary)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", p.formula.Name, err)
	}
	watched := began
	watch := func(at swarm.Progress) {
		if now := time.Now(); o.Watch != nil && now.Sub(watched) >= watchEvery {
			watched = now
			o.Watch(Progress{Nodes: at.Nodes, Closed: at.Closed, Elapsed: now.Sub(began), Opening: at.Opening})
		}
	}
	var model []uint32
	var at swarm.Progress
	if o.Device == nil {
		model, at, err = swarm.Decide(ctx, f, watch)
	} else {
		model, at, err = swarm.On(ctx, o.Device, f, swarm.Options{Deterministic: o.Deterministic, Memory: o.Memory, Watch: watch, Turn: o.turn})
	}
	r := Result{Status: sat.Unsatisfiable, Progress: Progress{Nodes: at.Nodes, Closed: at.Closed, Busy: at.Busy, Opening: at.Opening}}
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		r.Status = sat.Unknown
	case err != nil:
		return r, err
	case model != nil:
		r.Status, r.Values = sat.Satisfiable, p.restore(model)
	default:
		r.Closed = 1
	}
	return r, nil
}

package lookahead

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead/swarm"
)

// bySwarm lets a swarm decide a prepared formula.
func (o Options) bySwarm(ctx context.Context, p *prepared) (Result, error) {
	// It has lists of its own.
	if err := cnf.Fits(p.formula.Name, 2*p.bytes()+o.beside, o.memory()); err != nil {
		return Result{}, err
	}
	if p.refuted {
		return refuted(), nil
	}
	f, err := swarm.New(p.vars, p.binary, p.ternary)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", p.formula.Name, err)
	}
	watched := time.Now()
	watch := func(at swarm.Progress) {
		if o.Watch != nil && time.Since(watched) >= watchEvery {
			watched = time.Now()
			o.Watch(Result{Nodes: at.Nodes, Closed: at.Closed, Opening: at.Opening})
		}
	}
	var model []uint32
	var at swarm.Progress
	if o.Device == nil {
		model, at, err = swarm.Decide(ctx, f, watch)
	} else {
		model, at, err = swarm.On(ctx, o.Device, f, swarm.Options{Deterministic: o.Deterministic, Memory: o.Memory, Watch: watch, Turn: o.turn})
	}
	r := Result{Status: sat.Unsatisfiable, Nodes: at.Nodes, Closed: at.Closed, Busy: at.Busy, Opening: at.Opening}
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

package local

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// engine is, in Go, every search that goes from neighbor to neighbor: climb, tabu,
// robust, annealing and iterated.
type engine struct {
	population.Frame
	plan
	pool      *population.Pool
	rep       problem.Representation
	objective problem.Objective
	searches  []*localSearch // by replica
}

// newEngine makes a search of the name.
func newEngine(ctx context.Context, c search.Config, name string, table search.Table) (search.Engine, error) {
	settings, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	if c.Stop.Converged {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave --convergence out", Rule: "convergence"}
	}
	e := &engine{pool: population.NewPool(c.Threads), rep: c.Problem.Representation(), objective: problem.ObjectiveOf(c.Problem)}
	if e.plan, err = newPlan(name, settings, c.Problem); err != nil {
		return nil, err
	}
	if e.temperatures != nil && e.objective.Float {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it weighs differences of scores, which must be whole numbers here"}
	}
	if e.Frame, err = population.NewFrame(name, table, c, 1, e.evaluations); err != nil {
		return nil, err
	}
	for r, seed := range e.Seeds {
		s, err := e.newSearch(r, seed)
		if err != nil {
			return nil, err
		}
		e.searches = append(e.searches, s)
	}
	if err := e.setTemperatures(ctx); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		err = e.restore(c.Resume)
	} else {
		err = e.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	if c.Device != nil {
		return newDeviceEngine(ctx, e, c.Device)
	}
	return e, nil
}

// begin scores where the replicas begin.
func (e *engine) begin(ctx context.Context) error {
	defer e.pool.Watch(ctx)()
	e.pool.Parallel(len(e.searches), func(_, r int) {
		s := e.searches[r]
		if len(e.Given) > 0 {
			s.next.Set(e.Given[0])
		} else {
			s.randomStart(0)
		}
		if !s.evaluator.ResetUnless(e.pool.Aborted, s.next) {
			return
		}
		s.keepRoundBest(0)
		s.acceptedScore = s.roundBestScore
		s.accepted.Set(s.roundBest)
		s.judge(0)
	})
	return ctx.Err()
}

// Step advances every running replica.
func (e *engine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.pool, e.searches, 0, atMost)
	return population.Report(&e.Frame, e.searches, func(s *localSearch) []search.Sample {
		defer func() { s.samples = s.samples[:0] }()
		return s.samples
	}), nil
}

// Best is the best solution of a replica.
func (e *engine) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.searches[r].state, e.searches[r].best.Clone()), nil
}

// Close has nothing to release.
func (e *engine) Close() error { return nil }

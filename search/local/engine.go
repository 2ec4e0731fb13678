package local

import (
	"context"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// newEngine makes a search of the name.
func newEngine(ctx context.Context, c search.Config, name string, table search.Table) (search.Engine, error) {
	if c.Stop.Converged {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave convergence out", Rule: "convergence"}
	}
	if c.Problem.Representation().Kind == problem.Real {
		return newVectors(ctx, c, name, table)
	}
	settings, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(name, settings, c.Problem)
	if err != nil {
		return nil, err
	}
	p.allowed = c.Stop.Evaluations
	if c.Device != nil { // which is told the temperatures
		if !p.sample(nil, func() bool { return ctx.Err() != nil }, func(*neighborhood.Evaluator) {}) {
			return nil, ctx.Err()
		}
	}
	e, err := population.New(ctx, c, population.Algorithm{
		Name:        name,
		Params:      table,
		Members:     1,
		Block:       1,
		Evaluations: p.evaluations,
		Prepare:     func(f *population.Frame) { f.Once, p.limit = func() int64 { return p.sampled }, f.Limit },
		Replica:     func(int) population.Evolver { return p.newSearch() },
		Kernels:     func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p} },
	})
	if err != nil {
		return nil, err
	}
	return population.Unranked{Engine: e}, nil
}

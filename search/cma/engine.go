package cma

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// New makes a CMA-ES for a problem over real vectors, on the CPU or on a
// device.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	f := frame{plan: p, replicas: reps}
	f.Frame, err = population.NewFrame("cma", Table, c, len(c.Start), p.evaluations)
	if err != nil {
		return nil, err
	}
	f.plan.begin(c.Problem, f.Given)
	if c.Device == nil {
		return newCPU(ctx, c, f)
	}
	return newDevice(ctx, c, f)
}

// frame is what the engines on the CPU and on a device have in common.
type frame struct {
	population.Frame
	plan     plan
	replicas []replica
}

// evaluations is how many genomes a replica has scored by a step.
func (p *plan) evaluations(step int64) int64 { return int64(p.chunk) * (1 + step) }

// most is the largest population of a run.
func (p *plan) most() int { return p.levels[len(p.levels)-1].lambda }

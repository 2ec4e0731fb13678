package quantum

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// New makes a quantum-inspired genetic algorithm for a binary problem, on the
// CPU or on a device.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	f := frame{plan: p, replicas: reps}
	f.Frame, err = population.NewFrame("quantum", Table, c, p.members, p.evaluations)
	if err != nil {
		return nil, err
	}
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

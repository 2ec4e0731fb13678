package differential

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// New makes a differential evolution for a problem over real vectors, on the
// CPU or on a device.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	f := frame{plan: p, replicas: reps}
	f.Frame, err = population.NewFrame("differential", Table, c, p.members, p.evaluations)
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

// evaluations is how many genomes a replica has scored by a step.
func (p *plan) evaluations(step int64) int64 { return int64(p.members) * (1 + step) }

// leader is the best member by the scores of a population, the first among
// equals: what population.Node.At says.
func leader(scores []problem.Score) uint32 {
	at := 0
	for i, s := range scores {
		if s > scores[at] {
			at = i
		}
	}
	return uint32(at)
}

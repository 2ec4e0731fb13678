package nsga2

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// New makes NSGA-II for a problem with several objectives, on the CPU or on a
// device. Best is the member of the first front that is best by the first
// criterion, of equals the one with the lowest index; the whole front is what
// search.Fronted gives.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	f := frame{plan: p, replicas: reps}
	f.Frame, err = population.NewFrame("nsga2", Table, c, p.members, p.evaluations)
	if err != nil {
		return nil, err
	}
	f.Rules.Bound = math.MaxInt64 // of the first criterion, if any
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

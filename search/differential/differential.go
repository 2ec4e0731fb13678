package differential

import (
	"context"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// newEngine makes a differential evolution for a problem over real vectors, on the
// CPU or on a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	return population.New(ctx, c, population.Algorithm{
		Name:    "differential",
		Params:  table,
		Members: p.members,
		Block:   population.BlockOf(p.rep.Length),
		Replica: func(i int) population.Evolver { return &replica{plan: p, params: &list[i]} },
		Kernels: func(d *population.Device) population.Kernels { return p.kernels(d, list) },
	})
}

// replica is one population in Go.
type replica struct {
	population.Replica
	plan   *plan
	params *params

	now, next             problem.Genomes // the population, and room for the next
	scores, nextScores    []problem.Score
	controls, nextControl []control // by member, when adaptive
}

// control is what a trial vector is made with.
type control struct {
	f  float64
	cr uint64 // threshold
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	n, controls := r.plan.members, 0
	if r.plan.adaptive {
		controls = n
	}
	return []population.Array{
		population.Members("genomes", r.plan.rep, n, &r.now, &r.next).Alternating(),
		population.Scores("scores", n, &r.scores, &r.nextScores).Alternating(),
		population.Slice("controls", controls, &r.controls, &r.nextControl),
		r.BestMember(),
	}
}

// Start makes and scores the first population.
func (r *replica) Start(parallel population.ParallelFor) {
	for i := range r.controls {
		r.controls[i] = r.params.start
	}
	r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.First(r.now, r.scores, lo, hi)
		return r.Summary(r.now, r.scores, lo, hi)
	})
}

// Generation makes the population of a step.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	return r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.compete(lo, hi, step)
		return r.Summary(r.next, r.nextScores, lo, hi)
	})
}

// compete fills the places lo to hi-1 of the next population with the members or
// their trial vectors, whichever score better; trial vectors win ties, so that a
// plateau can be crossed.
func (r *replica) compete(lo, hi int, step int64) {
	for i := lo; i < hi; i++ {
		var c control
		if r.plan.adaptive {
			c = r.controls[i]
		}
		c = r.plan.trial(r.next.At(i).Reals, r.now.Reals, uint32(i), r.All.At, c, r.params, step)
		if r.plan.adaptive {
			r.nextControl[i] = c
		}
	}
	r.Score(r.next, r.nextScores, lo, hi, step, 0)
	for i := lo; i < hi; i++ {
		if r.nextScores[i] >= r.scores[i] {
			continue
		}
		r.next.At(i).Set(r.now.At(i))
		r.nextScores[i] = r.scores[i]
		if r.plan.adaptive {
			r.nextControl[i] = r.controls[i]
		}
	}
}

// Check refuses controls that no run has.
func (r *replica) Check() error {
	for i, c := range r.controls {
		if !(math.Abs(c.f) <= math.MaxFloat64) || c.cr > 1<<32 {
			return &search.CheckpointError{Reason: fmt.Sprintf("section controls, member %d: no weight and rate", r.Index*r.plan.members+i)}
		}
	}
	return nil
}

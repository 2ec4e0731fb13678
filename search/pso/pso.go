package pso

import (
	"context"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// newEngine makes a particle swarm for a problem over real vectors, on the CPU or on a
// device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	return population.New(ctx, c, population.Algorithm{
		Name:    "pso",
		Params:  table,
		Members: p.members,
		Block:   population.BlockOf(p.rep.Length),
		Replica: func(i int) population.Evolver { return &replica{plan: p, params: &list[i]} },
		Kernels: func(d *population.Device) population.Kernels { return p.kernels(d, list) },
	})
}

// plan is a run's settings, resolved and checked.
type plan struct {
	rep       problem.Representation
	members   int // n
	ring      bool
	neighbors int // on each side
	reflect   bool
}

// params is what differs between the replicas of an engine.
type params struct {
	seed            uint64
	w, c1, c2, vmax float64
}

// planOf resolves settings for genomes of a representation.
func planOf(s search.Settings, r problem.Representation) *plan {
	n := s.Int("population")
	return &plan{
		rep:       r,
		members:   n,
		ring:      s.Choice("topology") == "ring",
		neighbors: min(s.Int("neighbors"), n/2), // half of a ring on each side is all of it
		reflect:   s.Choice("bounds") == "reflect",
	}
}

// newPlan is the plan of a run and the parameters of its replicas.
func newPlan(c search.Config) (*plan, []params, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, nil, err
	}
	p := planOf(s, rep)
	list, err := population.Params("pso", table, c, func(s search.Settings, seed uint64) params {
		return params{seed, s.Float("w"), s.Float("c1"), s.Float("c2"), s.Float("vmax")}
	})
	return p, list, err
}

// replica is one swarm in Go.
type replica struct {
	population.Replica
	plan   *plan
	params *params

	now, next                  problem.Genomes // positions, and room for the next
	scores, nextScores         []problem.Score
	velocities, nextVelocities []float64 // rows of as many elements as there are genes
	bests, nextBests           []float64 // personal bests, in such rows
	bestScores, nextBestScores []problem.Score
	global, nextGlobal         []uint64 // one: who had the best personal best before the last step
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	n, genes := r.plan.members, r.plan.members*r.plan.rep.Length
	return []population.Array{
		population.Members("genomes", r.plan.rep, n, &r.now, &r.next).Alternating(),
		population.Scores("scores", n, &r.scores, &r.nextScores).Alternating(),
		population.Slice("velocities", genes, &r.velocities, &r.nextVelocities),
		population.Slice("bests", genes, &r.bests, &r.nextBests).Alternating(),
		population.Slice("bestscores", n, &r.bestScores, &r.nextBestScores).Alternating(),
		population.Slice("global", 1, &r.global, &r.nextGlobal).Alternating().Named("known"),
		r.BestMember(),
	}
}

// Start makes and scores the first positions.
func (r *replica) Start(parallel population.ParallelFor) {
	r.Blocks(parallel, func(_, lo, hi int) population.Node {
		at := rng.Address{Seed: r.Seed, Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			x := r.now.At(i)
			at.Individual = uint32(i)
			if i < len(r.Given) {
				x.Set(r.Given[i])
			} else if r.Begin != nil {
				r.Begin(x, at)
			}
			r.plan.initialize(x.Reals, r.row(r.velocities, i), i < len(r.Given) || r.Begin != nil, at)
		}
		r.Score(r.now, r.scores, lo, hi, 0, 0)
		for i := lo; i < hi; i++ {
			copy(r.row(r.bests, i), r.now.At(i).Reals)
		}
		copy(r.bestScores[lo:hi], r.scores[lo:hi])
		return r.Summary(r.now, r.scores, lo, hi)
	})
}

// Generation moves all particles.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	r.nextGlobal[0] = r.global[0]
	if at := r.All.At; r.scores[at] > r.bestScores[r.global[0]] {
		r.nextGlobal[0] = uint64(at)
	}
	return r.Blocks(parallel, func(_, lo, hi int) population.Node {
		at := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Cross}
		for i := lo; i < hi; i++ {
			at.Individual = uint32(i)
			r.move(i, at)
		}
		r.Score(r.next, r.nextScores, lo, hi, step, 0)
		for i := lo; i < hi; i++ {
			best, score := r.row(r.bests, i), r.bestScores[i]
			if r.nextScores[i] > score {
				best, score = r.next.At(i).Reals, r.nextScores[i]
			}
			copy(r.row(r.nextBests, i), best)
			r.nextBestScores[i] = score
		}
		return r.Summary(r.next, r.nextScores, lo, hi)
	})
}

// row is particle i's part of a table.
func (r *replica) row(table []float64, i int) []float64 {
	n := r.plan.rep.Length
	return table[i*n : (i+1)*n : (i+1)*n]
}

// Check refuses personal bests and velocities that no run has.
func (r *replica) Check() error {
	damaged := func(section string, i int, what string) error {
		return &search.CheckpointError{Reason: fmt.Sprintf("section %s, member %d: %s", section, r.Index*r.plan.members+i, what)}
	}
	if g := r.global[0]; g >= uint64(r.plan.members) {
		return &search.CheckpointError{Reason: fmt.Sprintf("section global, replica %d: there is no member %d", r.Index, g)}
	}
	for i := range r.plan.members {
		if err := search.CheckGenome(r.plan.rep, problem.Genome{Reals: r.row(r.bests, i)}); err != nil {
			return damaged("bests", i, err.Error())
		}
		for _, v := range r.row(r.velocities, i) {
			if !(math.Abs(v) <= math.MaxFloat64) {
				return damaged("velocities", i, "no velocity")
			}
		}
	}
	return nil
}

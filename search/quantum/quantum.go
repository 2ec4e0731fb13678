package quantum

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// newEngine makes a quantum-inspired genetic algorithm for a binary problem, on the
// CPU or on a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	list, err := population.Params("quantum", parameters, c, paramsOf())
	if err != nil {
		return nil, err
	}
	return population.New(ctx, c, population.Algorithm{
		Name:    "quantum",
		Params:  parameters,
		Members: p.members,
		Block:   16,
		Replica: func(i int) population.Evolver { return &replica{plan: p, table: list[i].table} },
		Kernels: func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p, params: list} },
	})
}

// replica is one population in Go.
type replica struct {
	population.Replica
	plan  *plan
	table *table

	angles, nextAngles   []uint8 // of all members
	chances, nextChances []uint8 // that follow from them: upper bytes
	now, next            problem.Genomes
	scores, nextScores   []problem.Score
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	n := r.plan.members
	return []population.Array{
		population.Slice("angles", n*r.plan.room(), &r.angles, &r.nextAngles),
		population.Members("genomes", r.plan.rep, n, &r.now, &r.next),
		population.Scores("scores", n, &r.scores, &r.nextScores),
	}
}

// member is a member's row of Q-bits in two tables.
func (r *replica) member(i int, angles, chances []uint8) qbits {
	room := r.plan.room()
	return qbits{r.plan.rep.Length, angles[i*room : (i+1)*room], chances[i*room : (i+1)*room]}
}

// Start observes the first population: every gene is as likely 0 as 1.
func (r *replica) Start(parallel population.ParallelFor) {
	r.plan.fillEven(r.angles)
	r.Derive()
	r.Blocks(parallel, func(_, lo, hi int) population.Node {
		for i := lo; i < hi; i++ {
			if i < len(r.Given) {
				r.now.At(i).Set(r.Given[i])
				continue
			}
			q := r.member(i, r.angles, r.chances)
			q.observe(r.now.At(i).Bits, rng.Address{Seed: r.Seed, Individual: uint32(i), Purpose: rng.Observe})
		}
		r.Score(r.now, r.scores, lo, hi, 0, 0)
		return r.Summary(r.now, r.scores, lo, hi)
	})
}

// fillEven sets the angles of rows of members.
func (p *plan) fillEven(angles []uint8) {
	for ; len(angles) > 0; angles = angles[p.room():] {
		for j := range p.rep.Length {
			angles[j] = even
		}
	}
}

// Derive sets the chances by the angles.
func (r *replica) Derive() {
	r.chances, r.nextChances = make([]uint8, len(r.angles)), make([]uint8, len(r.angles))
	for j, k := range r.angles {
		r.chances[j] = uppers[k]
	}
}

// Generation observes all members and turns their Q-bits.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	whole := r.Blocks(parallel, func(_, lo, hi int) population.Node {
		for i := lo; i < hi; i++ {
			q := r.member(i, r.angles, r.chances)
			q.observe(r.next.At(i).Bits, rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Observe})
		}
		r.Score(r.next, r.nextScores, lo, hi, step, 0)
		r.rotate(lo, hi)
		return r.Summary(r.next, r.nextScores, lo, hi)
	})
	if whole {
		r.chances, r.nextChances = r.nextChances, r.chances
	}
	return whole
}

// rotate turns the Q-bits of the members lo to hi-1 by what they were observed
// as and by the best genome of the steps before.
func (r *replica) rotate(lo, hi int) {
	room := r.plan.room()
	copy(r.nextAngles[lo*room:hi*room], r.angles[lo*room:hi*room])
	copy(r.nextChances[lo*room:hi*room], r.chances[lo*room:hi*room])
	for i := lo; i < hi; i++ {
		good := 0
		if r.nextScores[i] >= r.State.Best {
			good = 1
		}
		q := r.member(i, r.nextAngles, r.nextChances)
		q.rotate(r.table, r.next.At(i).Bits, r.Best.Bits, good)
	}
}

// Check refuses what is no angle.
func (r *replica) Check() error {
	for i, k := range r.angles {
		if k > ring || k > 0 && i%r.plan.room() >= r.plan.rep.Length {
			return &search.CheckpointError{Reason: fmt.Sprintf("section angles: byte %d is no angle", r.Index*len(r.angles)+i)}
		}
	}
	return nil
}

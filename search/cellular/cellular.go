package cellular

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/internal/climb"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// block is how many cells a task in Go serves: what the bit-sliced climb takes
// at once.
const block = 64

// newEngine makes a cellular genetic algorithm for a binary problem, on the CPU or on
// a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	a, err := newAlgorithm(c)
	if err != nil {
		return nil, err
	}
	return population.New(ctx, c, a)
}

// newAlgorithm is the algorithm as the skeleton has it.
func newAlgorithm(c search.Config) (population.Algorithm, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return population.Algorithm{}, err
	}
	climber := climb.New(c.Problem, p.feedback == feedbackLiteral)
	return population.Algorithm{
		Name:    "cellular",
		Params:  table,
		Members: p.members(),
		Block:   block,
		Replica: func(i int) population.Evolver { return &replica{plan: p, params: &list[i], climber: climber} },
		Kernels: func(d *population.Device) population.Kernels {
			return &kernels{Device: d, plan: p, params: list, climber: climber}
		},
	}, nil
}

// replica is one population in Go.
type replica struct {
	population.Replica
	plan    *plan
	params  *params
	climber *climb.Climber

	now, next          problem.Genomes // the population, and room for the next
	scores, nextScores []problem.Score
	passes             []uint32 // one number: of the next generation's climbs
	last               []int32  // the last improving pass of each climb
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	n := r.plan.members()
	return []population.Array{
		population.Members("genomes", r.plan.rep, n, &r.now, &r.next).Alternating(),
		population.Scores("scores", n, &r.scores, &r.nextScores).Alternating(),
		population.Slice("passes", 1, &r.passes, nil).Wide(),
	}
}

// Start makes and scores the first population.
func (r *replica) Start(parallel population.ParallelFor) {
	r.passes[0] = uint32(r.params.passes)
	r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.First(r.now, r.scores, lo, hi)
		return r.Summary(r.now, r.scores, lo, hi)
	})
}

// Generation makes the population of a step.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	if r.last == nil {
		r.last = make([]int32, r.plan.members())
	}
	event := r.plan.event(r.params, step)
	migrates := event && r.plan.migration == migrateBest
	complete := r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.breed(lo, hi, step, event && !migrates)
		r.replace(lo, hi)
		if migrates { // which comes before the summary
			return population.Node{}
		}
		return r.Summary(r.next, r.nextScores, lo, hi)
	})
	if complete && migrates {
		r.migrate()
		complete = r.Blocks(parallel, func(_, lo, hi int) population.Node {
			return r.Summary(r.next, r.nextScores, lo, hi)
		})
	}
	if complete {
		r.passes[0] = uint32(r.plan.nextPasses(r.params, int(r.passes[0]), r.used()))
	}
	return complete
}

// breed fills the cells lo to hi-1 of the next population with children that
// have climbed.
func (r *replica) breed(lo, hi int, step int64, wide bool) {
	p := r.plan
	for i := lo; i < hi && !r.Pool.Aborted(); i++ {
		mate := p.mate(r.scores, r.params, step, i, wide)
		child := r.next.At(i)
		if p.own.Cross != nil {
			child.Set(r.now.At(i))
			p.own.Cross(r.now.At(i), r.now.At(mate), child, rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Cross})
		} else {
			p.cross(child, r.now.At(i), r.now.At(mate), r.params, step, i)
		}
		if p.own.Mutate != nil {
			p.own.Mutate(child, rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Mutate})
		} else {
			p.mutate(child, r.params, step, i)
		}
		if r.Repairer != nil {
			r.Repairer.Repair(child, rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Repair})
		}
	}
	slow := r.Pool.Slow() && !r.climber.Together()
	climb := func(from, to int) {
		r.climber.Climb(r.next.Slice(lo+from, lo+to), r.nextScores[lo+from:lo+to], int(r.passes[0]), r.last[lo+from:lo+to], slow, r.Pool.Aborted)
	}
	if slow {
		r.Pool.Share(hi-lo, 1, climb)
	} else {
		climb(0, hi-lo)
	}
}

// replace keeps the members that their children do not surpass (5.3.2).
func (r *replica) replace(lo, hi int) {
	for i := lo; i < hi; i++ {
		if r.nextScores[i] <= r.scores[i] {
			r.next.At(i).Set(r.now.At(i))
			r.nextScores[i] = r.scores[i]
		}
	}
}

// used is how many climbs of the generation improved in their last pass.
func (r *replica) used() (count int) {
	for _, pass := range r.last {
		if pass == int32(r.passes[0]) {
			count++
		}
	}
	return count
}

// migrate lets the best member of every island, the first of equals, replace
// the worst of the next island, the last of equals.
func (r *replica) migrate() {
	cells, islands := r.plan.cells(), r.plan.islands()
	best, worst := make([]int, islands), make([]int, islands)
	for k := range islands {
		b, w := k*cells, k*cells
		for i := k * cells; i < (k+1)*cells; i++ {
			if r.nextScores[i] > r.nextScores[b] {
				b = i
			}
			if r.nextScores[i] <= r.nextScores[w] {
				w = i
			}
		}
		best[k], worst[k] = b, w
	}
	for k, from := range best {
		to := worst[(k+1)%islands]
		r.next.At(to).Set(r.next.At(from))
		r.nextScores[to] = r.nextScores[from]
	}
}

// Check refuses more passes than a climb may have.
func (r *replica) Check() error {
	if n, most := int64(r.passes[0]), int64(r.params.passes); n > most {
		return &search.CheckpointError{Reason: fmt.Sprintf("section passes, replica %d: %d of at most %d", r.Index, n, most)}
	}
	return nil
}

package nsga2

import (
	"context"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// blockMembers is how many members a task in Go has: a power of two, so that its
// statistics are a node of the tree.
const blockMembers = 64

// batchMembers is how many members are scored together at most, where the problem does
// that.
const batchMembers = 512

// newEngine makes NSGA-II for a problem with several objectives, on the CPU or on a
// device. Best is the member of the first front that is best by the first
// criterion, of equals the one with the lowest index; the whole front is what
// search.Fronted gives.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	shared := &population.PerWorker[variation.Breeder]{New: func() *variation.Breeder {
		b := variation.NewBreeder(&p.Operators)
		return &b
	}}
	e, err := population.New(ctx, c, population.Algorithm{
		Name:         "nsga2",
		Params:       table,
		Members:      p.members,
		Block:        blockMembers,
		BestIsMember: true,
		Prepare: func(f *population.Frame) {
			f.Rules.Bound = math.MaxInt64 // of the first criterion, if any
			f.Float = p.criteria[0].Float
		},
		Replica: func(i int) population.Evolver {
			return &replica{plan: p, rates: &list[i], breeders: shared, candidates: p.pool()}
		},
		Kernels: func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p, rates: list} },
	})
	if err != nil {
		return nil, err
	}
	return &engine{e, e}, nil
}

// replica is one population in Go. The first n candidates are its members, the
// others its children.
type replica struct {
	population.Replica
	plan     *plan
	rates    *variation.Rates
	breeders *population.PerWorker[variation.Breeder]

	genomes    problem.Genomes // of the candidates
	candidates pool
	ranks      []uint32  // of the members
	crowding   []float64 // likewise
	survivors  []int
	strips     []float64
	scored     []bool            // members of the first population, while it is not complete
	nodes      []population.Node // by block
	fronts     []population.Node // by block: Sum is the area, Square the members of the first front
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	q, n, m, rows := &r.candidates, r.plan.members, len(r.plan.criteria), r.plan.rows()
	return []population.Array{
		population.Members("genomes", r.plan.Rep, n, &r.genomes, nil).WithRoom(2*n).Alternating().InRooms(1, rows, rows),
		population.Slice("scores", n*m, &q.Scores, nil).WithRoom(2*n*m).Alternating().InRooms(1, rows*m, rows*m),
		population.Slice("violations", n, &q.Violation, nil).WithRoom(2*n).Alternating().InRooms(1, rows, rows),
		population.Slice("ranks", n, &r.ranks, nil).Wide().Alternating().InRooms(1, rows, rows),
		population.Slice("crowding", n, &r.crowding, nil).Alternating().InRooms(1, rows, rows),
	}
}

// Derive makes room for steps.
func (r *replica) Derive() {
	n := r.plan.members
	blocks := (n + blockMembers - 1) / blockMembers
	r.candidates.allocate(2*n, r.Pool.Aborted)
	r.strips = make([]float64, n)
	r.nodes, r.fronts = make([]population.Node, blocks), make([]population.Node, blocks)
}

// Start makes and scores the first population.
func (r *replica) Start(parallel population.ParallelFor) {
	if r.strips == nil {
		r.Derive()
	}
	n := r.plan.members
	if r.scored == nil {
		r.scored = make([]bool, n)
	}
	if r.Tasks(parallel, len(r.nodes), func(_, block int) {
		at := rng.Address{Seed: r.Seed, Purpose: rng.Init}
		lo, hi := r.block(block)
		for i := lo; i < hi; i++ {
			if i < len(r.Given) {
				r.genomes.At(i).Set(r.Given[i])
				continue
			}
			at.Individual = uint32(i)
			r.Draw(r.genomes.At(i), at)
		}
		r.score(lo, hi, 0, 0)
	}) && r.scoreBatch(0, n, 0, 0) {
		r.survive(n, parallel)
	}
}

// block is the range of a block of members.
func (r *replica) block(b int) (lo, hi int) {
	return b * blockMembers, min((b+1)*blockMembers, r.plan.members)
}

// Generation makes the children of a step and the population that comes of it.
// When the workers are aborted the children may be incomplete and the ranks of
// the candidates wrong; the members and their ranks are as they were.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	n := r.plan.members
	return r.Tasks(parallel, len(r.nodes), func(worker, block int) {
		b := r.breeders.Of(r.Pool, worker)
		lo, hi := r.block(block)
		for i := lo; i < hi; i += 2 {
			r.breed(b, i, step)
		}
		r.score(n+lo, n+hi, step, -n)
	}) && r.scoreBatch(n, 2*n, step, -n) && r.survive(2*n, parallel)
}

// breed makes children i and i+1 of a step.
func (r *replica) breed(b *variation.Breeder, i int, step int64) {
	n := uint32(r.plan.members)
	at := rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i / 2), Purpose: rng.Pair}
	_, _, x2, x3 := at.Block(0)
	y0, y1, y2, y3 := at.Block(1)
	m := r.better(at.Bounded(y0, 4, n), at.Bounded(y1, 5, n))
	f := r.better(at.Bounded(y2, 6, n), at.Bounded(y3, 7, n))
	row, two := int(n)+i, i+1 < int(n)
	var second problem.Genome
	if two {
		second = r.genomes.At(row + 1)
	}
	child := rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Mutate}
	b.Children(r.genomes.At(row), second, r.genomes.At(int(m)), r.genomes.At(int(f)), two, at, x2, x3, child, r.rates)
}

// better is the winner of a tournament: the crowded comparison of the paper, and
// the first among equals.
func (r *replica) better(i, j uint32) uint32 {
	if r.ranks[j] < r.ranks[i] || r.ranks[j] == r.ranks[i] && r.crowding[j] > r.crowding[i] {
		return j
	}
	return i
}

// scoreBatch is score for problems that score many together, once all candidates of a
// step are there. It reports false when the workers are aborted.
func (r *replica) scoreBatch(lo, hi int, step int64, shift int) bool {
	q, m := &r.candidates, len(r.plan.criteria)
	for ; r.plan.batch != nil && lo < hi; lo += batchMembers {
		end := min(lo+batchMembers, hi)
		for i := lo; i < end && r.Repairer != nil; i++ {
			r.Repairer.Repair(r.genomes.At(i), rng.Address{Seed: r.Seed, Step: uint64(step), Individual: uint32(i + shift), Purpose: rng.Repair})
		}
		r.plan.batch(r.genomes.Slice(lo, end), q.Scores[lo*m:end*m], q.Violation[lo:end])
		for i := lo; i < end && step == 0; i++ {
			r.scored[i] = true
		}
		r.Made(end - lo)
		r.Pool.Scored()
		if r.Pool.Aborted() {
			return false
		}
	}
	return true
}

// score repairs and scores the candidates lo to hi-1; candidate i is individual i+shift
// of a step.
func (r *replica) score(lo, hi int, step int64, shift int) {
	if r.plan.batch != nil { // later, all together
		return
	}
	q := &r.candidates
	r.ScoreBy(r.genomes, lo, hi, step, shift, func(i int) {
		g := r.genomes.At(i)
		if r.plan.together != nil {
			q.Violation[i] = r.plan.together(g, q.Of(i))
		} else {
			r.plan.problem.Scores(g, q.Of(i))
			if r.plan.constrained != nil {
				q.Violation[i] = r.plan.constrained.Violation(g)
			}
		}
		if step == 0 {
			r.scored[i] = !r.Pool.Cut(q.Of(i)[0])
		}
	}, func(i int) (score, violation problem.Score) {
		if q.Violation[i] != 0 { // what violates something has no score
			return problem.Worst, q.Violation[i]
		}
		return q.Of(i)[0], 0
	})
}

// survive makes those of the first size candidates that survive the population.
// It reports false when the workers are aborted.
func (r *replica) survive(size int, parallel population.ParallelFor) bool {
	q := &r.candidates
	r.survivors = q.survive(size, r.plan.members, r.survivors, parallel)
	if r.Pool.Aborted() {
		return false
	}
	for k, i := range r.survivors { // in ascending order, so nobody is overwritten before
		r.ranks[k], r.crowding[k] = q.Rank[i], q.crowding[i]
		if k != i {
			q.Rank[k], q.Violation[k] = q.Rank[i], q.Violation[i]
			copy(q.Of(k), q.Of(i))
			r.genomes.At(k).Set(r.genomes.At(i))
		}
	}
	r.summarize()
	return true
}

// Check refuses members that no run has, and finds the best of the others.
func (r *replica) Check() error {
	q, best := &r.candidates, -1
	for i, rank := range r.ranks {
		if q.Violation[i] < 0 || !(r.crowding[i] >= 0) {
			return &search.CheckpointError{Reason: fmt.Sprintf("member %d has no violation, rank and distance", r.Index*r.plan.members+i)}
		}
		if rank == 0 && (best < 0 || q.Violation[i] == 0 && q.Of(i)[0] > q.Of(best)[0]) {
			best = i
		}
	}
	r.All.At = uint32(max(best, 0))
	r.Best.Set(r.genomes.At(int(r.All.At)))
	return nil
}

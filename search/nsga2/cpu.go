package nsga2

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// blockMembers is how many members a task of the CPU engine has: a power of
// two, so that its statistics are a node of the tree.
const blockMembers = 64

// cpu is the engine in Go.
type cpu struct {
	frame
	crew     *population.Crew
	herds    []*herd
	breeders []variation.Breeder // one a goroutine
	spares   []problem.Genome    // children that are made but not wanted, likewise
}

// herd is one replica. Rows 0 to n-1 of its genomes are the population, the
// others room for children.
type herd struct {
	engine    *cpu
	index     int
	replica   replica
	state     population.State
	genomes   problem.Genomes
	pool      *pool
	rank      []uint32  // of the population
	crowding  []float64 // likewise
	survivors []int
	strips    []float64
	leader    uint32            // the best member by the first criterion
	nodes     []population.Node // by block
	fronts    []population.Node // by block: Sum is the area, Square the members of the first front
	samples   []search.Sample   // not reported yet
}

func newCPU(ctx context.Context, c search.Config, f frame) (search.Engine, error) {
	e := emptyCPU(c.Threads, f)
	if c.Resume != nil {
		s, err := e.read(c.Resume)
		if err != nil {
			return nil, err
		}
		e.load(s)
		return e, nil
	}
	defer e.crew.Watch(ctx)()
	for _, h := range e.herds {
		e.start(h)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// emptyCPU is an engine whose replicas have no members yet.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, crew: population.NewCrew(threads)}
	for range e.crew.Threads {
		e.breeders = append(e.breeders, variation.NewBreeder(&e.plan.Operators))
		e.spares = append(e.spares, problem.NewGenomes(e.plan.Rep, 1).At(0))
	}
	n := e.plan.members
	blocks := (n + blockMembers - 1) / blockMembers
	for i, r := range f.replicas {
		e.herds = append(e.herds, &herd{
			engine:   e,
			index:    i,
			replica:  r,
			state:    population.NewState(),
			genomes:  problem.NewGenomes(e.plan.Rep, 2*n),
			pool:     newPool(&e.plan, 2*n, e.crew.Aborted),
			rank:     make([]uint32, n),
			crowding: make([]float64, n),
			strips:   make([]float64, n),
			nodes:    make([]population.Node, blocks),
			fronts:   make([]population.Node, blocks),
		})
	}
	return e
}

// Step advances every running replica.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.herds, e.plan.members, atMost)
	return population.Report(&e.Frame, e.herds, func(h *herd) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *herd) Current() *population.State { return &h.state }

// Generation makes one step of the replica.
func (h *herd) Generation(spread population.Spread) { h.engine.generation(h, spread) }

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	n := e.plan.members
	e.crew.Together(len(h.nodes), func(_, block int) {
		at := rng.Address{Seed: h.replica.seed, Purpose: rng.Init}
		lo, hi := e.block(block)
		for i := lo; i < hi && !e.crew.Aborted(); i++ {
			if i < len(e.Given) {
				h.genomes.At(i).Set(e.Given[i])
			} else {
				at.Individual = uint32(i)
				variation.Initialize(h.genomes.At(i), e.plan.Rep, at)
			}
			e.score(h, i, 0, uint32(i))
		}
	})
	if e.crew.Aborted() {
		return
	}
	h.survivors = h.pool.survive(n, n, h.survivors)
	if e.crew.Aborted() {
		return
	}
	e.settle(h, 0)
}

// block is the range of a block of members.
func (e *cpu) block(b int) (lo, hi int) {
	return b * blockMembers, min((b+1)*blockMembers, e.plan.members)
}

// score repairs and scores row i, which is an individual of a step.
func (e *cpu) score(h *herd, i int, step int64, individual uint32) {
	g := h.genomes.At(i)
	if e.Repairer != nil {
		e.Repairer.Repair(g, rng.Address{Seed: h.replica.seed, Step: uint64(step), Individual: individual, Purpose: rng.Repair})
	}
	e.plan.problem.Scores(g, h.pool.of(i))
	if e.plan.constrained != nil {
		h.pool.violation[i] = e.plan.constrained.Violation(g)
	}
}

// generation makes one step of a replica, or none when the engine is aborted.
func (e *cpu) generation(h *herd, spread population.Spread) {
	step, n := h.state.Step+1, e.plan.members
	spread(len(h.nodes), func(worker, block int) {
		lo, hi := e.block(block)
		for i := lo; i < hi && !e.crew.Aborted(); i += 2 {
			e.breed(h, worker, i, step)
		}
	})
	if e.crew.Aborted() { // the children may be incomplete; the population is as it was
		return
	}
	h.survivors = h.pool.survive(2*n, n, h.survivors)
	if e.crew.Aborted() { // the ranks may be wrong; those of the population are kept apart
		return
	}
	e.settle(h, step)
}

// breed makes children i and i+1 of a step.
func (e *cpu) breed(h *herd, worker, i int, step int64) {
	p, n, b := &e.plan, uint32(e.plan.members), &e.breeders[worker]
	at := rng.Address{Seed: h.replica.seed, Step: uint64(step), Individual: uint32(i / 2), Purpose: rng.Pair}
	_, _, x2, x3 := at.Block(0)
	y0, y1, y2, y3 := at.Block(1)
	m := h.better(at.Bounded(y0, 4, n), at.Bounded(y1, 5, n))
	f := h.better(at.Bounded(y2, 6, n), at.Bounded(y3, 7, n))
	row, two := int(n)+i, i+1 < int(n)
	c, d := h.genomes.At(row), e.spares[worker]
	if two {
		d = h.genomes.At(row + 1)
	}
	if p.Crossover != variation.CrossNone && rng.Bernoulli(x2, h.replica.pc) {
		b.Cross(c, d, h.genomes.At(int(m)), h.genomes.At(int(f)), at, x3)
	} else {
		c.Set(h.genomes.At(int(m)))
		d.Set(h.genomes.At(int(f)))
	}
	child := rng.Address{Seed: h.replica.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Mutate}
	b.Mutate(c, child, h.replica.pm, &h.replica.genes)
	e.score(h, row, step, uint32(i))
	if two {
		child.Individual++
		b.Mutate(d, child, h.replica.pm, &h.replica.genes)
		e.score(h, row+1, step, uint32(i+1))
	}
}

// better is the winner of a tournament: the crowded comparison of the paper, and
// the first among equals.
func (h *herd) better(i, j uint32) uint32 {
	if h.rank[j] < h.rank[i] || h.rank[j] == h.rank[i] && h.crowding[j] > h.crowding[i] {
		return j
	}
	return i
}

// settle ends a step: the survivors become the population, and the replica is
// judged.
func (e *cpu) settle(h *herd, step int64) {
	q := h.pool
	for k, i := range h.survivors { // in ascending order, so nobody is overwritten before
		h.rank[k], h.crowding[k] = q.rank[i], q.crowding[i]
		if k != i {
			q.rank[k], q.violation[k] = q.rank[i], q.violation[i]
			copy(q.of(k), q.of(i))
			h.genomes.Copy(k, h.genomes, i)
		}
	}
	e.judge(h, step)
}

// Best is the best solution of a replica by the first criterion.
func (e *cpu) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	h := e.herds[r]
	return e.Solution(r, h.state, h.genomes.At(int(h.leader)).Clone()), nil
}

// Front lists the first front of a replica.
func (e *cpu) Front(r int) ([]search.Member, error) {
	if err := e.CheckReplica(r); err != nil {
		return nil, err
	}
	return e.frontOf(e.snapshot(e.herds[r : r+1])), nil
}

// Save writes a checkpoint.
func (e *cpu) Save(w io.Writer) error { return e.write(w, e.snapshot(e.herds)) }

// Close has nothing to release.
func (e *cpu) Close() error { return nil }

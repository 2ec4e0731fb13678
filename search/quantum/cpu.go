package quantum

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// block is how many members a task of the CPU engine has: a power of two, so
// that its statistics are a node of the tree.
const block = 16

// cpu is the engine in Go.
type cpu struct {
	frame
	crew  *population.Crew
	herds []*herd
}

// herd is one replica. What a step makes takes the place of what was there only
// when the step is complete.
type herd struct {
	engine           *cpu
	index            int
	replica          replica
	state            population.State
	angles, turned   []uint8 // of all members, and room for those after a step
	chances, changed []uint8
	now, next        problem.Genomes
	scores, fresh    []problem.Score
	best             problem.Genome
	nodes            []population.Node // by block
	samples          []search.Sample   // not reported yet
}

// emptyCPU is an engine whose replicas have not begun.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, crew: population.NewCrew(threads)}
	for i, r := range f.replicas {
		e.herds = append(e.herds, e.newHerd(i, r))
	}
	return e
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
	e.crew.Together(len(e.herds), func(_, r int) { e.herds[r].start() })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *cpu) newHerd(index int, r replica) *herd {
	n, all := e.plan.members, e.plan.members*e.plan.room()
	return &herd{
		engine: e, index: index, replica: r, state: population.NewState(),
		angles: make([]uint8, all), turned: make([]uint8, all), chances: make([]uint8, all), changed: make([]uint8, all),
		now: problem.NewGenomes(e.plan.rep, n), next: problem.NewGenomes(e.plan.rep, n),
		scores: make([]problem.Score, n), fresh: make([]problem.Score, n),
		best:  problem.NewGenomes(e.plan.rep, 1).At(0),
		nodes: make([]population.Node, (n+block-1)/block),
	}
}

// member is a member's row of Q-bits in two tables.
func (h *herd) member(i int, angles, chances []uint8) qbits {
	room := h.engine.plan.room()
	return qbits{h.engine.plan.rep.Length, angles[i*room : (i+1)*room], chances[i*room : (i+1)*room]}
}

// start observes the first population: every gene is as likely 0 as 1.
func (h *herd) start() {
	e := h.engine
	for i := range e.plan.members {
		q := h.member(i, h.angles, h.chances)
		for j := range e.plan.rep.Length {
			q.set(j, even)
		}
		if i < len(e.Given) {
			h.now.At(i).Set(e.Given[i])
		} else {
			q.observe(h.now.At(i).Bits, rng.Address{Seed: h.replica.seed, Individual: uint32(i), Purpose: rng.Observe})
		}
	}
	e.Score(e.crew, h.now, h.scores, 0, e.plan.members, h.replica.seed, 0, 0)
	if e.crew.Aborted() {
		return
	}
	for b := range h.nodes {
		lo, hi := e.block(b)
		h.nodes[b] = population.Pairs(h.now, h.scores, lo, hi, e.plan.float, 0)
	}
	h.judge(0)
}

// block is the range of a task.
func (e *cpu) block(b int) (lo, hi int) { return b * block, min((b+1)*block, e.plan.members) }

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

// Generation makes one step of the replica, or none when the engine is aborted.
func (h *herd) Generation(spread population.Spread) {
	e, step := h.engine, h.state.Step+1
	spread(len(h.nodes), func(_, b int) {
		lo, hi := e.block(b)
		for i := lo; i < hi; i++ {
			q := h.member(i, h.angles, h.chances)
			q.observe(h.next.At(i).Bits, rng.Address{Seed: h.replica.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Observe})
		}
		e.Score(e.crew, h.next, h.fresh, lo, hi, h.replica.seed, step, 0)
		h.rotate(lo, hi)
		h.nodes[b] = population.Pairs(h.next, h.fresh, lo, hi, e.plan.float, h.state.Anchor)
	})
	if e.crew.Aborted() {
		return
	}
	h.now, h.next = h.next, h.now
	h.scores, h.fresh = h.fresh, h.scores
	h.angles, h.turned = h.turned, h.angles
	h.chances, h.changed = h.changed, h.chances
	h.judge(step)
}

// rotate turns the Q-bits of the members lo to hi-1 by what they were observed
// as and by the best genome of the steps before.
func (h *herd) rotate(lo, hi int) {
	room := h.engine.plan.room()
	copy(h.turned[lo*room:hi*room], h.angles[lo*room:hi*room])
	copy(h.changed[lo*room:hi*room], h.chances[lo*room:hi*room])
	for i := lo; i < hi; i++ {
		good := 0
		if h.fresh[i] >= h.state.Best {
			good = 1
		}
		q := h.member(i, h.turned, h.changed)
		q.rotate(h.replica.table, h.next.At(i).Bits, h.best.Bits, good)
	}
}

// judge ends a step: it joins the statistics, keeps the best, and decides
// whether the replica goes on.
func (h *herd) judge(step int64) {
	e, n := h.engine, h.engine.plan.members
	all := population.Tree(h.nodes)
	mean, deviation := all.Moments(n, h.state.Anchor)
	spread := all.Spread(n/2, e.plan.rep.Length)
	if h.state.Judge(step, all.Best, mean, spread, e.Rules, e.plan.float) {
		h.best.Set(h.now.At(int(all.At)))
	}
	if e.Trace {
		h.samples = append(h.samples, h.state.Record(all, mean, deviation, spread).Sample(h.index, e.Evaluations(step)))
	}
}

// Best is the best solution of a replica.
func (e *cpu) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	h := e.herds[r]
	return e.Solution(r, h.state, h.best.Clone()), nil
}

// Close has nothing to release.
func (e *cpu) Close() error { return nil }

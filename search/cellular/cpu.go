package cellular

import (
	"context"
	"sync/atomic"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// block is how many cells one task of the CPU engine serves: a power of two, so
// that its statistics are a node of the tree, and what the bit-sliced climb
// takes at once.
const block = 2 * population.MostPairs

// cpu is the engine in Go.
type cpu struct {
	frame
	crew  *population.Crew
	herds []*herd
}

// herd is one replica.
type herd struct {
	engine    *cpu
	index     int
	replica   replica
	state     population.State
	passes    int             // of the next generation's climbs
	used      atomic.Int64    // climbs of this one that improved in their last pass
	now, next problem.Genomes // the population, and room for the next
	scores    []problem.Score // of now
	fresh     []problem.Score // of next
	last      []int32         // the last improving pass of each climb
	best      problem.Genome
	nodes     []population.Node // by block
	samples   []search.Sample   // not reported yet
}

// emptyCPU is an engine whose replicas have no members yet.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, crew: population.NewCrew(threads)}
	n := f.plan.members()
	for i, r := range f.replicas {
		e.herds = append(e.herds, &herd{
			engine:  e,
			index:   i,
			replica: r,
			state:   population.NewState(),
			passes:  r.passes,
			now:     problem.NewGenomes(f.plan.rep, n),
			next:    problem.NewGenomes(f.plan.rep, n),
			scores:  make([]problem.Score, n),
			fresh:   make([]problem.Score, n),
			last:    make([]int32, n),
			best:    problem.NewGenomes(f.plan.rep, 1).At(0),
			nodes:   make([]population.Node, (n+block-1)/block),
		})
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
	for _, h := range e.herds {
		e.start(h)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// cellsOf is the range of members of a block.
func (e *cpu) cellsOf(b int) (lo, hi int) { return b * block, min((b+1)*block, e.plan.members()) }

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	e.crew.Together(len(h.nodes), func(_, b int) {
		lo, hi := e.cellsOf(b)
		for i := lo; i < hi; i++ {
			if i < len(e.Given) {
				h.now.At(i).Set(e.Given[i])
			} else {
				e.plan.initialize(h.now.At(i), h.replica.seed, i)
			}
		}
		e.Score(e.crew, h.now, h.scores, lo, hi, h.replica.seed, 0, 0)
		h.nodes[b] = population.Pairs(h.now, h.scores, lo, hi, e.plan.float, 0)
	})
	if !e.crew.Aborted() {
		e.judge(h, 0)
	}
}

// Step advances every running replica.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.herds, e.plan.members(), atMost)
	return population.Report(&e.Frame, e.herds, func(h *herd) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *herd) Current() *population.State { return &h.state }

// Generation makes one step of the replica, or none when the crew is aborted.
func (h *herd) Generation(spread population.Spread) {
	e, step := h.engine, h.state.Step+1
	event := e.plan.event(&h.replica, step)
	moving := event && e.plan.migration == migrateBest
	h.used.Store(0)
	spread(len(h.nodes), func(_, b int) {
		lo, hi := e.cellsOf(b)
		h.breed(lo, hi, step, event && !moving)
		h.replace(lo, hi)
		if !moving {
			h.nodes[b] = population.Pairs(h.next, h.fresh, lo, hi, e.plan.float, h.state.Anchor)
		}
	})
	if e.crew.Aborted() { // the next population may be incomplete; the old one is as it was
		return
	}
	h.now, h.next = h.next, h.now
	h.scores, h.fresh = h.fresh, h.scores
	if moving {
		h.migrate()
		for b := range h.nodes {
			lo, hi := e.cellsOf(b)
			h.nodes[b] = population.Pairs(h.now, h.scores, lo, hi, e.plan.float, h.state.Anchor)
		}
	}
	h.passes = e.plan.nextPasses(&h.replica, h.passes, int(h.used.Load()))
	e.judge(h, step)
}

// breed fills the cells lo to hi-1 of the next population with children that
// have climbed.
func (h *herd) breed(lo, hi int, step int64, wide bool) {
	e, p := h.engine, &h.engine.plan
	for i := lo; i < hi && !e.crew.Aborted(); i++ {
		mate := p.mate(h.scores, &h.replica, step, i, wide)
		child := h.next.At(i)
		p.cross(child, h.now.At(i), h.now.At(mate), &h.replica, step, i)
		p.mutate(child, &h.replica, step, i)
		if e.Repairer != nil {
			e.Repairer.Repair(child, rng.Address{Seed: h.replica.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Repair})
		}
	}
	e.climber.Climb(h.next.Slice(lo, hi), h.fresh[lo:hi], h.passes, h.last[lo:hi], e.crew.Aborted)
}

// replace keeps the members that their children do not surpass (5.3.2).
func (h *herd) replace(lo, hi int) {
	used := int64(0)
	for i := lo; i < hi; i++ {
		if h.last[i] == int32(h.passes) {
			used++
		}
		if h.fresh[i] <= h.scores[i] {
			h.next.Copy(i, h.now, i)
			h.fresh[i] = h.scores[i]
		}
	}
	h.used.Add(used)
}

// migrate lets the best member of every island, the first of equals, replace
// the worst of the next island, the last of equals.
func (h *herd) migrate() {
	cells := h.engine.plan.cells()
	islands := len(h.scores) / cells
	type ends struct{ best, worst int }
	list := make([]ends, islands)
	for k := range list {
		s := h.scores[k*cells : (k+1)*cells]
		e := ends{}
		for i, x := range s {
			if x > s[e.best] {
				e.best = i
			}
			if x <= s[e.worst] {
				e.worst = i
			}
		}
		list[k] = ends{k*cells + e.best, k*cells + e.worst}
	}
	for k, e := range list {
		to := list[(k+1)%islands].worst
		h.now.Copy(to, h.now, e.best)
		h.scores[to] = h.scores[e.best]
	}
}

// judge ends a step: it joins the statistics, keeps the best, and decides
// whether the replica goes on.
func (e *cpu) judge(h *herd, step int64) {
	n := e.plan.members()
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

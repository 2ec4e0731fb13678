package differential

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

const (
	// A task of the CPU engine is a block of members: a power of two, so that its
	// statistics are a node of the tree, and with about blockGenes genes, so that
	// dealing it out costs little beside it.
	mostBlock  = 512
	leastBlock = 16
	blockGenes = 4096
)

// cpu is the engine in Go.
type cpu struct {
	frame
	crew  *population.Crew
	block int // members of a task
	herds []*herd
}

// herd is one replica.
type herd struct {
	engine       *cpu
	index        int
	replica      replica
	state        population.State
	leader       uint32          // the best member
	now, next    problem.Genomes // the population, and room for the next
	scores       []problem.Score // of now
	fresh        []problem.Score // of next
	control      []control       // of now, when adaptive
	freshControl []control       // of next
	best         problem.Genome
	nodes        []population.Node // by block
	samples      []search.Sample   // not reported yet
}

// emptyCPU is an engine whose replicas have no members yet.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, crew: population.NewCrew(threads), block: mostBlock}
	for e.block > leastBlock && (e.block/2)*f.plan.rep.Length >= blockGenes {
		e.block /= 2
	}
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
	for _, h := range e.herds {
		e.start(h)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *cpu) newHerd(index int, r replica) *herd {
	n := e.plan.members
	h := &herd{
		engine:  e,
		index:   index,
		replica: r,
		state:   population.NewState(),
		now:     problem.NewGenomes(e.plan.rep, n),
		next:    problem.NewGenomes(e.plan.rep, n),
		scores:  make([]problem.Score, n),
		fresh:   make([]problem.Score, n),
		best:    problem.NewGenomes(e.plan.rep, 1).At(0),
		nodes:   make([]population.Node, (n+e.block-1)/e.block),
	}
	if e.plan.adaptive {
		h.control, h.freshControl = make([]control, n), make([]control, n)
		for i := range h.control {
			h.control[i] = r.start
		}
	}
	return h
}

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	e.crew.Together(len(h.nodes), func(_, block int) {
		lo, hi := e.members(block)
		at := rng.Address{Seed: h.replica.seed, Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			if i < len(e.Given) {
				h.now.At(i).Set(e.Given[i])
				continue
			}
			at.Individual = uint32(i)
			e.plan.initialize(h.now.At(i).Reals, at)
		}
		e.Score(e.crew, h.now, h.scores, lo, hi, h.replica.seed, 0, 0)
		h.nodes[block] = e.summary(h.now, h.scores, lo, hi, 0)
	})
	if !e.crew.Aborted() {
		e.judge(h, 0)
	}
}

// members is the range of a block.
func (e *cpu) members(block int) (lo, hi int) {
	return block * e.block, min((block+1)*e.block, e.plan.members)
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

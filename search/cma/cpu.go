package cma

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// A task of the CPU engine is a block of members: a power of two, so that its
	// statistics are a node of the tree.
	block = 4
	// mostTask is how many members a task has where nobody shares them: a multiple
	// of block.
	mostTask = 512
	// slow is how long a chunk takes that is worth dealing out.
	slow = 20 * time.Microsecond
)

// cpu is the engine in Go.
type cpu struct {
	frame
	crew  *population.Crew
	herds []*herd
}

// herd is one replica.
type herd struct {
	engine  *cpu
	index   int
	replica replica
	state   population.State
	model   model
	best    problem.Genome

	rows, next    problem.Genomes // the chunk of the last step, and room for the next
	latest, fresh []problem.Score // theirs
	scores        []problem.Score // of the generation so far
	z, y          []float64       // its members, n numbers each

	nodes   []population.Node // by block
	took    time.Duration     // by the last chunk …
	dealt   bool              // … and whether it was dealt out
	jacobi  *jacobi
	axes    []float64 // lengths that are not the model's: see exchange
	scratch *scratch
	samples []search.Sample // not reported yet
}

// emptyCPU is an engine whose replicas have no model yet.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, crew: population.NewCrew(threads)}
	for i, r := range f.replicas {
		n := f.plan.chunk
		e.herds = append(e.herds, &herd{
			engine:  e,
			index:   i,
			replica: r,
			state:   population.NewState(),
			model:   newModel(f.plan.n),
			best:    problem.NewGenomes(f.plan.rep, 1).At(0),
			rows:    problem.NewGenomes(f.plan.rep, n),
			next:    problem.NewGenomes(f.plan.rep, n),
			latest:  make([]problem.Score, n),
			fresh:   make([]problem.Score, n),
			nodes:   make([]population.Node, (n+block-1)/block),
			jacobi:  newJacobi(f.plan.n),
			axes:    make([]float64, f.plan.n),
			scratch: newScratch(f.plan.n),
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
		e.plan.beginRun(&h.model, &h.replica)
		e.chunk(h, 0, e.crew.Together)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// Step advances every running replica.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.herds, e.plan.chunk, atMost)
	return population.Report(&e.Frame, e.herds, func(h *herd) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *herd) Current() *population.State { return &h.state }

// Generation makes one step of the replica.
func (h *herd) Generation(spread population.Spread) {
	h.engine.chunk(h, h.state.Step+1, spread)
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

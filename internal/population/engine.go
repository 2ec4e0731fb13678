package population

import (
	"context"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/search"
)

// Algorithm is what the skeleton has to know of an algorithm.
type Algorithm struct {
	Name    string
	Params  search.Table
	Members int // that a step of a replica makes
	Block   int // members of a task in Go: a power of two
	Pairs   int // of neighbors, whose distances are the diversity; 0: half the members

	// BestIsMember says that a replica's best is its best member, and not the
	// best that it has ever had. It has no section in checkpoints.
	BestIsMember bool

	// Evaluations is how many genomes a replica has scored by a step; nil: as many
	// as a step makes, in every step.
	Evaluations func(step int64) int64

	// Prepare, unless it is nil, is called once the start solutions are checked,
	// before any replica is made.
	Prepare func(f *Frame)

	// Replica makes a replica in Go. The skeleton makes its arrays.
	Replica func(index int) Evolver

	// Kernels is the algorithm's part of an engine on a device.
	Kernels func(d *Device) Kernels
}

func (a *Algorithm) pairs() int {
	if a.Pairs > 0 {
		return a.Pairs
	}
	return a.Members / 2
}

// BlockOf is how many members of so many genes a task in Go should have: at least
// about 4096 genes, so that dealing it out costs little beside it.
func BlockOf(genes int) int {
	block := 512
	for block > 16 && (block/2)*genes >= 4096 {
		block /= 2
	}
	return block
}

// Params are the parameters of all replicas, made from their settings.
func Params[T any](name string, t search.Table, c search.Config, of func(s search.Settings, seed uint64) T) ([]T, error) {
	if len(c.Replicas) == 0 {
		return nil, fmt.Errorf("%s: no replicas were asked for", name)
	}
	common, err := t.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	list := make([]T, len(c.Replicas))
	for i, r := range c.Replicas {
		own := common
		if len(r.Values) > 0 {
			if own, err = t.ReplicaSettings(c.Values, r); err != nil {
				return nil, fmt.Errorf("replica %d: %w", i, err)
			}
		}
		list[i] = of(own, r.Seed)
	}
	return list, nil
}

// Engine is a search.Engine with a look at its replicas.
type Engine interface {
	search.Engine
	search.Ranked
	search.Replicated
	// Snapshot is the replicas first to end-1 as they are now. It is not to be
	// changed.
	Snapshot(first, end int) ([]Evolver, error)
	// CheckReplica refuses a replica that is not there.
	CheckReplica(r int) error
}

// New makes an engine of an algorithm's replicas, on the CPU or on a device.
func New(ctx context.Context, c search.Config, a Algorithm) (Engine, error) {
	evaluations := a.Evaluations
	if evaluations == nil {
		evaluations = func(step int64) int64 { return int64(a.Members) * (1 + step) }
	}
	frame, err := NewFrame(a.Name, a.Params, c, a.Members, evaluations)
	if err != nil {
		return nil, err
	}
	if a.Prepare != nil {
		a.Prepare(&frame)
	}
	b := &base{frame, a}
	if c.Device == nil {
		return newCPU(ctx, c, b)
	}
	return newOnDevice(ctx, c, b)
}

// base is what the engines on the CPU and on a device have in common.
type base struct {
	Frame
	about Algorithm
}

// replicas makes the replicas first to end-1 in Go, which a pool is to advance.
func (b *base) replicas(p *Pool, first, end int) []Evolver {
	list := make([]Evolver, end-first)
	for i := range list {
		list[i] = b.about.Replica(first + i)
		list[i].replica().open(&b.Frame, &b.about, p, first+i, list[i])
	}
	return list
}

// cpu is the engine in Go.
type cpu struct {
	*base
	pool     *Pool
	evolvers []Evolver
	steppers []stepper
}

// newSteppers makes replicas ready to be advanced.
func newSteppers(list []Evolver) []stepper {
	steppers := make([]stepper, len(list))
	for i, e := range list {
		steppers[i] = stepper{e.replica()}
		steppers[i].ready()
	}
	return steppers
}

func newCPU(ctx context.Context, c search.Config, b *base) (Engine, error) {
	e := &cpu{base: b, pool: NewPool(c.Threads)}
	e.evolvers = e.replicas(e.pool, 0, e.Replicas())
	e.steppers = newSteppers(e.evolvers)
	if c.Resume != nil {
		if err := e.read(c.Resume, e.evolvers); err != nil {
			return nil, err
		}
		derive(e.evolvers)
		return e, nil
	}
	defer e.pool.Watch(ctx)()
	if e.pool.splits(len(e.steppers), b.about.Members) {
		for _, s := range e.steppers {
			s.start(e.pool.Parallel)
		}
	} else {
		e.pool.Parallel(len(e.steppers), func(worker, r int) { e.steppers[r].start(e.pool.Serial(worker)) })
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// Step advances every running replica.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	Advance(ctx, e.pool, e.steppers, e.about.Members, atMost)
	return Report(&e.Frame, e.steppers, stepper.takeSamples), nil
}

// takeSamples gives away what was not yet reported.
func (s stepper) takeSamples() []search.Sample {
	list := s.samples
	s.samples = s.samples[:0]
	return list
}

// Best is the best solution of a replica.
func (e *cpu) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	one := e.steppers[r]
	return e.Solution(r, one.State, one.Best.Clone()), nil
}

// Snapshot is some replicas.
func (e *cpu) Snapshot(first, end int) ([]Evolver, error) { return e.evolvers[first:end], nil }

// Save writes a checkpoint.
func (e *cpu) Save(w io.Writer) error { return e.write(w, e.evolvers) }

// Top lists up to count different solutions, the best first.
func (e *cpu) Top(count int) ([]search.Solution, error) { return e.top(count, e.evolvers), nil }

// Close has nothing to release.
func (e *cpu) Close() error { return nil }

package population

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/warbler-opt/warbler/problem"
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

	// Counted says that replicas count their evaluations themselves, since they do not
	// follow from the step, and call Afford before each.
	Counted bool

	// Prepare, unless it is nil, is called once the start solutions are checked,
	// before any replica is made.
	Prepare func(f *Frame)

	// Replica makes a replica in Go. The skeleton makes its arrays.
	Replica func(index int) Evolver

	// Kernels is the algorithm's part of an engine on a device.
	Kernels func(d *Device) Kernels
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

// Settings are those of a run, and the genomes of its problem, both checked.
func Settings(t search.Table, c search.Config) (search.Settings, problem.Representation, error) {
	r := c.Problem.Representation()
	s, err := t.Settings(c.Values)
	if err == nil {
		err = r.Validate()
	}
	return s, r, err
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
			merged := search.Values{}
			maps.Copy(merged, c.Values)
			maps.Copy(merged, r.Values)
			if own, err = t.Settings(merged); err != nil {
				return nil, fmt.Errorf("replica %d: %w", i, err)
			}
		}
		list[i] = of(own, r.Seed)
	}
	return list, nil
}

// Engine evolves the replicas of an algorithm, on the CPU or on a device.
type Engine struct {
	Frame
	place
	about Algorithm
}

// place is where an engine works.
type place interface {
	// Step advances every running replica.
	Step(ctx context.Context, atMost int) (search.Progress, error)
	// Snapshot is the replicas first to end-1 as they are now. It is not to be
	// changed.
	Snapshot(first, end int) ([]Evolver, error)
	// Close releases everything.
	Close() error

	best(r int) search.Solution
	begun(r int) bool // the first population is complete
}

// New makes an engine of an algorithm's replicas, on the CPU or on a device.
func New(ctx context.Context, c search.Config, a Algorithm) (*Engine, error) {
	if a.Evaluations == nil {
		a.Evaluations = func(step int64) int64 { return int64(a.Members) * (1 + step) }
	}
	if a.Pairs == 0 {
		a.Pairs = a.Members / 2
	}
	if own := problem.OperatorsOf(c.Problem); c.Device != nil && (own.First != nil || own.Cross != nil || own.Mutate != nil) {
		return nil, &search.UnsuitedError{Algorithm: a.Name, Reason: "operators of the problem's own are functions in Go, which run on the CPU alone"}
	}
	e := &Engine{about: a}
	err := e.prepare(c, &e.about)
	if err != nil {
		return nil, err
	}
	if a.Prepare != nil {
		a.Prepare(&e.Frame)
	}
	if err := e.checkLimit(&e.about); err != nil {
		return nil, err
	}
	if !a.Counted {
		e.Limit()
	}
	if c.Device == nil {
		e.place, err = e.onCPU(ctx, c)
	} else {
		began := ctx.Err() == nil
		e.place, err = e.onDevice(ctx, c)
		// A run that ends while its kernels are compiled has an answer all the same: of
		// the first population, some of which is scored here.
		if began && ctx.Err() != nil && errors.Is(err, ctx.Err()) && c.Resume == nil && e.small() {
			e.place, err = e.onCPU(context.WithoutCancel(ctx), c)
		}
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// small reports whether the replicas take little memory in Go.
func (e *Engine) small() bool {
	return float64(e.Replicas())*Footprint(e.about.Replica(0).Arrays()) < 1<<30
}

// Unranked is an engine without its list of good members, for algorithms whose
// replicas have one.
type Unranked struct{ search.Engine }

// Cost implements search.Costed.
func (u Unranked) Cost(step int64) int64 { return u.Engine.(search.Costed).Cost(step) }

// Cost implements search.Costed.
//
// It is 0 where replicas count.
func (e *Engine) Cost(step int64) int64 { return e.Evaluations(step) }

// replicas makes the replicas first to end-1 in Go, which a pool is to advance.
func (e *Engine) replicas(p *Pool, first, end int) []Evolver {
	list := make([]Evolver, end-first)
	for i := range list {
		list[i] = e.about.Replica(first + i)
		list[i].replica().open(e, p, first+i, list[i])
	}
	return list
}

// Best is the best solution of a replica.
func (e *Engine) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.best(r), nil
}

// cpu is where an engine in Go works.
type cpu struct {
	frame    *Frame
	members  int
	pool     *Pool
	evolvers []Evolver
	replicas []*Replica // theirs
}

// ready is the replicas of evolvers, with room for steps.
func ready(list []Evolver) []*Replica {
	replicas := make([]*Replica, len(list))
	for i, e := range list {
		replicas[i] = e.replica()
		replicas[i].ready()
	}
	return replicas
}

func (e *Engine) onCPU(ctx context.Context, c search.Config) (*cpu, error) {
	p := &cpu{frame: &e.Frame, members: e.about.Members, pool: NewPool(c.Threads)}
	if slow, ok := c.Problem.(interface{ Interrupt() }); ok {
		p.pool.Interrupt = slow.Interrupt
	}
	p.evolvers = e.replicas(p.pool, 0, e.Replicas())
	p.replicas = ready(p.evolvers)
	if c.Resume != nil {
		if err := e.read(c.Resume, p.evolvers); err != nil {
			return nil, err
		}
		derive(p.evolvers)
		return p, nil
	}
	p.pool.scored.Store(false)
	return p, ctx.Err()
}

func (p *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	p.pool.advance(ctx, p.replicas, p.members, atMost)
	return p.report(ctx), nil
}

// report is how far the replicas have come.
func (p *cpu) report(ctx context.Context) search.Progress {
	p.frame.Samples = p.frame.Samples[:0]
	p.frame.TakeSamples(p.replicas, ctx.Err() != nil)
	all := p.frame.Report(StatesOf(p.replicas))
	for _, r := range p.replicas {
		all.Evaluations += r.pending.made.Load()
		if r.ahead() {
			all.Best = max(all.Best, r.pending.lead.score)
		}
	}
	return all
}

func (p *cpu) Snapshot(first, end int) ([]Evolver, error) { return p.evolvers[first:end], nil }

func (p *cpu) begun(r int) bool { return p.replicas[r].State.Step >= 0 }

func (p *cpu) best(r int) search.Solution { return p.replicas[r].solution() }

func (p *cpu) Close() error { return nil }

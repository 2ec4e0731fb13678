package differential

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

const (
	// A task of the CPU engine is a block of members: a power of two, so that its
	// statistics are a node of the tree, and with about blockGenes genes, so that
	// dealing it out costs little beside it.
	mostBlock  = 512
	leastBlock = 16
	blockGenes = 4096

	// slice is about how long many replicas advance between two looks at the
	// clock; stepTime is when Step returns to report, whatever it was asked for.
	slice    = 20 * time.Millisecond
	stepTime = 250 * time.Millisecond

	// manyMembers is a population that is split among goroutines even when there
	// are replicas enough to keep them all busy.
	manyMembers = 1 << 14
)

// cpu is the engine in Go.
type cpu struct {
	frame
	threads int
	block   int // members of a task
	herds   []*herd
	stride  int         // steps between two looks at the clock, with many replicas
	abort   atomic.Bool // set when the context of a Step ends
}

// herd is one replica.
type herd struct {
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
	e := &cpu{frame: f, threads: threads, stride: 1, block: mostBlock}
	if e.threads <= 0 {
		e.threads = runtime.GOMAXPROCS(0)
	}
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
	defer e.watch(ctx)()
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

// watch aborts the work when ctx ends; the function it returns stops watching.
func (e *cpu) watch(ctx context.Context) func() bool {
	e.abort.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { e.abort.Store(true) })
}

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	e.spread(len(h.nodes), func(block int) {
		lo, hi := e.members(block)
		at := rng.Address{Seed: h.replica.seed, Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			if i < len(e.given) {
				h.now.At(i).Set(e.given[i])
				continue
			}
			at.Individual = uint32(i)
			e.plan.initialise(h.now.At(i).Reals, at)
		}
		e.score(h.now, h.scores, lo, hi, h.replica.seed, 0)
		h.nodes[block] = e.summary(h.now, h.scores, lo, hi, 0)
	})
	if !e.abort.Load() {
		e.judge(h, 0)
	}
}

// members is the range of a block.
func (e *cpu) members(block int) (lo, hi int) {
	return block * e.block, min((block+1)*e.block, e.plan.members)
}

// spread runs tasks on the engine's goroutines. When the engine is aborted,
// tasks are left out.
func (e *cpu) spread(tasks int, run func(task int)) {
	workers := min(e.threads, tasks)
	if workers <= 1 {
		e.alone(tasks, run)
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			for t := next.Add(1) - 1; t < int64(tasks) && !e.abort.Load(); t = next.Add(1) - 1 {
				run(int(t))
			}
		}()
	}
	done.Wait()
}

// alone runs tasks one after the other.
func (e *cpu) alone(tasks int, run func(task int)) {
	for t := 0; t < tasks && !e.abort.Load(); t++ {
		run(t)
	}
}

// Step advances every running replica. Many replicas share the goroutines
// whole; a few are split among them.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	defer e.watch(ctx)()
	deadline := time.Now().Add(stepTime)
	if len(e.herds) < e.threads || e.plan.members > manyMembers {
		e.oneByOne(atMost, deadline)
	} else {
		e.together(atMost, deadline)
	}
	return e.progress(), nil
}

// oneByOne splits every generation among the goroutines.
func (e *cpu) oneByOne(atMost int, deadline time.Time) {
	for range atMost {
		moved := false
		for _, h := range e.herds {
			if h.state.Status == search.Running && !e.abort.Load() {
				e.generation(h, e.spread)
				moved = true
			}
		}
		if !moved || time.Now().After(deadline) {
			return
		}
	}
}

// together advances whole replicas side by side, all to the same step.
func (e *cpu) together(atMost int, deadline time.Time) {
	for done := 0; done < atMost && !e.abort.Load() && time.Now().Before(deadline); {
		steps := min(atMost-done, e.stride)
		begin := time.Now()
		e.spread(len(e.herds), func(r int) {
			h := e.herds[r]
			for to := h.state.Step + int64(steps); h.state.Status == search.Running && h.state.Step < to && !e.abort.Load(); {
				e.generation(h, e.alone)
			}
		})
		done += steps
		switch took := time.Since(begin); {
		case took < slice/2:
			e.stride *= 2
		case took > slice && e.stride > 1:
			e.stride /= 2
		}
		if _, running := population.Front(e.states()); !running {
			return
		}
	}
}

func (e *cpu) states() []population.State {
	states := make([]population.State, len(e.herds))
	for r, h := range e.herds {
		states[r] = h.state
	}
	return states
}

// progress reports and forgets the samples since the last report.
func (e *cpu) progress() search.Progress {
	p := population.Progress(e.states(), e.evaluations)
	e.samples = e.samples[:0]
	for _, h := range e.herds {
		e.samples = append(e.samples, h.samples...)
		h.samples = h.samples[:0]
	}
	population.SortSamples(e.samples)
	p.Samples = e.samples
	return p
}

// Best is the best solution of a replica.
func (e *cpu) Best(r int) (search.Solution, error) {
	if err := e.checkReplica(r); err != nil {
		return search.Solution{}, err
	}
	h := e.herds[r]
	return e.solution(r, h.state, h.best.Clone()), nil
}

// Close has nothing to release.
func (e *cpu) Close() error { return nil }

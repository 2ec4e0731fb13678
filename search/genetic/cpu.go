package genetic

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

// blockSlots is how many slots one task of the CPU engine fills: a power of
// two, so that its statistics are a node of the tree.
const blockSlots = 512

// slice is about how long many replicas advance between two looks at the
// clock; stepTime is when Step returns to report, whatever it was asked for.
const (
	slice    = 20 * time.Millisecond
	stepTime = 250 * time.Millisecond
)

// cpu is the engine in Go.
type cpu struct {
	frame
	threads  int
	herds    []*herd
	breeders []*breeder  // one a goroutine
	stride   int         // steps between two looks at the clock, with many replicas
	abort    atomic.Bool // set when the context of a Step ends
}

// herd is one replica.
type herd struct {
	index   int
	replica replica
	state   population.State
	now     problem.Genomes // the population
	next    problem.Genomes // children: the next population, or room for it
	scores  []problem.Score
	fresh   []problem.Score // of next
	best    problem.Genome
	wheels  []wheel // by deme
	nodes   [][]population.Node
	cull    []uint32
	samples []search.Sample // not reported yet
}

func newCPU(c search.Config, f frame) (search.Engine, error) {
	e := emptyCPU(c.Threads, f)
	if c.Resume != nil {
		s, err := e.read(c.Resume)
		if err != nil {
			return nil, err
		}
		e.load(s)
		return e, nil
	}
	for _, h := range e.herds {
		e.start(h)
	}
	return e, nil
}

// emptyCPU is an engine whose replicas have no members yet.
func emptyCPU(threads int, f frame) *cpu {
	e := &cpu{frame: f, threads: threads, stride: 1}
	if e.threads <= 0 {
		e.threads = runtime.GOMAXPROCS(0)
	}
	for range e.threads {
		e.breeders = append(e.breeders, newBreeder(&e.plan))
	}
	for i, r := range f.replicas {
		e.herds = append(e.herds, e.newHerd(i, r))
	}
	return e
}

func (e *cpu) newHerd(index int, r replica) *herd {
	n, all := e.plan.members, e.plan.population()
	born := all
	if e.plan.overlapping {
		born = e.plan.children * e.plan.demes
	}
	h := &herd{
		index:   index,
		replica: r,
		state:   population.NewState(),
		now:     problem.NewGenomes(e.plan.rep, all),
		next:    problem.NewGenomes(e.plan.rep, born),
		scores:  make([]problem.Score, all),
		fresh:   make([]problem.Score, born),
		best:    problem.NewGenomes(e.plan.rep, 1).At(0),
		wheels:  make([]wheel, e.plan.demes),
		nodes:   make([][]population.Node, e.plan.demes),
	}
	for d := range h.wheels {
		w := &h.wheels[d]
		w.plan = &e.plan
		if e.plan.weighs() {
			w.prefix = make([]uint64, n+1)
			w.guide = make([]uint32, n+2)
		}
		if e.plan.sorts() || e.plan.migrants > 0 {
			w.order = make([]uint32, n)
		}
		h.nodes[d] = make([]population.Node, (n+blockSlots-1)/blockSlots)
	}
	return h
}

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	n := e.plan.population()
	e.spread((n+blockSlots-1)/blockSlots, func(b *breeder, block int) {
		lo, hi := block*blockSlots, min((block+1)*blockSlots, n)
		at := rng.Address{Seed: h.replica.seed, Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			if i < len(e.start0) {
				h.now.At(i).Set(e.start0[i])
				continue
			}
			at.Individual = uint32(i)
			initialise(h.now.At(i), e.plan.rep, at)
		}
		e.score(h.now, h.scores, lo, hi, h.replica.seed, 0, 0)
	})
	e.measure(h)
	e.judge(h, 0)
}

// spread runs tasks on the engine's goroutines. When the engine is aborted,
// tasks are left out.
func (e *cpu) spread(tasks int, run func(b *breeder, task int)) {
	workers := min(e.threads, tasks)
	if workers <= 1 {
		e.alone(e.breeders[0])(tasks, run)
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for w := range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			for t := next.Add(1) - 1; t < int64(tasks) && !e.abort.Load(); t = next.Add(1) - 1 {
				run(e.breeders[w], int(t))
			}
		}()
	}
	done.Wait()
}

// alone runs tasks one after the other.
func (e *cpu) alone(b *breeder) spreader {
	return func(tasks int, run func(*breeder, int)) {
		for t := 0; t < tasks && !e.abort.Load(); t++ {
			run(b, t)
		}
	}
}

// Step advances every running replica. Many replicas share the goroutines
// whole; a few are split among them.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	e.abort.Store(ctx.Err() != nil)
	stop := context.AfterFunc(ctx, func() { e.abort.Store(true) })
	defer stop()
	deadline := time.Now().Add(stepTime)
	if len(e.herds) < e.threads || e.plan.population() > 1<<14 {
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
		e.spread(len(e.herds), func(b *breeder, r int) {
			h, alone := e.herds[r], e.alone(b)
			for to := h.state.Step + int64(steps); h.state.Status == search.Running && h.state.Step < to && !e.abort.Load(); {
				e.generation(h, alone)
			}
		})
		done += steps
		switch took := time.Since(begin); {
		case took < slice/2 && steps == e.stride && steps < 1<<20:
			e.stride *= 2
		case took > slice && e.stride > 1:
			e.stride /= 2
		}
		if e.progressNow().Running == 0 {
			return
		}
	}
}

type spreader func(tasks int, run func(b *breeder, task int))

// generation makes one step of a replica, or none when the engine is aborted.
func (e *cpu) generation(h *herd, spread spreader) {
	step := h.state.Step + 1
	n, c := e.plan.members, e.plan.children
	for d := range h.wheels {
		h.wheels[d].scores = h.scores[d*n : (d+1)*n]
		h.wheels[d].prepare(h.replica.seed, step, d)
	}
	slots := n
	if e.plan.overlapping {
		slots = c
	}
	fused := !e.plan.overlapping && !e.plan.migrates(step)
	blocks := (slots + blockSlots - 1) / blockSlots
	spread(blocks*e.plan.demes, func(b *breeder, task int) {
		d, block := task/blocks, task%blocks
		lo, hi := block*blockSlots, min((block+1)*blockSlots, slots)
		e.breed(h, b, d, lo, hi, slots, step)
		if fused {
			h.nodes[d][block] = e.summary(h.next, h.fresh, d*n, lo, hi, h.state.Anchor)
		}
	})
	if e.abort.Load() { // the children may be incomplete; the population is as it was
		return
	}
	if e.plan.overlapping {
		for d := range h.wheels {
			e.replace(h, d)
		}
	} else {
		h.now, h.next = h.next, h.now
		h.scores, h.fresh = h.fresh, h.scores
	}
	if e.plan.migrates(step) {
		e.migrate(h)
	}
	if !fused {
		e.measure(h)
	}
	e.judge(h, step)
}

// breed fills the slots lo to hi-1 of a deme's next population: children, and
// behind them the elites.
func (e *cpu) breed(h *herd, b *breeder, d, lo, hi, slots int, step int64) {
	p, w := &e.plan, &h.wheels[d]
	base, from := d*slots, d*p.members
	pair := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Pair}
	children := min(hi, p.children)
	couples := b.pickAll(w, pair, d*p.pairs(), lo/2, (children+1)/2)
	// All parents are touched before the first is needed: their cache misses then
	// overlap.
	b.touch(h.now, from, couples)
	if e.shortFlips() {
		b.breedWords(h, couples, d, lo, children, base, from, step)
	} else {
		b.breedRows(h, couples, d, lo, children, base, from, step)
	}
	e.score(h.next, h.fresh, base+lo, base+children, h.replica.seed, step, d*p.children-base)
	for i := max(lo, p.children); i < hi; i++ {
		elite := from + int(w.node.At)
		if p.elites > 1 {
			elite = from + int(w.order[i-p.children])
		}
		h.next.Copy(base+i, h.now, elite)
		h.fresh[base+i] = h.scores[elite]
	}
}

// shortFlips reports whether genomes are single words that cross by masks and
// flip gene by gene: the common case has a loop of its own.
func (e *cpu) shortFlips() bool {
	p := &e.plan
	return p.rep.Kind == problem.Binary && p.rep.Length <= 64 && p.mutation == mutateFlip && !p.perGenome
}

// breedRows makes the children lo to children-1 of a deme from their couples.
func (b *breeder) breedRows(h *herd, couples []couple, d, lo, children, base, from int, step int64) {
	p := b.plan
	pair := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Pair}
	child := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Mutate}
	for i := lo; i < children; i += 2 {
		pick := couples[(i-lo)/2]
		pair.Individual = uint32(d*p.pairs() + i/2)
		m, f := h.now.At(from+int(pick.a)), h.now.At(from+int(pick.b))
		c := h.next.At(base + i)
		var s problem.Genome // the second child, or room for one that is not wanted
		if i+1 < children {
			s = h.next.At(base + i + 1)
		} else {
			s = b.spare
		}
		if p.crossover != crossNone && rng.Bernoulli(pick.x2, h.replica.pc) {
			b.cross(c, s, m, f, pair, pick.x3)
		} else {
			c.Set(m)
			s.Set(f)
		}
		child.Individual = uint32(d*p.children + i)
		b.mutate(c, child, &h.replica)
		if i+1 < children {
			child.Individual++
			b.mutate(s, child, &h.replica)
		}
	}
}

// breedWords is breedRows for single words.
func (b *breeder) breedWords(h *herd, couples []couple, d, lo, children, base, from int, step int64) {
	p := b.plan
	pair := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Pair}
	child := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Mutate}
	all := below(uint32(p.rep.Length), 0)
	var c, s [1]uint64
	for i := lo; i < children; i += 2 {
		pick := couples[(i-lo)/2]
		m, f := h.now.Bits[from+int(pick.a)], h.now.Bits[from+int(pick.b)]
		if p.crossover != crossNone && rng.Bernoulli(pick.x2, h.replica.pc) {
			pair.Individual = uint32(d*p.pairs() + i/2)
			if p.crossover == crossOnePoint && p.rep.Length > 1 {
				cut := 1 + pair.Bounded(pick.x3, 3, uint32(p.rep.Length)-1)
				x := (m ^ f) & (all &^ (1<<cut - 1))
				m, f = m^x, f^x
			} else {
				b.cross(problem.Genome{Bits: c[:]}, problem.Genome{Bits: s[:]},
					problem.Genome{Bits: []uint64{m}}, problem.Genome{Bits: []uint64{f}}, pair, pick.x3)
				m, f = c[0], s[0]
			}
		}
		child.Individual = uint32(d*p.children + i)
		h.next.Bits[base+i] = m ^ h.replica.genes.Low(child, 0, all)
		if i+1 < children {
			child.Individual++
			h.next.Bits[base+i+1] = f ^ h.replica.genes.Low(child, 0, all)
		}
	}
}

// score repairs and evaluates rows lo to hi-1; row i is individual i+shift.
func (e *cpu) score(g problem.Genomes, scores []problem.Score, lo, hi int, seed uint64, step int64, shift int) {
	if lo >= hi {
		return
	}
	if e.repairer != nil {
		at := rng.Address{Seed: seed, Step: uint64(step), Purpose: rng.Repair}
		for i := lo; i < hi; i++ {
			at.Individual = uint32(i + shift)
			e.repairer.Repair(g.At(i), at)
		}
	}
	if e.batch != nil {
		e.batch.EvaluateBatch(g.Slice(lo, hi), scores[lo:hi])
		return
	}
	for i := lo; i < hi; i++ {
		scores[i] = e.problem.Evaluate(g.At(i))
	}
}

// progress reports and forgets the samples since the last report.
func (e *cpu) progress() search.Progress {
	p := e.progressNow()
	e.samples = e.samples[:0]
	for _, h := range e.herds {
		e.samples = append(e.samples, h.samples...)
		h.samples = h.samples[:0]
	}
	population.SortSamples(e.samples)
	p.Samples = e.samples
	return p
}

func (e *cpu) progressNow() search.Progress {
	states := make([]population.State, len(e.herds))
	for r, h := range e.herds {
		states[r] = h.state
	}
	return population.Progress(states, e.evaluations)
}

// Best is the best solution of a replica.
func (e *cpu) Best(r int) (search.Solution, error) {
	if r < 0 || r >= len(e.herds) {
		return search.Solution{}, e.noReplica(r)
	}
	h := e.herds[r]
	return e.solution(r, h.state, h.best.Clone()), nil
}

// Close has nothing to release.
func (e *cpu) Close() error { return nil }

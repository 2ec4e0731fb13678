package genetic

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// A task of the CPU engine fills so many slots: a power of two, so that its
// statistics are a node of the tree. Small tasks end at the same time; large ones
// score more at once, and ask for more of a large population's rows before they need
// them.
const (
	smallBlock = 128
	largeBlock = 512
	someSlots  = 1 << 12 // from here on tasks are small,
	manySlots  = 1 << 16 // and from here on large again
)

// cpu is the engine in Go.
type cpu struct {
	frame
	crew     *population.Crew
	herds    []*herd
	breeders []*breeder // one a goroutine
	block    int        // slots of a task
}

// herd is one replica.
type herd struct {
	engine  *cpu
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
	ranks   []ranked        // room for members and children, in order
	samples []search.Sample // not reported yet
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
	e := &cpu{frame: f, crew: population.NewCrew(threads), block: largeBlock}
	if e.plan.members >= someSlots && e.plan.members < manySlots {
		e.block = smallBlock
	}
	for range e.crew.Threads {
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
		engine:  e,
		index:   index,
		replica: r,
		state:   population.NewState(),
		now:     problem.NewGenomes(e.plan.Rep, all),
		next:    problem.NewGenomes(e.plan.Rep, born),
		scores:  make([]problem.Score, all),
		fresh:   make([]problem.Score, born),
		best:    problem.NewGenomes(e.plan.Rep, 1).At(0),
		wheels:  make([]wheel, e.plan.demes),
		nodes:   make([][]population.Node, e.plan.demes),
	}
	for d := range h.wheels {
		w := &h.wheels[d]
		w.plan = &e.plan
		if e.plan.weighs() {
			w.prefix = make([]uint64, n+1)
			w.guide = make([]hint, n+2)
		}
		if e.plan.sorts() || e.plan.migrants > 0 {
			w.order = make([]uint32, n)
		}
		h.nodes[d] = make([]population.Node, (n+e.block-1)/e.block)
	}
	return h
}

// start makes and scores the first population.
func (e *cpu) start(h *herd) {
	n := e.plan.population()
	e.crew.Together((n+e.block-1)/e.block, func(_, block int) {
		lo, hi := block*e.block, min((block+1)*e.block, n)
		at := rng.Address{Seed: h.replica.seed, Purpose: rng.Init}
		for i := lo; i < hi; i++ {
			if i < len(e.Given) {
				h.now.At(i).Set(e.Given[i])
				continue
			}
			at.Individual = uint32(i)
			variation.Initialize(h.now.At(i), e.plan.Rep, at)
		}
		e.Score(e.crew, h.now, h.scores, lo, hi, h.replica.seed, 0, 0)
	})
	if e.crew.Aborted() {
		return
	}
	e.measure(h)
	e.judge(h, 0)
}

// Step advances every running replica.
func (e *cpu) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.herds, e.plan.population(), atMost)
	return population.Report(&e.Frame, e.herds, func(h *herd) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *herd) Current() *population.State { return &h.state }

// Generation makes one step of the replica.
func (h *herd) Generation(spread population.Spread) { h.engine.generation(h, spread) }

// generation makes one step of a replica, or none when the engine is aborted.
func (e *cpu) generation(h *herd, spread population.Spread) {
	step := h.state.Step + 1
	n, c := e.plan.members, e.plan.children
	var together population.Spread
	if e.crew.Threads > 1 && len(e.herds) == 1 && n > someSlots { // else it would cost more than it gains
		together = spread
	}
	for d := range h.wheels {
		h.wheels[d].scores = h.scores[d*n : (d+1)*n]
		h.wheels[d].prepare(h.replica.seed, step, d, together)
	}
	if e.crew.Aborted() {
		return
	}
	slots := n
	if e.plan.overlapping {
		slots = c
	}
	fused := !e.plan.overlapping && !e.plan.migrates(step)
	blocks := (slots + e.block - 1) / e.block
	spread(blocks*e.plan.demes, func(worker, task int) {
		b, d, block := e.breeders[worker], task/blocks, task%blocks
		lo, hi := block*e.block, min((block+1)*e.block, slots)
		e.breed(h, b, d, lo, hi, slots, step)
		if fused {
			h.nodes[d][block] = e.summary(h.next, h.fresh, d*n, lo, hi, h.state.Anchor)
		}
	})
	if e.crew.Aborted() { // the children may be incomplete; the population is as it was
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
	children := max(lo, min(hi, p.children)) // none where all are elites
	couples := b.pickAll(w, pair, d*p.pairs(), lo/2, (children+1)/2, h.now.Slice(from, from+p.members))
	// All parents are fetched or touched before the first is needed: their cache
	// misses then overlap.
	if e.shortFlips() {
		b.fetch(h.now, from, couples)
		b.breedWords(h, couples, d, lo, children, base, step)
	} else {
		b.touch(h.now, from, couples)
		b.breedRows(h, couples, d, lo, children, base, from, step)
	}
	e.Score(e.crew, h.next, h.fresh, base+lo, base+children, h.replica.seed, step, d*p.children-base)
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
	return p.Rep.Kind == problem.Binary && p.Rep.Length <= 64 && p.Mutation == variation.MutateFlip && !p.PerGenome
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
		if p.Crossover != variation.CrossNone && rng.Bernoulli(pick.x2, h.replica.pc) {
			b.Cross(c, s, m, f, pair, pick.x3)
		} else {
			c.Set(m)
			s.Set(f)
		}
		child.Individual = uint32(d*p.children + i)
		b.Mutate(c, child, h.replica.pm, &h.replica.genes)
		if i+1 < children {
			child.Individual++
			b.Mutate(s, child, h.replica.pm, &h.replica.genes)
		}
	}
}

// breedWords is breedRows for single words, which have been fetched.
func (b *breeder) breedWords(h *herd, couples []couple, d, lo, children, base int, step int64) {
	p := b.plan
	pair := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Pair}
	child := rng.Address{Seed: h.replica.seed, Step: uint64(step), Purpose: rng.Mutate}
	all := variation.Below(uint32(p.Rep.Length), 0)
	var c, s [1]uint64
	for i := lo; i < children; i += 2 {
		pick := couples[(i-lo)/2]
		m, f := b.words[i-lo], b.words[i-lo+1]
		if p.Crossover != variation.CrossNone && rng.Bernoulli(pick.x2, h.replica.pc) {
			pair.Individual = uint32(d*p.pairs() + i/2)
			if p.Crossover == variation.CrossOnePoint && p.Rep.Length > 1 {
				cut := 1 + pair.Bounded(pick.x3, 3, uint32(p.Rep.Length)-1)
				x := (m ^ f) & (all &^ (1<<cut - 1))
				m, f = m^x, f^x
			} else {
				b.Cross(problem.Genome{Bits: c[:]}, problem.Genome{Bits: s[:]},
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

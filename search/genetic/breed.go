package genetic

import (
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// breeder chooses parents and makes their children. One belongs to one
// goroutine.
type breeder struct {
	variation.Breeder
	plan      *plan
	couples   []couple // the parents of a block
	words     []uint64 // their parents, where those are single words
	positions []uint64 // their places on a wheel
	found     []hint   // what its guide says of those
	missed    []uint32 // the places of which it does not say enough
	touched   uint64   // keeps the compiler from leaving loads out
}

func newBreeder(p *plan) *breeder {
	return &breeder{Breeder: variation.NewBreeder(&p.Operators), plan: p}
}

// breed fills the slots lo to hi-1 of a deme's next population: children, and
// behind them the elites.
func (r *replica) breed(b *breeder, d, lo, hi, slots int, step int64) {
	p, w := r.plan, &r.wheels[d]
	base, from := d*slots, d*p.members
	pair := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Pair}
	children := max(lo, min(hi, p.children)) // none where all are elites
	couples := b.pickAll(w, pair, d*p.pairs(), lo/2, (children+1)/2, r.now.Slice(from, from+p.members))
	// All parents are fetched or touched before the first is needed: their cache
	// misses then overlap.
	if p.shortFlips() {
		b.fetch(r.now, from, couples)
		b.breedWords(r, couples, d, lo, children, base, step)
	} else {
		b.touch(r.now, from, couples)
		b.breedRows(r, couples, d, lo, children, base, from, step)
	}
	r.Score(r.next, r.nextScores, base+lo, base+children, step, d*p.children-base)
	for i := max(lo, p.children); i < hi; i++ {
		elite := from + int(w.node.At)
		if p.elites > 1 {
			elite = from + int(w.order[i-p.children])
		}
		r.next.At(base + i).Set(r.now.At(elite))
		r.nextScores[base+i] = r.scores[elite]
	}
}

// shortFlips reports whether genomes are single words that cross by masks and
// flip gene by gene: the common case has a loop of its own.
func (p *plan) shortFlips() bool {
	return p.Rep.Kind == problem.Binary && p.Rep.Length <= 64 && p.Mutation == variation.MutateFlip && !p.PerGenome &&
		p.Own.Cross == nil && p.Own.Mutate == nil
}

// breedRows makes the children lo to children-1 of a deme from their couples.
func (b *breeder) breedRows(r *replica, couples []couple, d, lo, children, base, from int, step int64) {
	p := b.plan
	pair := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Pair}
	child := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Mutate}
	for i := lo; i < children; i += 2 {
		pick := couples[(i-lo)/2]
		pair.Individual = uint32(d*p.pairs() + i/2)
		m, f := r.now.At(from+int(pick.a)), r.now.At(from+int(pick.b))
		two := i+1 < children
		var second problem.Genome
		if two {
			second = r.next.At(base + i + 1)
		}
		child.Individual = uint32(d*p.children + i)
		b.Children(r.next.At(base+i), second, m, f, two, pair, pick.x2, pick.x3, child, r.rates)
	}
}

// breedWords is breedRows for single words, which have been fetched.
func (b *breeder) breedWords(r *replica, couples []couple, d, lo, children, base int, step int64) {
	p := b.plan
	pair := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Pair}
	child := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Mutate}
	all := variation.Below(uint32(p.Rep.Length), 0)
	var c, s [1]uint64
	for i := lo; i < children; i += 2 {
		pick := couples[(i-lo)/2]
		m, f := b.words[i-lo], b.words[i-lo+1]
		if p.Crossover != variation.CrossNone && rng.Bernoulli(pick.x2, r.rates.PC) {
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
		r.next.Bits[base+i] = m ^ r.rates.Genes.Low(child, 0, all)
		if i+1 < children {
			child.Individual++
			r.next.Bits[base+i+1] = f ^ r.rates.Genes.Low(child, 0, all)
		}
	}
}

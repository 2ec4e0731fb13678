package cellular

import (
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// event reports whether a step of a replica has diffusion or migration.
func (p *plan) event(r *params, step int64) bool {
	if p.migration == migrateNone {
		return false
	}
	at := rng.Address{Seed: r.seed, Step: uint64(step), Purpose: rng.Diffuse}
	return rng.Bernoulli(at.Word(0), r.pd)
}

// mate is whom member i meets (5.2.1): the better of two that are drawn
// independently, the first of equals.
func (p *plan) mate(scores []problem.Score, r *params, step int64, i int, wide bool) int {
	at := rng.Address{Seed: r.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Mate}
	x0, x1, _, _ := at.Block(0)
	var a, b int
	if p.selection == selectNeighbors {
		a, b = p.neighbor(i, int(x0>>30), wide), p.neighbor(i, int(x1>>30), wide)
	} else {
		cells := p.cells()
		island := i / cells * cells
		a = island + int(at.Bounded(x0, 0, uint32(cells)))
		b = island + int(at.Bounded(x1, 1, uint32(cells)))
	}
	if scores[b] > scores[a] {
		return b
	}
	return a
}

// cross makes a child of member i and its mate (5.2.2).
func (p *plan) cross(child, first, second problem.Genome, r *params, step int64, i int) {
	at := rng.Address{Seed: r.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Cross}
	n := uint32(p.rep.Length)
	lo, hi := uint32(0), uint32(0)
	if p.crossover == crossTwoPoint {
		lo, hi = stretch(at, r.pc, n)
	}
	for w := range child.Bits {
		var m uint64
		if p.crossover == crossMask {
			m = r.cross.Low(at, uint32(w), variation.Below(n, w))
		} else {
			m = variation.Below(hi, w) &^ variation.Below(lo, w)
		}
		child.Bits[w] = first.Bits[w]&^m | second.Bits[w]&m
	}
}

// stretch is the genes lo to hi-1 that two-point crossover takes from the mate;
// none but with probability pc.
func stretch(at rng.Address, pc uint64, n uint32) (lo, hi uint32) {
	x0, x1, x2, _ := at.Block(0)
	if !rng.Bernoulli(x0, pc) {
		return 0, 0
	}
	a, b := at.Bounded(x1, 1, n+1), at.Bounded(x2, 2, n)
	if b >= a {
		b++
	}
	return min(a, b), max(a, b)
}

// mutate flips genes of a child (5.2.3).
func (p *plan) mutate(g problem.Genome, r *params, step int64, i int) {
	at := rng.Address{Seed: r.seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Mutate}
	if p.mutation == mutateOne {
		x0, x1, _, _ := at.Block(0)
		if rng.Bernoulli(x0, r.pm) {
			j := at.Bounded(x1, 1, uint32(p.rep.Length))
			g.Bits[j/64] ^= 1 << (j % 64)
		}
		return
	}
	for w := range g.Bits {
		g.Bits[w] ^= r.flips.Low(at, uint32(w), variation.Below(uint32(p.rep.Length), w))
	}
}

package local

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// probing is a walk for formulas whose clauses all count alike and can perhaps
// all be satisfied: it flips a variable of a random false clause, chosen by how
// many clauses that would break, as in probSAT.
type probing struct {
	footing
	// breaks counts the clauses in which each variable is the only true one, modulo
	// 256: most of a million such counts fit into a cache. carries is the rest, nil
	// where no variable is in so many clauses.
	breaks  []uint8
	carries []uint32
	odds    []uint64 // of a variable that breaks so many, the last for all that break more
	sink    uint32   // what was read too early to be used
}

// oddsCount is how many odds there are.
const oddsCount = 64

// oddsFor are the odds for clauses of up to so many literals: a power for
// short ones, exponential for others, with the bases of Balint and Schöning.
func oddsFor(width int) []uint64 {
	base := 0.0
	switch {
	case width <= 3:
	case width == 4:
		base = 3
	case width == 5:
		base = 3.7
	case width == 6:
		base = 5
	default:
		base = 5.4
	}
	odds := make([]uint64, oddsCount)
	for b := range odds {
		x := 1e6 * elementary.Pow(0.9+float64(b), -2.3)
		if base > 0 {
			x = 1e9 * elementary.Pow(base, -float64(b))
		}
		odds[b] = uint64(x+0.5) + 1
	}
	return odds
}

func newProbing(g *ground, seed uint64) *probing {
	width := 0
	for c := range g.weight {
		width = max(width, len(g.Clause(c)))
	}
	p := &probing{footing: newFooting(g), breaks: make([]uint8, g.vars), odds: oddsFor(width)}
	if g.most >= 256 {
		p.carries = make([]uint32, g.vars)
	}
	p.scatter(seed, 0)
	p.resume()
	return p
}

// resume finds all that follows from the assignment.
func (p *probing) resume() {
	p.settle()
	clear(p.breaks)
	clear(p.carries)
	for _, t := range p.tally {
		if t.count() == 1 {
			p.more(t.which())
		}
	}
}

// flip flips a variable. Its loops over clauses have no branches, which could
// not be foretold: they sort out those of one true literal, at the front of the
// old tallies, and those that turn.
func (p *probing) flip(v uint32) {
	rising, falling, more, fewer := p.gather(v)
	p.value[v] ^= 1
	tallies, turned := p.tally, p.turned
	ones, zeros := 0, 0
	for i, c := range rising {
		t := more[i]
		after := t.more(v)
		if t < oneTrue {
			after = t // for it still says the place
		}
		tallies[c], more[ones], turned[zeros] = after, t, c
		ones += t.one()
		zeros += t.zero()
	}
	for _, t := range more[:ones] {
		p.fewer(t.which())
	}
	for _, c := range turned[:zeros] {
		p.rise(c)
		p.more(v)
		tallies[c] = oneTrue | tally(v)
	}
	ones, zeros = 0, 0
	for i, c := range falling {
		t := fewer[i].fewer(v)
		tallies[c], fewer[ones], turned[zeros] = t, t, c
		ones += t.one()
		zeros += t.zero()
	}
	for _, t := range fewer[:ones] {
		p.more(t.which())
	}
	for _, c := range turned[:zeros] {
		p.fall(c)
		p.fewer(v)
	}
}

// advance makes a flip from its random words.
func (p *probing) advance(x0, x1, x2, _ uint32, _ int64) (uint32, bool) {
	if len(p.below.clauses) == 0 { // all clauses are satisfied
		v := uint32(draw(x0, p.ground.vars))
		p.flip(v)
		return v, false
	}
	clause := p.ground.literals(&p.below.clauses[draw(x0, len(p.below.clauses))])
	p.touch(clause)
	sum := uint64(0)
	for _, l := range clause {
		sum += p.odd(l >> 1)
	}
	at, _ := bits.Mul64(uint64(x2)<<32|uint64(x1), sum)
	v := uint32(0)
	for _, l := range clause {
		v = l >> 1
		o := p.odd(v)
		if at < o {
			break
		}
		at -= o
	}
	p.flip(v)
	return v, false
}

func (p *probing) odd(v uint32) uint64 {
	if p.carries != nil && p.carries[v] > 0 {
		return p.odds[len(p.odds)-1]
	}
	return p.odds[min(int(p.breaks[v]), len(p.odds)-1)]
}

// more and fewer count clauses that a variable breaks.
func (p *probing) more(v uint32) {
	if p.breaks[v]++; p.breaks[v] == 0 {
		p.carries[v]++
	}
}

func (p *probing) fewer(v uint32) {
	if p.breaks[v]--; p.breaks[v] == 255 {
		p.carries[v]--
	}
}

// broken is how many clauses each variable breaks.
func (p *probing) broken() []uint32 {
	list := make([]uint32, len(p.breaks))
	for v, b := range p.breaks {
		list[v] = uint32(b)
		if p.carries != nil {
			list[v] += p.carries[v] << 8
		}
	}
	return list
}

// improved has nothing to note.
func (p *probing) improved(int64) {}

// touch reads where the clauses of a clause's variables are, for one of them
// will be flipped: the processor then fetches them while it does other things.
func (p *probing) touch(clause []uint32) {
	if b := &p.ground.blocks; b.words != nil {
		x := uint32(0)
		for _, l := range clause {
			x += b.words[int(l>>1)<<b.shift]
		}
		p.sink = x
	}
}

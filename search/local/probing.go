package local

import (
	"math/bits"

	"github.com/warbler-opt/warbler/kernel/elementary"
)

// probing is a walk for formulas whose clauses all count alike and can perhaps
// all be satisfied: it flips a variable of a random false clause, chosen by how
// many clauses that would break, as in probSAT.
type probing struct {
	footing
	breaks []uint32 // clauses in which each variable is the only true one
	odds   []uint64 // of a variable that breaks so many, the last for all that break more
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
	p := &probing{footing: newFooting(g), breaks: make([]uint32, g.vars), odds: oddsFor(width)}
	p.scatter(seed, 0)
	p.resume()
	return p
}

// resume finds all that follows from the assignment.
func (p *probing) resume() {
	p.settle()
	clear(p.breaks)
	for c, k := range p.count {
		if k == 1 {
			p.breaks[p.crit[c]]++
		}
	}
}

func (p *probing) flip(v uint32) {
	rising, falling := p.literals(v)
	p.value[v] ^= 1
	for _, c := range p.ground.Occurrences(rising) {
		k, u := p.count[c], p.crit[c]
		p.count[c], p.crit[c] = k+1, u^v
		switch k {
		case 0:
			p.rise(c)
			p.breaks[v]++
		case 1:
			p.breaks[u]--
		}
	}
	for _, c := range p.ground.Occurrences(falling) {
		k, u := p.count[c], p.crit[c]^v
		p.count[c], p.crit[c] = k-1, u
		switch k {
		case 1:
			p.fall(c)
			p.breaks[v]--
		case 2:
			p.breaks[u]++
		}
	}
}

// advance makes a flip from its random words.
func (p *probing) advance(x0, x1, x2, _ uint32, _ int64) (uint32, bool) {
	open := p.below.clauses
	if len(open) == 0 { // all clauses are satisfied
		v := uint32(draw(x0, p.ground.vars))
		p.flip(v)
		return v, false
	}
	clause := p.ground.Clause(int(open[draw(x0, len(open))]))
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

func (p *probing) odd(v uint32) uint64 { return p.odds[min(int(p.breaks[v]), len(p.odds)-1)] }

// improved has nothing to note.
func (p *probing) improved(int64) {}

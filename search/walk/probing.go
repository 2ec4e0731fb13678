package walk

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
)

// probing is a walk for formulas whose clauses all count alike and can perhaps
// all be satisfied: it flips a variable of a random false clause, chosen by how
// many clauses that would break, as in probSAT.
type probing struct {
	assignment
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

// odds are those for clauses as long as the longest: a power for short ones,
// exponential for others, with the bases of Balint and Schöning.
func (f *formula) odds() []uint64 {
	width, base := 0, 0.0
	for c := range f.weight {
		width = max(width, len(f.Clause(c)))
	}
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

func newProbing(f *formula) walker {
	p := &probing{assignment: newAssignment(f), breaks: make([]uint8, f.vars), odds: f.odds()}
	if f.most >= 256 {
		p.carries = make([]uint32, f.vars)
	}
	return p
}

func (p *probing) begin(seed uint64) {
	p.randomize(seed, 0)
	p.resume()
}

// resume finds all that follows from the assignment.
func (p *probing) resume() {
	p.recount()
	clear(p.breaks)
	clear(p.carries)
	for _, t := range p.clauses {
		if t.count() == 1 {
			p.more(t.which())
		}
	}
}

// flip flips a variable. Its loops over clauses have no branches, which could
// not be foretold: they sort out those of one true literal, at the front of the
// old clauses, and those that turn.
func (p *probing) flip(v uint32) {
	rising, falling, more, fewer := p.gather(v)
	p.value[v] ^= 1
	clauses, turned := p.clauses, p.turned
	ones, zeros := 0, 0
	for i, c := range rising {
		t := more[i]
		after := t.more(v)
		if t < oneTrue {
			after = t // for it still says the place
		}
		clauses[c], more[ones], turned[zeros] = after, t, c
		ones += t.one()
		zeros += t.zero()
	}
	for _, t := range more[:ones] {
		p.fewer(t.which())
	}
	for _, c := range turned[:zeros] {
		p.becomeTrue(c)
		p.more(v)
		clauses[c] = oneTrue | trueLits(v)
	}
	ones, zeros = 0, 0
	for i, c := range falling {
		t := fewer[i].fewer(v)
		clauses[c], fewer[ones], turned[zeros] = t, t, c
		ones += t.one()
		zeros += t.zero()
	}
	for _, t := range fewer[:ones] {
		p.more(t.which())
	}
	for _, c := range turned[:zeros] {
		p.becomeFalse(c)
		p.fewer(v)
	}
}

// advance makes a flip from its random words.
func (p *probing) advance(x0, x1, x2, _ uint32, _ int64) (uint32, bool) {
	if len(p.falseSoft) == 0 { // all clauses are satisfied
		v := uint32(rng.Below(x0, p.formula.vars))
		p.flip(v)
		return v, false
	}
	clause := p.formula.literals(&p.falseSoft[rng.Below(x0, len(p.falseSoft))])
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
	if b := &p.formula.blocks; b.words != nil {
		x := uint32(0)
		for _, l := range clause {
			x += b.words[int(l>>1)<<b.shift]
		}
		p.sink = x
	}
}

// words has nothing to save: all follows from the assignment.
func (p *probing) words() []uint64 { return nil }

func (p *probing) setWords([]uint64) {}

func (p *probing) toDevice([]uint64) []uint64 { return append(p.listWords(), pairs(p.broken())...) }

func (p *probing) fromDevice(head, words []uint64) { p.setListWords(head, words) }

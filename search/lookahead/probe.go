package lookahead

import "github.com/warbler-opt/warbler/internal/cnf"

// simplified counts what was known of a formula before its search. What follows
// from it by clauses of one literal is not counted again.
type simplified struct {
	Units     int // variables that clauses of one literal, and what is assumed, gave a value
	Subsumed  int // clauses that others imply
	Failed    int // literals that contradict themselves
	Necessary int // literals that both literals of a variable imply
	Pure      int // literals whose opposite occurs nowhere
}

const (
	// probeWork is how many literals of clauses are read at most to find literals
	// that fail: some milliseconds, and where the formula lies outside of all caches
	// a tenth of the time that the rest of the simplification takes.
	probeWork = 1_000_000
	// probeEach is that for each literal of the formula.
	probeEach = 100
)

// prober makes literals true for a moment and follows the clauses. Those of a
// simplifier that has followed all units have open literals only, so that stamps
// are enough and nothing is undone.
type prober struct {
	*simplifier
	stamp []uint32 // by literal: the last trial in which it was true
	trial uint32
	trail []uint32 // what is true in it
	first []uint32 // what was in the trial of the opposite
	work  int      // literals that may still be read
}

// probe finds literals that fail and literals that are necessary, in rounds until
// one finds nothing or the work is done. A literal leads to others only through
// clauses of two, and if one fails that others imply, so do these: those that
// nothing implies come first.
func (s *simplifier) probe() {
	p := &prober{simplifier: s, stamp: make([]uint32, len(s.occurs))}
	for _, list := range s.clauses {
		p.work += probeEach * len(list)
	}
	p.work = min(p.work, s.probing)
	implies := make([]bool, len(s.occurs))
	for before := -1; before < s.counts.Failed+s.counts.Necessary; {
		before = s.counts.Failed + s.counts.Necessary
		clear(implies)
		for _, list := range s.clauses {
			if len(list) == 2 {
				implies[list[0]^1], implies[list[1]^1] = true, true
			}
		}
		for _, try := range []func(l uint32, implies []bool){p.source, p.inner} {
			for v, x := range s.value { // as it is by then
				if x == 0 {
					try(2*uint32(v), implies)
				}
				if s.empty || p.work <= 0 {
					return
				}
			}
		}
	}
}

// source tries the literal of a variable that implies others where nothing implies
// it.
func (p *prober) source(l uint32, implies []bool) {
	if implies[l^1] {
		l ^= 1
	}
	if implies[l] && !implies[l^1] && !p.holds(l) {
		p.fail(l)
	}
}

// inner tries both literals of a variable that imply others. In a proof a literal
// that fails is a clause of one literal; what both imply takes a clause of two
// before it, since implications through clauses of three need not work backwards.
func (p *prober) inner(l uint32, implies []bool) {
	switch {
	case !implies[l] || !implies[l^1]:
		return
	case !p.holds(l):
		p.fail(l)
		return
	}
	p.first, p.trail = p.trail, p.first
	if !p.holds(l ^ 1) {
		p.fail(l ^ 1)
		return
	}
	for _, m := range p.first {
		if p.stamp[m] == p.trial {
			p.counts.Necessary++
			p.learned = append(p.learned, []int32{cnf.Dimacs(l ^ 1), cnf.Dimacs(m)}, []int32{cnf.Dimacs(m)})
			p.set(m)
		}
	}
	p.follow()
}

// fail makes a literal false that contradicts itself.
func (p *prober) fail(l uint32) {
	p.counts.Failed++
	p.learned = append(p.learned, []int32{cnf.Dimacs(l ^ 1)})
	p.set(l ^ 1)
	p.follow()
}

// holds makes a literal true and follows the clauses, as far as the work allows.
// false: one of them has become empty.
func (p *prober) holds(l uint32) bool {
	p.trial++
	p.stamp[l], p.trail = p.trial, append(p.trail[:0], l)
	for i := 0; i < len(p.trail) && p.work > 0; i++ {
		for _, c := range p.occurs[p.trail[i]^1] {
			switch last, open := p.rest(p.clauses[c]); {
			case open == 1:
				p.stamp[last], p.trail = p.trial, append(p.trail, last)
			case open == 0 && p.clauses[c] != nil:
				return false
			}
		}
	}
	return true
}

// rest is how many literals of a clause are not false, 0, 1 or more, and the last
// of them. One that is true counts for many.
func (p *prober) rest(clause []uint32) (last uint32, open int) {
	p.work--
	for _, m := range clause {
		p.work--
		if p.stamp[m] == p.trial {
			return m, 2
		}
		if p.stamp[m^1] != p.trial {
			if last, open = m, open+1; open > 1 {
				break
			}
		}
	}
	return last, open
}

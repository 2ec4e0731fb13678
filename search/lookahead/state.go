package lookahead

import "slices"

// Stamps of truth. A variable's word is a stamp, which is even, and in its
// lowest bit the sign of the true literal. A lookahead gives the literals that
// it makes true its own stamp, and every stamp that is at least as large counts
// as well; so nothing needs to be undone.
// All are below 2³¹: the difference of two has a sign.
const (
	real  = 1<<31 - 2 // fixed on the path from the root
	proto = real - 2  // forced in the lookahead of this node
)

// pair is the rest of a clause of three literals once the first is false.
type pair struct{ u, v uint32 }

// unlink is a pair that was taken out of the list of a literal.
type unlink struct{ list, at uint32 }

// state is a formula under the assignment of a path of the search tree. It
// depends on nothing but the path: what is taken back is taken back in the
// opposite order, down to the order of the lists.
type state struct {
	vars  int
	value []uint32 // by variable: a stamp and a sign

	lists   []list   // by literal
	implied []uint32 // the u of clauses (¬l ∨ u)
	room    []uint32 // by literal: for so many
	pairs   []pair   // the u, v of clauses (¬l ∨ u ∨ v) with three open literals
	next    []uint32 // by pair: the same clause in the list of ¬u, (v, ¬l)

	trail []uint32 // literals that are true on the path
	done  int      // of which the clauses have been followed

	gone  []unlink // pairs taken out of their lists
	added []uint32 // lists that got a literal
}

// list is where the clauses of a literal are: among the implied the first and
// how many, and among the pairs.
type list struct{ two, twos, three, threes uint32 }

// busy is 0 where there are no clauses.
func (l *list) busy() uint32 { return l.twos | l.threes }

// two is what a literal implies.
func (s *state) two(l uint32) []uint32 {
	p := &s.lists[l]
	return s.implied[p.two : p.two+p.twos]
}

// three is what a literal leaves of clauses of three.
func (s *state) three(l uint32) []pair {
	p := &s.lists[l]
	return s.pairs[p.three : p.three+p.threes]
}

// mark is a point on the path to return to.
type mark struct{ trail, gone, added int }

// newState is the state of a formula of clauses of two and three literals.
func newState(vars int, binary [][2]uint32, ternary [][3]uint32) *state {
	s := &state{
		vars: vars, value: make([]uint32, vars),
		lists: make([]list, 2*vars), room: make([]uint32, 2*vars),
		pairs: make([]pair, 3*len(ternary)), next: make([]uint32, 3*len(ternary)),
		trail: make([]uint32, 0, vars),
	}
	for _, c := range ternary {
		for _, l := range c {
			s.lists[l^1].threes++
		}
	}
	sum := uint32(0)
	for l := range s.lists {
		p := &s.lists[l]
		p.three, sum, p.threes = sum, sum+p.threes, 0
	}
	for _, c := range ternary {
		var at [3]uint32
		for i, l := range c {
			p := &s.lists[l^1]
			at[i] = p.three + p.threes
			p.threes++
			s.pairs[at[i]] = pair{c[(i+1)%3], c[(i+2)%3]}
		}
		for i := range at {
			s.next[at[i]] = at[(i+1)%3]
		}
	}
	for _, c := range binary {
		s.imply(c[0], c[1])
	}
	s.added = s.added[:0]
	return s
}

// imply adds the clause (u ∨ v).
func (s *state) imply(u, v uint32) {
	s.append(u^1, v)
	s.append(v^1, u)
}

func (s *state) append(list, u uint32) {
	p := &s.lists[list]
	if p.twos == s.room[list] {
		from, to := p.two, uint32(len(s.implied))
		s.room[list] = max(2*p.twos, 8)
		s.implied = append(s.implied, make([]uint32, s.room[list])...)
		copy(s.implied[to:], s.implied[from:from+p.twos])
		p.two = to
	}
	s.implied[p.two+p.twos] = u
	p.twos++
	s.added = append(s.added, list)
}

// implies reports whether (¬l ∨ u) is one of the clauses.
func (s *state) implies(l, u uint32) bool {
	return slices.Contains(s.two(l), u)
}

// mark is where the path stands.
func (s *state) mark() mark { return mark{len(s.trail), len(s.gone), len(s.added)} }

// fix makes a literal true on the path; false: it is false already.
func (s *state) fix(l uint32) bool {
	a := s.value[l>>1]
	if a >= real {
		return (a^l)&1 == 0
	}
	s.value[l>>1] = real | l&1
	s.trail = append(s.trail, l)
	return true
}

// propagate follows the clauses of the literals on the trail. false: one of them
// has become empty.
func (s *state) propagate() bool {
	for s.done < len(s.trail) {
		l := s.trail[s.done]
		s.done++
		for _, u := range s.two(l) {
			if !s.fix(u) {
				return false
			}
		}
		s.drop(l ^ 1) // these clauses are satisfied
		s.drop(l)
		for _, c := range s.three(l) {
			if !s.shorten(c.u, c.v) {
				return false
			}
		}
	}
	return true
}

// shorten is the clause (u ∨ v), which was longer.
func (s *state) shorten(u, v uint32) bool {
	a, b := s.value[u>>1], s.value[v>>1]
	switch {
	case a >= real && (a^u)&1 == 0, b >= real && (b^v)&1 == 0:
		return true
	case a >= real:
		return s.fix(v)
	case b >= real:
		return s.fix(u)
	case s.implies(u^1, v):
		return true
	}
	s.imply(u, v)
	return true
}

// drop takes the clauses in a list out of the lists of their other literals.
func (s *state) drop(list uint32) {
	first := s.lists[list].three
	for i, c := range s.three(list) {
		second := s.next[first+uint32(i)]
		third := s.next[second]
		s.take(c.u^1, second)
		s.take(c.v^1, third)
	}
}

// take takes a pair out of a list: the last one changes places with it.
func (s *state) take(list, at uint32) {
	p := &s.lists[list]
	p.threes--
	s.gone = append(s.gone, unlink{list, at})
	s.exchange(at, p.three+p.threes)
}

// exchange lets two pairs of a list change places.
func (s *state) exchange(a, b uint32) {
	if a == b {
		return
	}
	beforeA, beforeB := s.next[s.next[a]], s.next[s.next[b]]
	s.pairs[a], s.pairs[b] = s.pairs[b], s.pairs[a]
	s.next[a], s.next[b] = s.next[b], s.next[a]
	s.next[beforeA], s.next[beforeB] = b, a
}

// undo returns to a point on the path.
func (s *state) undo(m mark) {
	for i := len(s.gone) - 1; i >= m.gone; i-- {
		g := s.gone[i]
		p := &s.lists[g.list]
		s.exchange(g.at, p.three+p.threes)
		p.threes++
	}
	s.gone = s.gone[:m.gone]
	for i := len(s.added) - 1; i >= m.added; i-- {
		s.lists[s.added[i]].twos--
	}
	s.added = s.added[:m.added]
	for _, l := range s.trail[m.trail:] {
		s.value[l>>1] = 0
	}
	s.trail = s.trail[:m.trail]
	s.done = m.trail
}

// free reports whether a variable is open on the path.
func (s *state) free(v uint32) bool { return s.value[v] < real }

package sat

import (
	"github.com/warbler-opt/warbler/problem"
)

// State is an assignment that changes one variable at a time. It knows its
// score at every moment; a flip, or asking for its effect, takes time
// proportional to the clauses that have the variable.
type State struct {
	table    *Table
	bits     []uint64
	count    []uint32 // true literals of each clause
	violated int      // hard clauses of the table without a true literal
	soft     int64    // weight of the soft clauses with one
}

// NewState starts at a genome, which is copied.
func (p *Problem) NewState(g problem.Genome) *State {
	t := p.Table()
	s := &State{table: t, bits: make([]uint64, p.Representation().Words()), count: make([]uint32, t.Clauses())}
	s.Reset(g)
	return s
}

// Reset moves to another genome.
func (s *State) Reset(g problem.Genome) {
	t := s.table
	copy(s.bits, g.Bits)
	s.violated, s.soft = 0, 0
	for c := range t.Clauses() {
		n := uint32(0)
		for _, l := range t.Clause(c) {
			n += uint32(s.bits[l>>7]>>(l>>1&63))&1 ^ l&1
		}
		s.count[c] = n
		switch {
		case c < t.Hard && n == 0:
			s.violated++
		case c >= t.Hard && n > 0:
			s.soft += t.SoftWeight(c)
		}
	}
}

// Genome is the assignment; it shares the state's memory and must not be
// changed but by Flip.
func (s *State) Genome() problem.Genome { return problem.Genome{Bits: s.bits} }

// Value reports whether variable v (from 0) is true.
func (s *State) Value(v int) bool { return s.bits[v>>6]>>(v&63)&1 != 0 }

// TrueLiterals is how many literals of clause c of the table are true.
func (s *State) TrueLiterals(c int) int { return int(s.count[c]) }

// Violated is the number of violated hard clauses, the empty ones included.
func (s *State) Violated() int { return s.violated + s.table.Violated }

// Satisfied is the weight of the satisfied soft clauses, tautologies included,
// whether or not the hard clauses hold.
func (s *State) Satisfied() int64 { return s.soft + s.table.Always }

// Score is the assignment's score.
func (s *State) Score() problem.Score { return s.table.score(s.violated, s.soft) }

// literals are the true and the false literal of variable v.
func (s *State) literals(v int) (is, not uint32) {
	l := uint32(2 * v)
	if s.Value(v) {
		return l, l + 1
	}
	return l + 1, l
}

// Flip changes variable v.
func (s *State) Flip(v int) {
	t := s.table
	is, not := s.literals(v)
	for _, c := range t.Occurrences(is) {
		if s.count[c]--; s.count[c] == 0 {
			if int(c) < t.Hard {
				s.violated++
			} else {
				s.soft -= t.SoftWeight(int(c))
			}
		}
	}
	for _, c := range t.Occurrences(not) {
		if s.count[c]++; s.count[c] == 1 {
			if int(c) < t.Hard {
				s.violated--
			} else {
				s.soft += t.SoftWeight(int(c))
			}
		}
	}
	s.bits[v>>6] ^= 1 << (v & 63)
}

// Change is what a flip of variable v would do to the number of violated hard
// clauses and to the weight of the satisfied soft ones.
func (s *State) Change(v int) (violated int, satisfied int64) {
	t := s.table
	is, not := s.literals(v)
	for _, c := range t.Occurrences(is) {
		if s.count[c] == 1 {
			if int(c) < t.Hard {
				violated++
			} else {
				satisfied -= t.SoftWeight(int(c))
			}
		}
	}
	for _, c := range t.Occurrences(not) {
		if s.count[c] == 0 {
			if int(c) < t.Hard {
				violated--
			} else {
				satisfied += t.SoftWeight(int(c))
			}
		}
	}
	return violated, satisfied
}

// Gain is how much a flip of variable v would raise the score, at most 2^63-1
// and at least -(2^63-1).
func (s *State) Gain(v int) problem.Score {
	violated, satisfied := s.Change(v)
	before, after := s.Score(), s.table.score(s.violated+violated, s.soft+satisfied)
	return problem.Difference(after, before)
}

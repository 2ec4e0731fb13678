package sat

import (
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

// state is an assignment that changes one variable at a time. It knows its
// score at every moment; a flip, or asking for its effect, takes time
// proportional to the clauses that have the variable.
type state struct {
	sums
	table *cnf.Table
	bits  []uint64
	count []uint32 // true literals of each clause
}

// sums are what the score is made of.
type sums struct {
	violated int   // hard clauses of the table without a true literal
	soft     int64 // weight of the soft clauses with one
}

// gain counts a clause that becomes true.
func (s *sums) gain(t *cnf.Table, c uint32) {
	if int(c) < t.Hard {
		s.violated--
	} else {
		s.soft += t.SoftWeight(int(c))
	}
}

// lose counts a clause that becomes false.
func (s *sums) lose(t *cnf.Table, c uint32) {
	if int(c) < t.Hard {
		s.violated++
	} else {
		s.soft -= t.SoftWeight(int(c))
	}
}

// Moves implements problem.Mover. The genome is copied.
func (p *maxsat) Moves(g problem.Genome) problem.Moves {
	t := p.Table()
	s := &state{table: t, bits: make([]uint64, p.Representation().Words()), count: make([]uint32, t.Clauses())}
	s.Reset(g)
	return s
}

// Reset moves to another genome.
func (s *state) Reset(g problem.Genome) {
	t := s.table
	copy(s.bits, g.Bits)
	s.sums = sums{violated: t.Hard}
	for c := range t.Clauses() {
		n := uint32(0)
		for _, l := range t.Clause(c) {
			n += uint32(s.bits[l>>7]>>(l>>1&63))&1 ^ l&1
		}
		if s.count[c] = n; n > 0 {
			s.gain(t, uint32(c))
		}
	}
}

// Genome is the assignment; it shares the state's memory and must not be
// changed but by Flip.
func (s *state) Genome() problem.Genome { return problem.Genome{Bits: s.bits} }

// Score is the assignment's score.
func (s *state) Score() problem.Score { return s.table.Score(s.violated, s.soft) }

// occurrences are the clauses that have the true, and the false, literal of variable v.
func (s *state) occurrences(v int) (is, not []uint32) {
	l := uint32(2*v) | uint32(^s.bits[v>>6]>>(v&63)&1)
	return s.table.Occurrences(l), s.table.Occurrences(l ^ 1)
}

// Flip changes variable v.
func (s *state) Flip(v int) {
	t, count := s.table, s.count
	is, not := s.occurrences(v)
	for _, c := range is {
		if count[c]--; count[c] == 0 {
			s.lose(t, c)
		}
	}
	for _, c := range not {
		if count[c]++; count[c] == 1 {
			s.gain(t, c)
		}
	}
	s.bits[v>>6] ^= 1 << (v & 63)
}

// Gain is how much a flip of variable v would raise the score, at most 2^63-1
// and at least -(2^63-1).
func (s *state) Gain(v int) problem.Score {
	t, after := s.table, s.sums
	is, not := s.occurrences(v)
	for _, c := range is {
		if s.count[c] == 1 {
			after.lose(t, c)
		}
	}
	for _, c := range not {
		if s.count[c] == 0 {
			after.gain(t, c)
		}
	}
	return problem.Difference(t.Score(after.violated, after.soft), s.Score())
}

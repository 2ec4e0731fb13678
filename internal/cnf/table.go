// Package cnf is what problem/sat and the searches on formulas have in common:
// tables of clauses, assignments, files of cubes, and what is too large.
//
// Names: n variables v from 0, m clauses c from 0. A literal l is 2v, or 2v+1 when
// it is negated; one of a file has DIMACS sign (+3, -3).
package cnf

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Hard is the weight of a clause that must be satisfied.
const Hard int64 = -1

// Table is a formula as searches want it: hard clauses first, each literal once
// in a clause, no tautologies, no empty clauses and no soft clauses of weight
// 0; what those contribute to every assignment's score is in constants. Equal
// clauses stay apart, and otherwise the order is the formula's.
type Table struct {
	Vars int
	Hard int // clauses 0 to Hard-1 are hard, the others soft
	// Clause c has the literals Lits[ClauseStart[c]:ClauseStart[c+1]].
	ClauseStart []uint32
	Lits        []uint32
	// Weight has the weight of each clause, 0 for hard ones. It is nil when
	// every soft clause weighs 1.
	Weight []int64
	// Literal l is in the clauses Occ[LitStart[l]:LitStart[l+1]], in ascending
	// order. Both are nil before Linked.
	LitStart []uint32
	Occ      []uint32

	Soft     int64 // the weight of the soft clauses here
	Always   int64 // the weight of soft tautologies: satisfied whatever one does
	Lost     int64 // the weight of empty soft clauses
	Violated int   // the number of empty hard clauses
}

// NewTable makes a table of so many clauses, in time and memory proportional to
// them, up to a logarithm for long ones.
func NewTable(vars, clauses, literals int, clause func(int) []int32, weight func(int) int64) *Table {
	t := &Table{Vars: vars, ClauseStart: append(make([]uint32, 0, clauses+1), 0), Lits: make([]uint32, 0, literals)}
	weighted := false
	for c := range clauses {
		w := weight(c)
		weighted = weighted || w > 1
		if w == Hard && t.add(clause(c)) == empty {
			t.Violated++
		}
	}
	t.Hard = t.Clauses()
	if weighted {
		t.Weight = make([]int64, t.Hard, clauses)
	}
	for c := range clauses {
		w := weight(c)
		if w == Hard || w == 0 {
			continue
		}
		switch t.add(clause(c)) {
		case empty:
			t.Lost += w
		case tautology:
			t.Always += w
		default:
			t.Soft += w
			if weighted {
				t.Weight = append(t.Weight, w)
			}
		}
	}
	return t
}

// Literal is the number of a DIMACS literal.
func Literal(x int32) uint32 {
	if x < 0 {
		return uint32(-x-1)*2 + 1
	}
	return uint32(x-1) * 2
}

// Dimacs is the inverse of Literal.
func Dimacs(l uint32) int32 {
	if l&1 != 0 {
		return -int32(l>>1) - 1
	}
	return int32(l>>1) + 1
}

// Clauses is the number of clauses.
func (t *Table) Clauses() int { return len(t.ClauseStart) - 1 }

// Alike reports whether all clauses count alike.
func (t *Table) Alike() bool { return t.Weight == nil && (t.Hard == 0 || t.Hard == t.Clauses()) }

// Clause is the literals of clause c.
func (t *Table) Clause(c int) []uint32 { return t.Lits[t.ClauseStart[c]:t.ClauseStart[c+1]] }

// Occurrences is the clauses that have literal l.
func (t *Table) Occurrences(l uint32) []uint32 { return t.Occ[t.LitStart[l]:t.LitStart[l+1]] }

// SoftWeight is the weight of clause c, which must be soft.
func (t *Table) SoftWeight(c int) int64 {
	if t.Weight == nil {
		return 1
	}
	return t.Weight[c]
}

// Width is the number of literals that clauses lo to hi-1 all have, or 0.
func (t *Table) Width(lo, hi int) int {
	if lo == hi {
		return 0
	}
	k := len(t.Clause(lo))
	for c := lo + 1; c < hi; c++ {
		if len(t.Clause(c)) != k {
			return 0
		}
	}
	return k
}

// Score is what an assignment scores that violates so many hard clauses and
// satisfies so much soft weight of this table.
func (t *Table) Score(violated int, satisfied int64) int64 {
	if violated += t.Violated; violated > 0 {
		return -int64(violated)
	}
	return satisfied + t.Always
}

// What add finds.
const (
	added = iota
	empty
	tautology
)

// add appends a clause unless it is empty or a tautology.
func (t *Table) add(clause []int32) int {
	if len(clause) == 0 {
		return empty
	}
	lo := len(t.Lits)
	for _, x := range clause {
		t.Lits = append(t.Lits, Literal(x))
	}
	own := t.Lits[lo:]
	long := len(own) > 8 // else looking at all pairs is quicker
	if long {
		slices.Sort(own)
	}
	n := 0
	for _, l := range own {
		seen := own[:n]
		if long {
			seen = own[max(n-1, 0):n]
		}
		if slices.Contains(seen, l^1) {
			t.Lits = t.Lits[:lo]
			return tautology
		}
		if !slices.Contains(seen, l) {
			own[n] = l
			n++
		}
	}
	t.Lits = t.Lits[:lo+n]
	t.ClauseStart = append(t.ClauseStart, uint32(lo+n))
	return added
}

// Linked is the table with its occurrence lists.
func (t Table) Linked() *Table {
	// Counts go two places up: the filling loop then moves each start to where
	// the next one began, and the array ends as it should.
	vars := max(t.Vars, 1) // as genomes have
	start := make([]uint32, 2*vars+2)
	for _, l := range t.Lits {
		start[l+2]++
	}
	for l := 2; l < len(start); l++ {
		start[l] += start[l-1]
	}
	t.Occ = make([]uint32, len(t.Lits))
	for c := range t.Clauses() {
		for _, l := range t.Clause(c) {
			t.Occ[start[l+1]] = uint32(c)
			start[l+1]++
		}
	}
	t.LitStart = start[:2*vars+1]
	return &t
}

// Problem is what problem/sat makes of a formula.
type Problem interface {
	problem.Problem
	problem.BatchEvaluator
	// Table is the clauses with their occurrence lists. It must not be changed.
	Table() *Table
}

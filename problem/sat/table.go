package sat

import (
	"fmt"
	"slices"
)

// Table is a formula as searches want it: hard clauses first, each literal once
// in a clause, no tautologies, no empty clauses and no soft clauses of weight
// 0; what those contribute to every assignment's score is in constants. Equal
// clauses stay apart, and otherwise the order is the formula's.
//
// Literals are numbered: 2v is variable v (from 0), 2v+1 its negation.
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
	// order.
	LitStart []uint32
	Occ      []uint32

	Soft     int64 // the weight of the soft clauses here
	Always   int64 // the weight of soft tautologies: satisfied whatever one does
	Lost     int64 // the weight of empty soft clauses
	Violated int   // the number of empty hard clauses
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

// NewTable makes a table in time and memory proportional to the formula, up to
// a logarithm for its long clauses.
func NewTable(f *Formula) (*Table, error) {
	t, err := newClauses(f)
	if err != nil {
		return nil, err
	}
	t.link()
	return t, nil
}

// newClauses makes a table without occurrence lists.
func newClauses(f *Formula) (*Table, error) {
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("sat: %s: %w", f.Name, err)
	}
	t := &Table{
		Vars:        f.Vars,
		ClauseStart: append(make([]uint32, 0, f.Clauses()+1), 0),
		Lits:        make([]uint32, 0, len(f.Lits)),
	}
	weighted := false
	for c := range f.Clauses() {
		switch w := f.Weight(c); w {
		case Hard:
			if t.add(f.Clause(c)) == empty {
				t.Violated++
			}
		default:
			weighted = weighted || w > 1
		}
	}
	t.Hard = t.Clauses()
	if weighted {
		t.Weight = make([]int64, t.Hard, f.Clauses())
	}
	for c := range f.Clauses() {
		w := f.Weight(c)
		if w == Hard || w == 0 {
			continue
		}
		switch t.add(f.Clause(c)) {
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
	return t, nil
}

// Clauses is the number of clauses.
func (t *Table) Clauses() int { return len(t.ClauseStart) - 1 }

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

// score is what an assignment scores that violates so many hard clauses and
// satisfies so much soft weight of this table.
func (t *Table) score(violated int, satisfied int64) int64 {
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
	if len(own) > 8 { // else looking at all pairs is quicker
		slices.Sort(own)
	}
	n, always := 0, false
	for _, l := range own {
		seen := own[max(n-1, 0):n]
		if len(own) <= 8 {
			seen = own[:n]
		}
		twice := false
		for _, k := range seen {
			twice = twice || k == l
			always = always || k == l^1
		}
		if !twice {
			own[n] = l
			n++
		}
	}
	if always {
		t.Lits = t.Lits[:lo]
		return tautology
	}
	t.Lits = t.Lits[:lo+n]
	t.ClauseStart = append(t.ClauseStart, uint32(lo+n))
	return added
}

// link makes the occurrence lists.
func (t *Table) link() {
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
}

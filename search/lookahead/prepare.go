package lookahead

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// prepared is a formula of clauses of two and three literals that can be
// satisfied when the one it comes from can.
type prepared struct {
	formula *sat.Formula
	vars    int
	binary  [][2]uint32
	ternary [][3]uint32
	names   []int32        // by variable: its number in the file, or a new one
	number  []uint32       // by variable of the file: that of the search, or none
	fresh   int32          // the last new number
	values  cnf.Assignment // what is known, by variable of the file
	refuted bool           // there is an empty clause
	learned [][]int32      // what a proof says first: of literals that fail
	defined [][]int32      // then the clauses that define new variables
	counts  simplified
}

// prepare simplifies a formula and splits its long clauses. The assumptions are
// literals that must be true. Variables of cubes are not given a value because
// that satisfies more: a cube may say otherwise.
func prepare(f *sat.Formula, assume []int32, cubes [][]int32) (*prepared, error) {
	s := newSimplifier(f, assume)
	for _, cube := range cubes {
		for _, x := range cube {
			s.frozen[cnf.Literal(x)>>1] = true
		}
	}
	return s.prepare(f)
}

// prepare simplifies the formula that it was made for, and splits what is left.
func (s *simplifier) prepare(f *sat.Formula) (*prepared, error) {
	p := &prepared{formula: f, values: make(cnf.Assignment, f.Vars), number: make([]uint32, f.Vars), fresh: int32(f.Vars)}
	p.refuted = !s.run()
	p.learned, p.counts = s.learned, s.counts
	if p.refuted {
		return p, nil
	}
	copy(p.values, s.value)
	for c := range s.clauses {
		for _, l := range s.open(c) {
			p.number[l>>1] = 1
		}
	}
	for v, used := range p.number {
		if p.number[v] = none; used == 1 {
			p.number[v] = uint32(p.vars)
			p.names = append(p.names, int32(v+1))
			p.vars++
		}
	}
	var clause []uint32
	for c := range s.clauses {
		clause = clause[:0]
		for _, l := range s.open(c) {
			clause = append(clause, 2*p.number[l>>1]|l&1)
		}
		if len(clause) > 0 {
			p.split(clause)
		}
		if n := len(p.binary) + len(p.ternary); n > maxClauses {
			return nil, tooLarge(f, s.splitSize(), " of three literals once the long ones are split")
		}
	}
	return p, nil
}

// split adds a clause. A long one becomes two that share a new variable x:
// (A ∨ B) becomes (x ∨ A) and (¬x ∨ B).
func (p *prepared) split(clause []uint32) {
	switch len(clause) {
	case 2:
		p.binary = append(p.binary, [2]uint32(clause))
		return
	case 3:
		p.ternary = append(p.ternary, [3]uint32(clause))
		return
	}
	x := uint32(2 * p.vars)
	p.fresh++
	p.names = append(p.names, p.fresh)
	p.vars++
	half := len(clause) / 2
	left := append([]uint32{x}, clause[:half]...)
	right := append([]uint32{x ^ 1}, clause[half:]...)
	p.defined = append(p.defined, p.dimacs(left), p.dimacs(right))
	p.split(left)
	p.split(right)
}

// dimacs are literals as a file has them.
func (p *prepared) dimacs(lits []uint32) []int32 {
	list := make([]int32, len(lits))
	for i, l := range lits {
		if list[i] = p.names[l>>1]; l&1 != 0 {
			list[i] = -list[i]
		}
	}
	return list
}

// restore is the assignment of the formula that comes of true literals.
// Variables that no clause needs are false.
func (p *prepared) restore(trail []uint32) cnf.Assignment {
	a := slices.Clone(p.values)
	for _, l := range trail {
		if v := int(p.names[l>>1]) - 1; v < len(a) {
			a[v] = 1 - 2*int8(l&1)
		}
	}
	for v := range a {
		if a[v] == 0 {
			a[v] = -1
		}
	}
	return a
}

package pipeline

import (
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// maxVars and maxLiterals are the largest formulas: three literals of ten bits
// are a clause. maxClauses is that of all searches that are complete.
const (
	maxVars     = 511
	maxLiterals = 3
	maxClauses  = 1_000_000
)

// unfit is the error of a formula that does not fit the paper's encoding.
func unfit(f *sat.Formula, format string, args ...any) error {
	return &cnf.LimitError{By: "pipeline", Text: f.Name + ": " + fmt.Sprintf(format, args...)}
}

// fitting finds that a formula has too many variables or clauses.
func fitting(f *sat.Formula) error {
	switch {
	case f.Clauses() > maxClauses:
		return &cnf.LimitError{Text: fmt.Sprintf(
			"%s: it has %d clauses, and the pipeline takes at most %d; a CDCL solver such as CaDiCaL or Kissat is the better tool for this one",
			f.Name, f.Clauses(), maxClauses)}
	case f.Vars > maxVars:
		return unfit(f, "it has %d variables, and the pipeline takes at most %d", f.Vars, maxVars)
	}
	return nil
}

// Literals are ten bits of a clause, see doc.go.
const (
	bitsOf = 10
	ofBits = 1<<bitsOf - 1
)

// instance is a formula as a search reads it.
type instance struct {
	vars    int
	words   int      // of an assignment
	clauses []uint32 // in the order in which they are decided on
	// A clause with literal l has the other two at others[start[l]:start[l+1]].
	start, others []uint32
	often         []uint32 // the variables that occur, the most frequent first
	refuted       bool     // there is an empty clause
}

// encoding is how many bytes newInstance needs at most.
func encoding(f *sat.Formula, assume []int32) uint64 {
	return 65536 + 200*uint64(f.Clauses()+len(assume))
}

// bytes is how many an instance holds.
func (p *instance) bytes() uint64 {
	return 4 * uint64(cap(p.clauses)+cap(p.start)+cap(p.others)+cap(p.often))
}

// newInstance encodes a formula and, with order=relevance, sorts its clauses.
// Tautologies are left out, and so are repeated literals.
func newInstance(f *sat.Formula, assume []int32, relevant bool) (*instance, error) {
	p := &instance{vars: f.Vars, words: (2*f.Vars + 2 + 31) / 32}
	lists := make([][]uint32, 0, f.Clauses()+len(assume))
	for _, x := range assume {
		if x == 0 || max(x, -x) < 0 || int(max(x, -x)) > f.Vars {
			return nil, fmt.Errorf("literal %d does not exist; %s has variables 1 to %d", x, f.Name, f.Vars)
		}
		lists = append(lists, []uint32{literal(x)})
	}
	for c := range f.Clauses() {
		list, valid := encode(f.Clause(c))
		switch {
		case valid: // whatever the assignment
		case len(list) > maxLiterals:
			return nil, unfit(f, "clause %d has %d literals, and the pipeline takes at most %d", c+1, len(list), maxLiterals)
		case len(list) == 0:
			p.refuted = true
		default:
			lists = append(lists, list)
		}
	}
	p.arrange(lists, relevant)
	p.index()
	return p, nil
}

// literal is a DIMACS literal as doc.go has it.
func literal(x int32) uint32 { return cnf.Literal(x) + 2 }

// encode is the different literals of a clause, and whether it has both literals
// of a variable.
func encode(clause []int32) (list []uint32, valid bool) {
	for _, x := range clause {
		l := literal(x)
		valid = valid || slices.Contains(list, l^1)
		if !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list, valid
}

// arrange counts variables and sets clauses and often. A clause is the more
// relevant, the more often its variables occur on average (section 2.1).
func (p *instance) arrange(lists [][]uint32, relevant bool) {
	count := make([]int, p.vars+1)
	for _, list := range lists {
		for _, l := range list {
			count[l/2]++
		}
	}
	if relevant {
		weight := func(list []uint32) (sum int) {
			for _, l := range list {
				sum += count[l/2] * 6 / len(list)
			}
			return sum
		}
		slices.SortStableFunc(lists, func(a, b []uint32) int { return weight(b) - weight(a) })
	}
	for _, list := range lists {
		clause := uint32(0)
		for i, l := range list {
			clause |= l << (bitsOf * i)
		}
		p.clauses = append(p.clauses, clause)
	}
	for v := 1; v <= p.vars; v++ {
		if count[v] > 0 {
			p.often = append(p.often, uint32(v))
		}
	}
	slices.SortStableFunc(p.often, func(a, b uint32) int { return count[b] - count[a] })
}

// index lists for each literal what else is in its clauses.
func (p *instance) index() {
	p.start = make([]uint32, 2*p.vars+3)
	others := make([][]uint32, 2*p.vars+2)
	for _, c := range p.clauses {
		l := [3]uint32{c & ofBits, c >> bitsOf & ofBits, c >> (2 * bitsOf)}
		for i := range l {
			if l[i] != 0 {
				others[l[i]] = append(others[l[i]], l[(i+1)%3]|l[(i+2)%3]<<bitsOf)
			}
		}
	}
	for l, list := range others {
		p.others = append(p.others, list...)
		p.start[l+1] = uint32(len(p.others))
	}
}

// conflict reports whether some clause with a literal that became false has no
// other that is not.
func (p *instance) conflict(a []uint32, l uint32) bool {
	for _, o := range p.others[p.start[l]:p.start[l+1]] {
		if isTrue(a, (o&ofBits)^1) && isTrue(a, (o>>bitsOf)^1) {
			return true
		}
	}
	return false
}

// values is an assignment for people. What is left open is false.
func (p *instance) values(a []uint32) []int8 {
	values := make([]int8, p.vars)
	for v := range values {
		values[v] = -1
		if l := uint32(2 * (v + 1)); a[l>>5]>>(l&31)&1 != 0 {
			values[v] = 1
		}
	}
	return values
}

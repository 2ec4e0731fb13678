package sat

import (
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

// Problem is a formula as the searches see it. It is safe for concurrent use.
type Problem struct {
	formula *Formula
	table   *Table
	widths  [2]int // of the hard and the soft clauses: the one they all have, or 0
	linked  func() *Table
	hash    func() [32]byte
	kernel  func() problem.Kernel
	scratch sync.Pool // of *slices64
}

var (
	_ problem.Problem        = (*Problem)(nil)
	_ problem.Valued         = (*Problem)(nil)
	_ problem.BatchEvaluator = (*Problem)(nil)
	_ problem.Targeted       = (*Problem)(nil)
	_ problem.Hashed         = (*Problem)(nil)
	_ problem.Kernelled      = (*Problem)(nil)
)

// New makes a problem of a formula, which must not change any more.
//
// The score of a genome that satisfies all hard clauses is the weight of the
// soft clauses that it satisfies. The score of any other is minus the number of
// hard clauses that it violates.
func New(f *Formula) (*Problem, error) {
	t, err := newClauses(f)
	if err != nil {
		return nil, err
	}
	p := &Problem{formula: f, table: t}
	p.widths = [2]int{t.width(0, t.Hard), t.width(t.Hard, t.Clauses())}
	// Some searches need the occurrence lists and some do not.
	p.linked = sync.OnceValue(func() *Table {
		t := *p.table
		t.link()
		return &t
	})
	p.hash = sync.OnceValue(f.Hash)
	p.kernel = sync.OnceValue(p.makeKernel)
	p.scratch.New = func() any { return newSlices(p.Representation().Length) }
	return p, nil
}

// width is the number of literals that clauses lo to hi-1 all have, or 0.
func (t *Table) width(lo, hi int) int {
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

// Name is "maxsat", or "sat" for a Strict formula.
func (p *Problem) Name() string {
	if p.formula.AllHard {
		return "sat"
	}
	return "maxsat"
}

// Formula is what the problem was made of; gene v is its variable v+1.
func (p *Problem) Formula() *Formula { return p.formula }

// Table is the clauses with their occurrence lists. It must not be changed.
func (p *Problem) Table() *Table { return p.linked() }

// Representation is one bit per variable; a formula without any has one all
// the same, for there are no empty genomes.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: max(p.formula.Vars, 1)}
}

// Objective says that people state the cost: the weight of the soft clauses that
// are not satisfied.
func (p *Problem) Objective() problem.Objective {
	rule := "hard clause"
	if p.formula.AllHard {
		rule = "clause"
	}
	return problem.Objective{Minimize: true, Total: p.SoftWeight(), Rule: rule}
}

// Hash identifies the formula.
func (p *Problem) Hash() [32]byte { return p.hash() }

// Bound is the score of an assignment that satisfies every clause that is not
// empty.
func (p *Problem) Bound() (problem.Score, bool) { return p.table.score(0, p.table.Soft), true }

// SoftWeight is the weight of all soft clauses, the empty ones included: a
// feasible genome's cost is SoftWeight less its score.
func (p *Problem) SoftWeight() int64 { return p.table.Soft + p.table.Always + p.table.Lost }

// Evaluate scores a genome clause by clause.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	t := p.table
	violated := 0
	for c := range t.Hard {
		violated += fails(g.Bits, t.Clause(c))
	}
	if violated > 0 {
		return t.score(violated, 0)
	}
	lost := int64(0)
	for c := t.Hard; c < t.Clauses(); c++ {
		lost += int64(fails(g.Bits, t.Clause(c))) * t.SoftWeight(c)
	}
	return t.score(0, t.Soft-lost)
}

// fails is 1 when none of the literals is true, else 0. It looks at all of
// them: a jump at the first true one would be mispredicted half the time.
func fails(bits []uint64, clause []uint32) int {
	any := uint32(0)
	for _, l := range clause {
		any |= uint32(bits[l>>7]>>(l>>1&63)) ^ l
	}
	return int(any&1 ^ 1)
}

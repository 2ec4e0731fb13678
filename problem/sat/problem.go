package sat

import (
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

// maxsat is a formula as the searches see it. It is safe for concurrent use.
type maxsat struct {
	formula *Formula
	table   *cnf.Table
	widths  [2]int // of the hard and the soft clauses: the one they all have, or 0
	linked  func() *cnf.Table
	hash    func() [32]byte
	kernel  func() problem.Kernel
	scratch sync.Pool // of *slices64
}

var (
	_ problem.Problem        = (*maxsat)(nil)
	_ problem.Valued         = (*maxsat)(nil)
	_ problem.BatchEvaluator = (*maxsat)(nil)
	_ problem.Targeted       = (*maxsat)(nil)
	_ problem.Hashed         = (*maxsat)(nil)
	_ problem.Kernelled      = (*maxsat)(nil)
)

// New makes a problem of a formula, which must not change any more. Gene v of its
// binary genomes is variable v+1.
//
// The score of a genome that satisfies all hard clauses is the weight of the
// soft clauses that it satisfies. The score of any other is minus the number of
// hard clauses that it violates. The problem is a Targeted and Valued one: people
// state the cost, the weight of the soft clauses that are not satisfied.
func New(f *Formula) (problem.Problem, error) {
	p, err := newProblem(f)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func newProblem(f *Formula) (*maxsat, error) {
	if err := f.validate(); err != nil {
		return nil, fmt.Errorf("sat: %s: %w", f.Name, err)
	}
	t := cnf.NewTable(f.Vars, f.Clauses(), len(f.Lits), f.Clause, f.weight)
	p := &maxsat{formula: f, table: t}
	p.widths = [2]int{t.Width(0, t.Hard), t.Width(t.Hard, t.Clauses())}
	p.linked = sync.OnceValue(t.Linked) // some searches need the occurrence lists and some do not
	p.hash = sync.OnceValue(f.hash)
	p.kernel = sync.OnceValue(p.makeKernel)
	p.scratch.New = func() any { return &slices64{words: make([]uint64, 128*p.Representation().Words())} }
	return p, nil
}

// Name is "maxsat", or "sat" for a Strict formula.
func (p *maxsat) Name() string {
	if p.formula.AllHard {
		return "sat"
	}
	return "maxsat"
}

// Table is the clauses with their occurrence lists. It must not be changed.
func (p *maxsat) Table() *cnf.Table { return p.linked() }

// Representation is one bit per variable; a formula without any has one all
// the same, for there are no empty genomes.
func (p *maxsat) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: max(p.formula.Vars, 1)}
}

// Objective says that people state the cost. Its total is the weight of all soft
// clauses, the empty ones included.
func (p *maxsat) Objective() problem.Objective {
	rule := "hard clause"
	if p.formula.AllHard {
		rule = "clause"
	}
	return problem.Objective{Minimize: true, Total: p.table.Soft + p.table.Always + p.table.Lost, Rule: rule}
}

// Hash identifies the formula.
func (p *maxsat) Hash() [32]byte { return p.hash() }

// Bound is the score of an assignment that satisfies every clause that is not
// empty.
func (p *maxsat) Bound() (problem.Score, bool) { return p.table.Score(0, p.table.Soft), true }

// Prefers implements problem.Advised. A walk finds the best assignments, and alone is
// quickest on a CPU.
func (p *maxsat) Prefers(onCPU bool) string {
	if onCPU {
		return "walk"
	}
	return "cellular"
}

// Evaluate scores a genome clause by clause.
func (p *maxsat) Evaluate(g problem.Genome) problem.Score {
	t := p.table
	violated := 0
	for c := range t.Hard {
		violated += fails(g.Bits, t.Clause(c))
	}
	if violated > 0 {
		return t.Score(violated, 0)
	}
	lost := int64(0)
	for c := t.Hard; c < t.Clauses(); c++ {
		lost += int64(fails(g.Bits, t.Clause(c))) * t.SoftWeight(c)
	}
	return t.Score(0, t.Soft-lost)
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

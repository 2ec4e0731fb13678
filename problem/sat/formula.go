package sat

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
)

// The largest formulas. Every variable has two literals that fit 32 bits, and
// every literal of a formula a place that does.
const (
	maxVars     = 1<<31 - 2
	maxLiterals = 1<<31 - 1
	maxClauses  = 1<<31 - 1
)

// Hard is the weight, in Formula.Weights, of a clause that must be satisfied.
const Hard = cnf.Hard

// The formats of files with weights.
const (
	wcnf    = "wcnf"     // 2022 and later: no p line, hard clauses begin with h
	oldWCNF = "old wcnf" // "p wcnf", up to 2021: weights of at least TOP are hard
)

// Formula is a conjunction of clauses as a file states it: tautologies,
// repeated literals and empty clauses included.
type Formula struct {
	Name string
	// Format is that of the file it was read from, and what Write writes: nothing for
	// DIMACS CNF, "wcnf", or "old wcnf" for what was used up to 2021.
	Format string
	Vars   int // variables are 1 to Vars
	// Clause c has the literals Lits[Start[c]:Start[c+1]]; -3 negates variable 3.
	Lits  []int32
	Start []uint32
	// Weights has the weight of each clause, or Hard. It is nil where no clause
	// has one: then all are soft and weigh 1, or, with AllHard, all are hard.
	Weights []int64
	AllHard bool
	// Extra is how many clauses Read found beyond those that the header
	// promises; fewer than promised are an error.
	Extra int
	// Comments are lines for Write to put on top. Read does not keep any.
	Comments []string
}

// Clauses is the number of clauses.
func (f *Formula) Clauses() int { return max(len(f.Start)-1, 0) }

// Clause is the literals of clause c; they share the formula's memory.
func (f *Formula) Clause(c int) []int32 { return f.Lits[f.Start[c]:f.Start[c+1]] }

// weight is the weight of clause c, or Hard.
func (f *Formula) weight(c int) int64 {
	switch {
	case f.Weights != nil:
		return f.Weights[c]
	case f.AllHard:
		return Hard
	}
	return 1
}

// Strict is the formula with every clause hard: what SAT asks of it. It shares
// the formula's memory.
func (f *Formula) Strict() *Formula {
	s := *f
	s.Weights, s.AllHard = nil, true
	return &s
}

// Add appends a clause with a weight, or Hard. A formula without weights gets
// them with the first clause whose weight differs from the others'.
func (f *Formula) Add(weight int64, literals ...int32) {
	if f.Clauses() == 0 {
		f.Start = append(f.Start[:0], 0)
		f.AllHard = f.Weights == nil && weight == Hard
	}
	usual := int64(1)
	if f.AllHard {
		usual = Hard
	}
	if f.Weights == nil && weight != usual {
		f.Weights, f.AllHard = slices.Repeat([]int64{usual}, f.Clauses()), false
	}
	if f.Weights != nil {
		f.Weights = append(f.Weights, weight)
	}
	for _, x := range literals {
		f.Vars = max(f.Vars, variable(x)+1)
	}
	f.Lits = append(f.Lits, literals...)
	f.Start = append(f.Start, uint32(len(f.Lits)))
}

// variable is the variable of a DIMACS literal, from 0.
func variable(x int32) int { return int(max(x, -x)) - 1 }

// validate reports what is wrong with a formula: sizes that do not match,
// literals of variables that do not exist, negative weights, or a sum of
// weights that leaves 64 bits.
func (f *Formula) validate() error {
	m := f.Clauses()
	switch {
	case f.Vars < 0 || f.Vars > maxVars:
		return fmt.Errorf("%d variables; a formula has 0 to %d", f.Vars, maxVars)
	case m > maxClauses || len(f.Lits) > maxLiterals:
		return fmt.Errorf("%d clauses with %d literals; a formula has at most %d and %d", m, len(f.Lits), maxClauses, maxLiterals)
	case m == 0 && len(f.Lits) > 0 || m > 0 && (f.Start[0] != 0 || int(f.Start[m]) != len(f.Lits)):
		return fmt.Errorf("the clauses do not cover the %d literals", len(f.Lits))
	case f.Weights != nil && len(f.Weights) != m:
		return fmt.Errorf("%d weights for %d clauses", len(f.Weights), m)
	}
	for c := range m {
		if f.Start[c] > f.Start[c+1] {
			return fmt.Errorf("clause %d ends before it begins", c+1)
		}
	}
	for _, x := range f.Lits {
		if x == 0 || x == math.MinInt32 || variable(x) >= f.Vars {
			return fmt.Errorf("literal %d does not exist; the variables are 1 to %d", x, f.Vars)
		}
	}
	sum := int64(0)
	for c, w := range f.Weights {
		switch {
		case w < 0 && w != Hard:
			return fmt.Errorf("clause %d has the weight %d; weights must be 0 or more", c+1, w)
		case w > math.MaxInt64-sum:
			return errSum
		case w > 0:
			sum += w
		}
	}
	return nil
}

// hash identifies a formula by its clauses and what they weigh; its name and
// format do not matter.
func (f *Formula) hash() [32]byte {
	h := sha256.New()
	out := bufio.NewWriter(h)
	put := func(v uint64) { out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), v)) }
	put(uint64(f.Vars))
	put(uint64(f.Clauses()))
	for c := range f.Clauses() {
		put(uint64(f.weight(c)))
		put(uint64(f.Start[c+1] - f.Start[c]))
		for _, x := range f.Clause(c) {
			put(uint64(uint32(x)))
		}
	}
	out.Flush()
	return [32]byte(h.Sum(nil))
}

package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
)

// Status is what an answer claims.
type Status int

// The claims, as competitions word them. Unstated is that of an answer without
// a status line.
const (
	Unstated Status = iota
	Unknown
	Satisfiable   // there is an assignment; nothing is said about a better one
	Unsatisfiable // no assignment satisfies the hard clauses
	OptimumFound
)

var statusNames = [...]string{"", "UNKNOWN", "SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND"}

// String is the status as it stands in a status line.
func (s Status) String() string { return statusNames[s] }

// Answer is what a solver says about a formula.
type Answer struct {
	Status Status
	Cost   int64      // of the last o line, or -1
	Values Assignment // one value per variable, or nil
}

// AssignmentOf is a genome as an assignment of a formula with so many variables.
func AssignmentOf(g problem.Genome, vars int) Assignment {
	a := make(Assignment, vars)
	for v := range a {
		a[v] = -1
		if g.Bit(v) {
			a[v] = 1
		}
	}
	return a
}

// Genome is the assignment as a genome, open variables being false.
func (a Assignment) Genome() problem.Genome {
	g := problem.Genome{Bits: make([]uint64, max(len(a)+63, 64)/64)}
	for v, x := range a {
		if x > 0 {
			g.Bits[v>>6] |= 1 << (v & 63)
		}
	}
	return g
}

// WriteBits writes a line "v 0110…", a digit per variable, as the MaxSAT
// Evaluation has it since 2020. Open variables are written as false.
func (a Assignment) WriteBits(w io.Writer) error {
	_, err := io.WriteString(w, "v "+a.Digits()+"\n")
	return err
}

// Digits are the values as a line of WriteBits has them.
func (a Assignment) Digits() string {
	digits := make([]byte, len(a))
	for v, x := range a {
		if digits[v] = '0'; x > 0 {
			digits[v] = '1'
		}
	}
	return string(digits)
}

// lineWidth is the longest line that WriteLiterals writes.
const lineWidth = 78

// WriteLiterals writes lines "v 1 -2 3 0", the true literals, as the SAT
// Competition has it. Open variables are left out.
func (a Assignment) WriteLiterals(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteByte('v')
	column := 1
	var text [16]byte
	put := func(x int64) {
		word := strconv.AppendInt(append(text[:0], ' '), x, 10)
		if column+len(word) > lineWidth {
			b.WriteString("\nv")
			column = 1
		}
		b.Write(word)
		column += len(word)
	}
	for v, x := range a {
		if x != 0 {
			put(int64(v+1) * int64(x))
		}
	}
	put(0)
	b.WriteByte('\n')
	return b.Flush()
}

// ErrNoModel is an answer without an assignment, which cannot be verified.
var ErrNoModel = errors.New("the answer has no assignment, so there is nothing to verify")

// Verify reports what is wrong with an answer: an assignment that violates hard
// clauses or does not cost what the answer says. That the cost is the least
// possible, or that there is no assignment, it cannot judge.
func (a Answer) Verify(f *Formula) error {
	if a.Values == nil {
		return ErrNoModel
	}
	if a.Status == Unsatisfiable {
		return fmt.Errorf("the answer says %s and has an assignment", a.Status)
	}
	v, err := Check(f, a.Values, false)
	switch {
	case err != nil:
		return err
	case v.Violated == 1:
		return fmt.Errorf("1 clause that must hold is violated")
	case v.Violated > 1:
		return fmt.Errorf("%d clauses that must hold are violated", v.Violated)
	case a.Cost >= 0 && a.Cost != v.Cost:
		return fmt.Errorf("the assignment costs %d, not %d", v.Cost, a.Cost)
	}
	return nil
}

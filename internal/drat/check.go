package drat

import (
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/problem/sat"
)

// Report is what a proof was made of.
type Report struct {
	Lemmas    int // clauses that were checked, up to the one that ends the proof
	RAT       int // of which so many needed more than unit propagation
	Deletions int
}

// WrongError is a proof that can be read but does not prove anything.
type WrongError struct{ text string }

func (e *WrongError) Error() string { return e.text }

// maxNew is how far the variables of a proof may go beyond the formula's; each
// takes memory.
const maxNew = 1 << 24

// Check reports whether a proof refutes a formula, all clauses of which must
// hold. A wrong proof is a *WrongError; name is used in messages.
func Check(f *sat.Formula, r io.Reader, name string) (Report, error) {
	c := newChecker(f.Vars)
	for i := range f.Clauses() {
		c.add(normal(f.Clause(i)))
		if c.refuted {
			return c.Report, nil // a proof may be empty
		}
	}
	lines := newReader(r, name)
	for {
		line, err := lines.next()
		if err == io.EOF {
			return c.Report, &WrongError{name + ": the proof ends without the empty clause"}
		}
		if err != nil {
			return c.Report, err
		}
		for _, x := range line.literals {
			if int(abs(x)) > f.Vars+maxNew {
				return c.Report, fmt.Errorf("%s:%d: variable %d; a proof may have up to %d more than the formula's %d", name, line.number, abs(x), maxNew, f.Vars)
			}
		}
		if line.deletion {
			c.Deletions++
			if !c.remove(normal(line.literals)) {
				return c.Report, &WrongError{fmt.Sprintf("%s:%d: there is no such clause to delete", name, line.number)}
			}
			continue
		}
		c.Lemmas++
		if !c.follows(line.literals) {
			return c.Report, &WrongError{fmt.Sprintf("%s:%d: the clause does not follow from those before it", name, line.number)}
		}
		if c.add(normal(line.literals)); c.refuted {
			return c.Report, nil
		}
	}
}

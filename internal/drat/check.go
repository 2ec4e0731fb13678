package drat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
)

// wrong is a proof that can be read but does not prove anything.
func wrong(text string) error { return problem.Wrong(errors.New(text)) }

// maxNew is how far the variables of a proof may go beyond the formula's; each
// takes memory.
const maxNew = 1 << 24

// Check reports whether a proof refutes a formula, all clauses of which must
// hold. It is text: literals that end with 0, perhaps after a d, also over several
// rows; between clauses, rows that begin with c are comments. A wrong proof is a
// problem.ErrWrong; name is used in messages. lemmas is how many clauses were checked,
// up to the one that ends the proof.
func Check(f *sat.Formula, r io.Reader, name string) (lemmas int, err error) {
	c := newChecker(f.Vars)
	for i := range f.Clauses() {
		c.add(normal(f.Clause(i)))
		if c.refuted {
			return c.lemmas, nil // a proof may be empty
		}
	}
	rows := bufio.NewScanner(r)
	rows.Buffer(make([]byte, 1<<16), 1<<30)
	var clause []int32
	row, first, begun, deletion := 0, 0, false, false
	for rows.Scan() {
		row++
		if !begun && bytes.HasPrefix(bytes.TrimSpace(rows.Bytes()), []byte("c")) {
			continue
		}
		for word := range bytes.FieldsSeq(rows.Bytes()) {
			if !begun {
				clause, first, begun, deletion = clause[:0], row, true, string(word) == "d"
				if deletion {
					continue
				}
			}
			x, err := strconv.ParseInt(string(word), 10, 32)
			if err != nil || x == -1<<31 {
				return c.lemmas, fmt.Errorf("%s:%d: %q is not a literal; a proof has lines of literals that end with 0, deletions after a d", name, row, word[:min(len(word), 40)])
			}
			if x != 0 {
				clause = append(clause, int32(x))
				continue
			}
			begun = false
			if err := c.line(clause, deletion, f.Vars); err != nil {
				return c.lemmas, fmt.Errorf("%s:%d: %w", name, first, err)
			}
			if c.refuted {
				return c.lemmas, nil
			}
		}
	}
	switch err := rows.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return c.lemmas, fmt.Errorf("%s:%d: the line is too long", name, row+1)
	case err != nil:
		return c.lemmas, fmt.Errorf("%s: %w", name, err)
	case begun:
		return c.lemmas, fmt.Errorf("%s:%d: the last clause does not end with 0", name, row)
	}
	return c.lemmas, wrong(name + ": the proof ends without the empty clause")
}

// line checks a clause of a proof about so many variables and adds it, or deletes it.
func (c *checker) line(clause []int32, deletion bool, vars int) error {
	for _, x := range clause {
		if int(abs(x)) > vars+maxNew {
			return fmt.Errorf("variable %d; a proof may have up to %d more than the formula's %d", abs(x), maxNew, vars)
		}
	}
	if deletion {
		if !c.remove(normal(clause)) {
			return wrong("there is no such clause to delete")
		}
		return nil
	}
	c.lemmas++
	if !c.follows(clause) {
		return wrong("the clause does not follow from those before it")
	}
	c.add(normal(clause))
	return nil
}

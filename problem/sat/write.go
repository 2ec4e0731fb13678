package sat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes a formula in its own format.
func (f *Formula) Write(w io.Writer) error {
	switch f.Format {
	case WCNF:
		return f.WriteWCNF(w)
	case OldWCNF:
		return f.WriteOldWCNF(w)
	}
	return f.WriteCNF(w)
}

// WriteCNF writes a formula as DIMACS CNF, which can say neither weights nor
// which clauses are hard: all of them must be alike.
func (f *Formula) WriteCNF(w io.Writer) error {
	if f.Weights != nil {
		return fmt.Errorf("sat: %s has weights or hard clauses, which the format cnf cannot express", f.Name)
	}
	return f.write(w, fmt.Sprintf("p cnf %d %d\n", f.Vars, f.Clauses()), func(b []byte, _ int) []byte { return b })
}

// WriteWCNF writes a formula in the format of 2022 and later. That has no place
// for the number of variables: those after the last one used get lost.
func (f *Formula) WriteWCNF(w io.Writer) error {
	return f.write(w, "", func(b []byte, c int) []byte {
		if v := f.Weight(c); v != Hard {
			return append(strconv.AppendInt(b, v, 10), ' ')
		}
		return append(b, "h "...)
	})
}

// WriteOldWCNF writes a formula in the format of 2021 and earlier.
func (f *Formula) WriteOldWCNF(w io.Writer) error {
	top, hard := uint64(1), false
	for c := range f.Clauses() {
		if v := f.Weight(c); v == Hard {
			hard = true
		} else {
			top += uint64(v)
		}
	}
	head := fmt.Sprintf("p wcnf %d %d", f.Vars, f.Clauses())
	if hard {
		head += " " + strconv.FormatUint(top, 10)
	}
	return f.write(w, head+"\n", func(b []byte, c int) []byte {
		v := top
		if s := f.Weight(c); s != Hard {
			v = uint64(s)
		}
		return append(strconv.AppendUint(b, v, 10), ' ')
	})
}

// write writes comments, a header and the clauses, each after what front puts
// before it.
func (f *Formula) write(w io.Writer, head string, front func(b []byte, c int) []byte) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for _, c := range f.Comments {
		out.WriteString("c " + strings.ReplaceAll(c, "\n", "\nc ") + "\n")
	}
	out.WriteString(head)
	for c := range f.Clauses() {
		b := front(out.AvailableBuffer(), c)
		for _, x := range f.Clause(c) {
			b = append(strconv.AppendInt(b, int64(x), 10), ' ')
		}
		if _, err := out.Write(append(b, "0\n"...)); err != nil {
			return err
		}
	}
	return out.Flush()
}

package sat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes a formula in its own format. DIMACS CNF can say neither weights nor
// which clauses are hard: all of them must be alike. The format of 2022 has no place
// for the number of variables: those after the last one used get lost.
func (f *Formula) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for _, c := range f.Comments {
		out.WriteString("c " + strings.ReplaceAll(c, "\n", "\nc ") + "\n")
	}
	top, hard := uint64(1), "h "
	switch f.Format {
	case wcnf:
	case oldWCNF:
		fmt.Fprintf(out, "p wcnf %d %d", f.Vars, f.Clauses())
		some := false
		for c := range f.Clauses() {
			if v := f.weight(c); v == Hard {
				some = true
			} else {
				top += uint64(v)
			}
		}
		if hard = fmt.Sprintf("%d ", top); some {
			fmt.Fprintf(out, " %d", top)
		}
		out.WriteByte('\n')
	default:
		if f.Weights != nil {
			return fmt.Errorf("sat: %s has weights or hard clauses, which the format cnf cannot express", f.Name)
		}
		fmt.Fprintf(out, "p cnf %d %d\n", f.Vars, f.Clauses())
	}
	for c := range f.Clauses() {
		b := out.AvailableBuffer()
		switch v := f.weight(c); {
		case f.Format == "":
		case v == Hard:
			b = append(b, hard...)
		default:
			b = append(strconv.AppendInt(b, v, 10), ' ')
		}
		for _, x := range f.Clause(c) {
			b = append(strconv.AppendInt(b, int64(x), 10), ' ')
		}
		if _, err := out.Write(append(b, "0\n"...)); err != nil {
			return err
		}
	}
	return out.Flush()
}

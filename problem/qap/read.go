package qap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads a QAPLIB .dat file: n, then matrix A, then matrix B, row by row;
// where lines end does not matter. name is used in messages and for the
// instance's name. Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	f := &reader{s: token.NewScanner(r, name)}
	q, err := f.instance(name)
	if scan := f.s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

// reader reads one file.
type reader struct{ s *token.Scanner }

func (f *reader) instance(name string) (*Instance, error) {
	if _, ok := f.s.Peek(0); !ok {
		return nil, f.s.Errorf("the file is empty; a QAPLIB file has the size n and then two matrices of n × n numbers")
	}
	size, err := f.number(func() string { return "the size" })
	if err != nil {
		return nil, err
	}
	if size < 1 || size > MaxSize {
		return nil, f.s.Errorf("the size is %d; it must be 1 to %d", size, MaxSize)
	}
	n := int(size)
	q := &Instance{Name: name, Size: n}
	for _, m := range []struct {
		name string
		to   *[]int64
	}{{"A", &q.A}, {"B", &q.B}} {
		for e := range n * n {
			v, err := f.number(func() string {
				return fmt.Sprintf("row %d, column %d of matrix %s", e/n+1, e%n+1, m.name)
			})
			if err != nil {
				return nil, err
			}
			*m.to = append(*m.to, v)
		}
	}
	if f.s.Scan() {
		return nil, f.s.Errorf("%q after the last number of matrix B; the size %d at the top may be wrong", token.Shown(f.s.Text()), n)
	}
	if err := q.Validate(); err != nil {
		return nil, f.s.ErrorAt(1, "%w", err)
	}
	return q, nil
}

// number reads a whole number of at least 0; what names it in messages.
func (f *reader) number(what func() string) (int64, error) {
	if !f.s.Scan() {
		return 0, f.s.Errorf("the file ends where %s should be; it is truncated", what())
	}
	v, decimals, err := token.Decimal(f.s.Bytes())
	switch {
	case errors.Is(err, token.ErrRange):
		return 0, f.s.Errorf("%s is %s, which does not fit 64 bits; scale the numbers down", what(), token.Shown(f.s.Text()))
	case err != nil || decimals != 0:
		return 0, f.s.Errorf("%s should be a whole number, not %q", what(), token.Shown(f.s.Text()))
	case v < 0:
		return 0, f.s.Errorf("%s is negative (%s); the numbers must be 0 or more", what(), token.Shown(f.s.Text()))
	}
	return v, nil
}

// Write writes an instance as a .dat file.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d\n", q.Size)
	for _, m := range [][]int64{q.A, q.B} {
		b.WriteByte('\n')
		for e, v := range m {
			b.WriteString(strconv.FormatInt(v, 10))
			if (e+1)%q.Size == 0 {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
		}
	}
	return b.Flush()
}

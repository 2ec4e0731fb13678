package qap

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads a QAPLIB .dat file: n, then matrix A, then matrix B, row by row;
// where lines end does not matter. name is used in messages and for the
// instance's name. Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	return token.Read(r, name, func(s *token.Scanner) *Instance {
		if _, ok := s.Peek(0); !ok {
			s.Fail("the file is empty; a QAPLIB file has the size n and then two matrices of n × n numbers")
		}
		n := int(s.Whole("the size", 1, maxSize))
		matrix := func(name string) []int64 {
			return s.Wholes(n*n, 0, math.MaxInt64, func(e int) string {
				return fmt.Sprintf("row %d, column %d of matrix %s", e/n+1, e%n+1, name)
			})
		}
		q := &Instance{Name: name, Size: n, A: matrix("A"), B: matrix("B")}
		if s.Scan() {
			s.Fail("%q after the last number of matrix B; the size %d at the top may be wrong", token.Shown(s.Text()), n)
		}
		if err := q.validate(); err != nil {
			s.Stop(s.ErrorAt(1, "%w", err))
		}
		return q
	})
}

// Write writes an instance as a .dat file.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d\n", q.Size)
	for _, m := range [][]int64{q.A, q.B} {
		b.WriteByte('\n')
		for row := range slices.Chunk(m, q.Size) {
			token.WriteLine(b, row)
		}
	}
	return b.Flush()
}

package cnf

import (
	"bufio"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
)

// Assignment gives each variable a value: entry v is 1 when variable v is true, -1
// when it is false, and 0 when it is open.
type Assignment []int8

// AssignmentOf is a genome as an assignment of so many variables.
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

// Makes reports whether a DIMACS literal is true; open variables count as false.
func (a Assignment) Makes(x int32) bool { return (a[max(x, -x)-1] > 0) == (x > 0) }

// Digits are the values as the MaxSAT Evaluation has them since 2020: a digit per
// variable, open ones as false.
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
	b, line := bufio.NewWriter(w), []byte{'v'}
	put := func(x int64) {
		end := len(line)
		if line = strconv.AppendInt(append(line, ' '), x, 10); len(line) > lineWidth {
			b.Write(line[:end])
			b.WriteByte('\n')
			line = line[:1+copy(line[1:], line[end:])]
		}
	}
	for v, x := range a {
		if x != 0 {
			put(int64(v+1) * int64(x))
		}
	}
	put(0)
	b.Write(append(line, '\n'))
	return b.Flush()
}

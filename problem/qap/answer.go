package qap

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Answer is a permutation and what it claims to be worth: a .sln file.
type Answer struct {
	Value int64
	Order []int // the location of each facility, from 0
}

// NewAnswer computes an answer's value with Check.
func NewAnswer(inst *Instance, order []int) (Answer, error) {
	value, err := Check(inst, order)
	if err != nil {
		return Answer{}, fmt.Errorf("qap: %s: %w", inst.Name, err)
	}
	return Answer{value, order}, nil
}

// Inverse is the facility of each location.
func Inverse(order []int) []int {
	inverse := make([]int, len(order))
	for i, x := range order {
		inverse[x] = i
	}
	return inverse
}

// Write writes an answer as a .sln file: a line "n value", and a line with the
// location of each facility, from 1.
func (a Answer) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d %d\n", len(a.Order), a.Value)
	for i, x := range a.Order {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(x + 1))
	}
	b.WriteByte('\n')
	return b.Flush()
}

// ReadAnswer reads a .sln file; name is used in messages. The numbers may be
// separated by commas, and locations may count from 0, as they do in some files
// of QAPLIB. It does not judge the value: see Verify. Locations that do not
// exist, or stand twice, are a *problem.WrongError.
func ReadAnswer(r io.Reader, name string, inst *Instance) (Answer, error) {
	f := &reader{s: token.NewScanner(r, name)}
	f.s.Comma = true
	a, err := f.answer(inst)
	if scan := f.s.Err(); scan != nil {
		return Answer{}, scan
	}
	return a, err
}

func (f *reader) answer(inst *Instance) (a Answer, err error) {
	n := int64(inst.Size)
	size, err := f.number(func() string { return "the size" })
	if err != nil {
		return a, err
	}
	if size != n {
		return a, f.s.Errorf("the answer is for size %d; the instance has size %d", size, n)
	}
	if a.Value, err = f.number(func() string { return "the value" }); err != nil {
		return a, err
	}
	base, line := int64(1), make([]int, n)
	for i := range line {
		x, err := f.number(func() string { return fmt.Sprintf("the location of facility %d of %d", i+1, n) })
		if err != nil {
			return a, err
		}
		if x > n {
			return a, &problem.WrongError{Err: f.s.Errorf("location %d of facility %d does not exist; there are 1 to %d", x, i+1, n)}
		}
		if x == 0 {
			base = 0
		}
		a.Order, line[i] = append(a.Order, int(x)), f.s.Line()
	}
	if f.s.Scan() {
		return a, f.s.Errorf("%q after the location of the last facility", token.Shown(f.s.Text()))
	}
	seen := make([]bool, n+1)
	for i, x := range a.Order {
		if seen[x] {
			return a, &problem.WrongError{Err: f.s.ErrorAt(line[i], "location %d stands twice", x)}
		}
		if base == 0 && int64(x) == n {
			return a, &problem.WrongError{Err: f.s.ErrorAt(line[i], "locations 0 and %d; they count from 0 or from 1", n)}
		}
		seen[x] = true
		a.Order[i] -= int(base)
	}
	return a, nil
}

// Verify reports what is wrong with an answer: no permutation, or another value
// than it claims. Several files of QAPLIB state the facility of each location
// instead; inverse says that only that reading has the value.
func (a Answer) Verify(inst *Instance) (inverse bool, err error) {
	value, err := Check(inst, a.Order)
	if err != nil || value == a.Value {
		return false, err
	}
	if other, err := Check(inst, Inverse(a.Order)); err == nil && other == a.Value {
		return true, nil
	}
	return false, fmt.Errorf("the permutation is worth %d, not %d", value, a.Value)
}

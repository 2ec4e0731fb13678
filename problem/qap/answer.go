package qap

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// claim is a permutation and what it claims to be worth: a .sln file.
type claim struct {
	value int64
	order []int // the location of each facility, from 0
}

// inverse is the facility of each location.
func inverse(order []int) []int {
	list := make([]int, len(order))
	for i, x := range order {
		list[x] = i
	}
	return list
}

// form is how assignments are written: a line "n value", and a line with the location
// of each facility, from 1.
func (q *Instance) form() answer.Form {
	return answer.Form{
		List: problem.Genome.List, Genome: answer.Ordered, Value: q.check, Differs: "the permutation is worth %d, not %d",
		Text: func(w *bufio.Writer, order []int, value int64) {
			fmt.Fprintf(w, "%d %d\n", len(order), value)
			token.WriteLine(w, answer.FromOne(order))
		},
		// The value need not be right, but tells which way round the permutation is to
		// be read.
		Parse: func(r io.Reader, name string) ([]int, error) {
			a, err := q.readAnswer(r, name)
			if err != nil {
				return nil, err
			}
			if inverted, err := q.verify(a); err == nil && inverted {
				return inverse(a.order), nil
			}
			return a.order, nil
		},
	}
}

// readAnswer reads a .sln file, or what --json printed; name is used in messages. The
// numbers may be separated by commas, and locations may count from 0, as they do in
// some files of QAPLIB. It does not judge the value: see verify. Locations that do not
// exist, or stand twice, are problem.ErrWrong.
func (q *Instance) readAnswer(r io.Reader, name string) (claim, error) {
	return answer.Read(r, name, func(a answer.JSON) string {
		return fmt.Sprintf("%d %s\n%s", len(a.Solution), a.Cost, a.Words(" "))
	}, q.scanAnswer)
}

func (q *Instance) scanAnswer(s *token.Scanner) (a claim) {
	s.Comma = true
	n := int64(q.Size)
	if size := s.Whole("the size", 0, math.MaxInt64); size != n {
		s.Fail("the answer is for size %d; the instance has size %d", size, n)
	}
	a.value = s.Whole("the value", 0, math.MaxInt64)
	seen := make([]bool, n+1)
	for i := range q.Size {
		x := s.Whole(fmt.Sprintf("the location of facility %d of %d", i+1, n), 0, math.MaxInt64)
		if x > n {
			answer.Wrong(s, s.Line(), "location %d of facility %d does not exist; there are 1 to %d", x, i+1, n)
			return a
		}
		if seen[x] {
			answer.Wrong(s, s.Line(), "location %d stands twice", x)
		}
		seen[x] = true
		a.order = append(a.order, int(x))
	}
	if seen[0] && seen[n] {
		answer.Wrong(s, s.Line(), "locations 0 and %d; they count from 0 or from 1", n)
	}
	for i := range a.order {
		if !seen[0] {
			a.order[i]--
		}
	}
	if s.Scan() {
		s.Fail("%q after the location of the last facility", token.Shown(s.Text()))
	}
	return a
}

// verify reports what is wrong with an answer: no permutation, or another value
// than it claims. Several files of QAPLIB state the facility of each location
// instead; inverted says that only that reading has the value.
func (q *Instance) verify(a claim) (inverted bool, err error) {
	value, err := q.check(a.order)
	if err != nil || value == a.value {
		return false, err
	}
	if other, err := q.check(inverse(a.order)); err == nil && other == a.value {
		return true, nil
	}
	return false, fmt.Errorf("the permutation is worth %d, not %d", value, a.value)
}

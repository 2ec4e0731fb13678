package profits

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Read reads an instance; name is used in messages and for the instance's name.
// Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	return token.Read(r, name, func(s *token.Scanner) *Instance {
		s.Comments = true
		if !s.Scan() || s.Text() != "profits" {
			s.Fail("the file should begin with the word profits")
		}
		items := int(s.Whole("the number of items", 1, maxItems))
		profits := int(s.Whole("the number of profits", 2, problem.MaxCriteria))
		weights := int(s.Whole("the number of weights", 1, maxWeights))
		q := &Instance{Name: name, Profits: make([][]int64, profits), Weights: make([][]int64, weights)}
		q.Capacities = s.Wholes(weights, 0, 1<<62, func(k int) string { return fmt.Sprintf("capacity %d of %d", k+1, weights) })
		row := profits + weights
		numbers := s.Wholes(items*row, 0, maxNumber, func(e int) string {
			if m := e % row; m < profits {
				return fmt.Sprintf("profit %d of item %d of %d", m+1, e/row+1, items)
			}
			return fmt.Sprintf("weight %d of item %d of %d", e%row-profits+1, e/row+1, items)
		})
		lists := append(slices.Clone(q.Profits), q.Weights...)
		for e, v := range numbers {
			lists[e%row] = append(lists[e%row], v)
		}
		copy(q.Profits, lists)
		copy(q.Weights, lists[profits:])
		if s.Scan() {
			s.Fail("something follows the last item; the number of items may be too small")
		}
		return q
	})
}

// Write writes an instance as Read reads it.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "profits %d %d %d\n", q.items(), len(q.Profits), len(q.Weights))
	token.WriteLine(b, q.Capacities)
	for i := range q.items() {
		var row []int64
		for _, list := range slices.Concat(q.Profits, q.Weights) {
			row = append(row, list[i])
		}
		token.WriteLine(b, row)
	}
	return b.Flush()
}

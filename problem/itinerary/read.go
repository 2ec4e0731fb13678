package itinerary

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
		if !s.Scan() || s.Text() != "itinerary" {
			s.Fail("the file should begin with the word itinerary")
		}
		n := int(s.Whole("the number of places", 1, maxPlaces))
		q := &Instance{Name: name, Costs: make([][][]int64, s.Whole("the number of costs", 2, problem.MaxCriteria))}
		for m := range q.Costs {
			numbers := s.Wholes(n*n, 0, maxNumber, func(e int) string { return fmt.Sprintf("cost %d from place %d to %d", m+1, e/n+1, e%n+1) })
			q.Costs[m] = slices.Collect(slices.Chunk(numbers, n))
		}
		if s.Scan() {
			s.Fail("something follows the last table; the number of costs or places may be too small")
		}
		return q
	})
}

// Write writes an instance as Read reads it.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "itinerary %d %d\n", q.places(), len(q.Costs))
	for _, row := range slices.Concat(q.Costs...) {
		token.WriteLine(b, row)
	}
	return b.Flush()
}

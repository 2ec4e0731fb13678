package itinerary

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// Read reads an instance; name is used in messages and for the instance's name.
// Errors are one line that begins with the file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	s := token.NewScanner(r, name)
	q, err := read(s, name)
	if scan := s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	return q, err
}

func read(s *token.Scanner, name string) (*Instance, error) {
	if !s.ScanData() || s.Text() != "itinerary" {
		return nil, s.Errorf("the file should begin with the word itinerary")
	}
	places, err := number(s, "the number of places", 1, MaxPlaces)
	if err != nil {
		return nil, err
	}
	costs, err := number(s, "the number of costs", 2, problem.MaxCriteria)
	if err != nil {
		return nil, err
	}
	q := &Instance{Name: name}
	for m := range costs {
		var table [][]int64
		for i := range places {
			var row []int64
			for j := range places {
				v, err := number(s, fmt.Sprintf("cost %d from place %d to %d", m+1, i+1, j+1), 0, MaxNumber)
				if err != nil {
					return nil, err
				}
				row = append(row, v)
			}
			table = append(table, row)
		}
		q.Costs = append(q.Costs, table)
	}
	if s.ScanData() {
		return nil, s.Errorf("something follows the last table; the number of costs or places may be too small")
	}
	return q, nil
}

func number(s *token.Scanner, what string, least, most int64) (int64, error) {
	if !s.ScanData() {
		return 0, s.Errorf("the file ends where %s should be; it is truncated", what)
	}
	v, err := strconv.ParseInt(s.Text(), 10, 64)
	if err != nil || v < least || v > most {
		return 0, s.Errorf("%s is %.40q; it should be a whole number from %d to %d", what, s.Text(), least, most)
	}
	return v, nil
}

// Write writes an instance as Read reads it.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "itinerary %d %d\n", q.Places(), len(q.Costs))
	for _, table := range q.Costs {
		for _, row := range table {
			for k, v := range row {
				if k > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(strconv.FormatInt(v, 10))
			}
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

package profits

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
	if !s.ScanData() || s.Text() != "profits" {
		return nil, s.Errorf("the file should begin with the word profits")
	}
	var sizes [3]int
	for k, most := range [3]int{MaxItems, problem.MaxCriteria, MaxWeights} {
		v, err := number(s, [3]string{"the number of items", "the number of profits", "the number of weights"}[k], int64(most))
		if err != nil {
			return nil, err
		}
		if sizes[k] = int(v); v < [3]int64{1, 2, 1}[k] {
			return nil, s.Errorf("%d is too few: there are 1 item, 2 profits and 1 weight at least", v)
		}
	}
	q := &Instance{Name: name, Profits: make([][]int64, sizes[1]), Weights: make([][]int64, sizes[2])}
	for k := range sizes[2] {
		v, err := number(s, fmt.Sprintf("capacity %d of %d", k+1, sizes[2]), 1<<62)
		if err != nil {
			return nil, err
		}
		q.Capacities = append(q.Capacities, v)
	}
	for i := range sizes[0] {
		for k, list := range [2][][]int64{q.Profits, q.Weights} {
			for m := range list {
				v, err := number(s, fmt.Sprintf("%s %d of item %d of %d", [2]string{"profit", "weight"}[k], m+1, i+1, sizes[0]), MaxNumber)
				if err != nil {
					return nil, err
				}
				list[m] = append(list[m], v)
			}
		}
	}
	if s.ScanData() {
		return nil, s.Errorf("something follows the last item; the number of items may be too small")
	}
	return q, nil
}

func number(s *token.Scanner, what string, most int64) (int64, error) {
	if !s.ScanData() {
		return 0, s.Errorf("the file ends where %s should be; it is truncated", what)
	}
	v, err := strconv.ParseInt(s.Text(), 10, 64)
	if err != nil || v < 0 || v > most {
		return 0, s.Errorf("%s is %.40q; it should be a whole number from 0 to %d", what, s.Text(), most)
	}
	return v, nil
}

// Write writes an instance as Read reads it.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "profits %d %d %d\n", q.Items(), len(q.Profits), len(q.Weights))
	line := func(list []int64) {
		for k, v := range list {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strconv.FormatInt(v, 10))
		}
		b.WriteByte('\n')
	}
	line(q.Capacities)
	row := make([]int64, 0, len(q.Profits)+len(q.Weights))
	for i := range q.Items() {
		row = row[:0]
		for _, list := range q.Profits {
			row = append(row, list[i])
		}
		for _, list := range q.Weights {
			row = append(row, list[i])
		}
		line(row)
	}
	return b.Flush()
}

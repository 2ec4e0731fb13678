package itinerary

import (
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/problem"
)

// The limits of an instance: no sum of its numbers exceeds an int64.
const (
	maxPlaces = 4096
	maxNumber = 1 << 40
)

// Instance is places and the costs between them, 0 to 2^40.
type Instance struct {
	Name  string
	Costs [][][]int64 // by cost, from and to
}

// places is how many there are.
func (q *Instance) places() int { return len(q.Costs[0]) }

// hash identifies the instance, but for its name.
func (q *Instance) hash() [32]byte {
	lists := []any{fmt.Appendf(nil, "itinerary %d %d\n", q.places(), len(q.Costs))}
	for _, row := range slices.Concat(q.Costs...) {
		lists = append(lists, row)
	}
	return words.Hash(lists...)
}

func checkSizes(places, costs int) error {
	if costs < 2 || costs > problem.MaxCriteria {
		return fmt.Errorf("there are 2 to %d costs, not %d", problem.MaxCriteria, costs)
	}
	if places < 1 || places > maxPlaces {
		return fmt.Errorf("there are 1 to %d places, not %d", maxPlaces, places)
	}
	return nil
}

// validate finds what makes an instance none.
func (q *Instance) validate() error {
	n := 0
	if len(q.Costs) > 0 {
		n = q.places()
	}
	if err := checkSizes(n, len(q.Costs)); err != nil {
		return err
	}
	for m, table := range q.Costs {
		if len(table) != n {
			return fmt.Errorf("table %d has %d rows for %d places", m+1, len(table), n)
		}
		for i, row := range table {
			if len(row) != n {
				return fmt.Errorf("row %d of table %d has %d numbers for %d places", i+1, m+1, len(row), n)
			}
			for _, v := range row {
				if v < 0 || v > maxNumber {
					return fmt.Errorf("row %d of table %d has %d; costs are 0 to %d", i+1, m+1, v, int64(maxNumber))
				}
			}
		}
	}
	return nil
}

package itinerary

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
)

// The limits of an instance: no sum of its numbers exceeds an int64.
const (
	MaxPlaces = 4096
	MaxNumber = 1 << 40
)

// Instance is places and the costs between them, 0 to MaxNumber.
type Instance struct {
	Name  string
	Costs [][][]int64 // by cost, from and to
}

// Places is how many there are.
func (q *Instance) Places() int { return len(q.Costs[0]) }

// Hash identifies the instance, but for its name.
func (q *Instance) Hash() [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "itinerary %d %d\n", q.Places(), len(q.Costs))
	for _, table := range q.Costs {
		for _, row := range table {
			_ = binary.Write(h, binary.LittleEndian, row) // a hash does not fail
		}
	}
	return [32]byte(h.Sum(nil))
}

// validate finds what makes an instance none.
func (q *Instance) validate() error {
	if len(q.Costs) < 2 || len(q.Costs) > problem.MaxCriteria {
		return fmt.Errorf("there are 2 to %d costs, not %d", problem.MaxCriteria, len(q.Costs))
	}
	n := q.Places()
	if n < 1 || n > MaxPlaces {
		return fmt.Errorf("there are 1 to %d places, not %d", MaxPlaces, n)
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
				if v < 0 || v > MaxNumber {
					return fmt.Errorf("row %d of table %d has %d; costs are 0 to %d", i+1, m+1, v, int64(MaxNumber))
				}
			}
		}
	}
	return nil
}

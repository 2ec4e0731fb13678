package tsp

import (
	"fmt"
	"math"
	"math/big"

	"github.com/warbler-opt/warbler/internal/answer"
)

// check judges an order of cities (from 0) against the instance: it returns the
// length of the round trip, and an error when a city is missing, stands twice or
// does not exist. It adds in arbitrary precision and shares no code with scoring.
func (q *Instance) check(order []int) (length int64, err error) {
	if err := answer.CheckOrder(order, len(q.X), "city"); err != nil {
		return 0, err
	}
	total := new(big.Int)
	for place, city := range order {
		next := order[(place+1)%len(order)]
		east, north := q.X[next]-q.X[city], q.Y[next]-q.Y[city]
		squares := float64(east*east) + float64(north*north)
		nearest, _ := big.NewFloat(math.Floor(math.Sqrt(squares) + 0.5)).Int(nil)
		total.Add(total, nearest)
	}
	if !total.IsInt64() {
		return 0, fmt.Errorf("the length does not fit 64 bits")
	}
	return total.Int64(), nil
}

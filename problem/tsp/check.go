package tsp

import (
	"fmt"
	"math"
	"math/big"
)

// Check judges an order of cities (from 0) against an instance: it returns the
// length of the round trip, and an error when a city is missing, stands twice or
// does not exist. It adds in arbitrary precision and shares no code with scoring.
func Check(inst *Instance, order []int) (length int64, err error) {
	n := len(inst.X)
	if len(order) != n {
		return 0, fmt.Errorf("%d cities are visited; there are %d", len(order), n)
	}
	seen := make(map[int]bool, n)
	total := new(big.Int)
	for place, city := range order {
		if city < 0 || city >= n {
			return 0, fmt.Errorf("city %d does not exist; there are 1 to %d", city+1, n)
		}
		if seen[city] {
			return 0, fmt.Errorf("city %d is visited twice", city+1)
		}
		seen[city] = true
		next := order[(place+1)%n]
		if next < 0 || next >= n {
			continue // it is complained about in its turn
		}
		east, north := inst.X[next]-inst.X[city], inst.Y[next]-inst.Y[city]
		squares := float64(east*east) + float64(north*north)
		nearest, _ := big.NewFloat(math.Floor(math.Sqrt(squares) + 0.5)).Int(nil)
		total.Add(total, nearest)
	}
	if !total.IsInt64() {
		return 0, fmt.Errorf("the length does not fit 64 bits")
	}
	return total.Int64(), nil
}

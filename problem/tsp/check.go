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
	if err := answer.CheckOrder(order, q.Len(), "city"); err != nil {
		return 0, err
	}
	total := new(big.Int)
	for place, city := range order {
		way, _ := big.NewFloat(q.way(city, order[(place+1)%len(order)])).Int(nil)
		total.Add(total, way)
	}
	if !total.IsInt64() {
		return 0, fmt.Errorf("the length does not fit 64 bits")
	}
	return total.Int64(), nil
}

// way is the distance between two cities as TSPLIB 95 (Reinelt, section 2) has it.
func (q *Instance) way(from, to int) float64 {
	if q.Weights == Explicit {
		return float64(q.Table[from*q.Len()+to])
	}
	east, north := q.X[to]-q.X[from], q.Y[to]-q.Y[from]
	squares := float64(east*east) + float64(north*north)
	switch q.Weights {
	case Ceiling:
		return math.Ceil(math.Sqrt(squares))
	case Pseudo:
		exact := math.Sqrt(squares / 10)
		if nearest := math.Floor(exact + 0.5); nearest >= exact {
			return nearest
		}
		return math.Floor(exact+0.5) + 1
	case Geographic:
		if from == to {
			return 0
		}
		angle := func(x float64) float64 {
			degrees, minutes := math.Modf(x)
			return 3.141592 * (degrees + 5*minutes/3) / 180
		}
		latitude, other := angle(q.X[from]), angle(q.X[to])
		turn := math.Cos(angle(q.Y[from]) - angle(q.Y[to]))
		cosine := 0.5 * ((1+turn)*math.Cos(latitude-other) - (1-turn)*math.Cos(latitude+other))
		return math.Floor(6378.388*math.Acos(math.Max(-1, math.Min(1, cosine))) + 1)
	}
	return math.Floor(math.Sqrt(squares) + 0.5)
}

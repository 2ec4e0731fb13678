package tsp

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

const (
	// MaxCities is the largest instance: permutations have no more places.
	MaxCities = 65535
	// MaxCoordinate is the largest coordinate, and minus the smallest: the length
	// of every tour then fits 64 bits.
	MaxCoordinate = 1e12
)

// Instance is a traveling salesman problem; city i lies at X[i], Y[i].
type Instance struct {
	Name string
	X, Y []float64
}

// Cities is the number of cities.
func (q *Instance) Cities() int { return len(q.X) }

// Validate reports what is wrong with an instance.
func (q *Instance) Validate() error {
	n := q.Cities()
	if n < 1 || n > MaxCities {
		return fmt.Errorf("%d cities; a tour has 1 to %d", n, MaxCities)
	}
	if len(q.Y) != n {
		return fmt.Errorf("%d and %d coordinates", n, len(q.Y))
	}
	for i := range n {
		if !(math.Abs(q.X[i]) <= MaxCoordinate && math.Abs(q.Y[i]) <= MaxCoordinate) {
			return fmt.Errorf("city %d lies at %v, %v; coordinates are from %g to %g", i+1, q.X[i], q.Y[i], -MaxCoordinate, MaxCoordinate)
		}
	}
	return nil
}

// Distance is how far it is from city i to city j: TSPLIB's nint(√(dx² + dy²)).
// No product is fused with a sum, so that it is the same on every device.
func (q *Instance) Distance(i, j int) int64 {
	dx, dy := q.X[i]-q.X[j], q.Y[i]-q.Y[j]
	return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
}

// Hash identifies an instance by its coordinates.
func (q *Instance) Hash() [32]byte {
	var buf []byte
	for _, c := range [][]float64{q.X, q.Y} {
		for _, v := range c {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
		}
	}
	return sha256.Sum256(buf)
}

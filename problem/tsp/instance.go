package tsp

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
)

const (
	// maxCities is the largest instance: permutations have no more places.
	maxCities = 65535
	// maxCoordinate is the largest coordinate, and minus the smallest: the length
	// of every tour then fits 64 bits.
	maxCoordinate = 1e12
)

// Instance is a traveling salesman problem; city i lies at X[i], Y[i].
type Instance struct {
	Name string
	X, Y []float64
}

// validate reports what is wrong with an instance.
func (q *Instance) validate() error {
	n := len(q.X)
	if n < 1 || n > maxCities {
		return fmt.Errorf("%d cities; a tour has 1 to %d", n, maxCities)
	}
	if len(q.Y) != n {
		return fmt.Errorf("%d and %d coordinates", n, len(q.Y))
	}
	for i := range n {
		if !(math.Abs(q.X[i]) <= maxCoordinate && math.Abs(q.Y[i]) <= maxCoordinate) {
			return fmt.Errorf("city %d lies at %v, %v; coordinates are from %g to %g", i+1, q.X[i], q.Y[i], -maxCoordinate, maxCoordinate)
		}
	}
	return nil
}

// distance is how far it is from city i to city j: TSPLIB's nint(√(dx² + dy²)).
// No product is fused with a sum, so that it is the same on every device.
func (q *Instance) distance(i, j int) int64 {
	dx, dy := q.X[i]-q.X[j], q.Y[i]-q.Y[j]
	return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
}

// hash identifies an instance by its coordinates.
func (q *Instance) hash() [32]byte {
	return words.Hash(q.X, q.Y)
}

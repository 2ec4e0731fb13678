package tsp

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/internal/words"
)

const (
	// maxCities is the largest instance: the world has about so many.
	maxCities = 2_000_000
	// maxTable is the largest instance whose distances are given: they take 1 GB.
	maxTable = 16_384
	// maxCoordinate is the largest coordinate, and minus the smallest: the length
	// of every tour then fits 64 bits.
	maxCoordinate = 1e12
)

// Weights says how distances follow from what is known of cities.
type Weights = tour.Weights

// The kinds of distances, all whole numbers, with their EDGE_WEIGHT_TYPE in files.
const (
	Euclidean  = tour.Euclidean  // EUC_2D: in the plane, rounded to the nearest
	Ceiling    = tour.Ceiling    // CEIL_2D: in the plane, rounded up
	Geographic = tour.Geographic // GEO: on the earth; X is the latitude and Y the longitude, in degrees and minutes
	Pseudo     = tour.Pseudo     // ATT: divided by √10, and rounded as the instances of AT&T want it
	Explicit   = tour.Explicit   // EXPLICIT: given as a table
)

// weightNames are their names in files.
var weightNames = [...]string{Euclidean: "EUC_2D", Ceiling: "CEIL_2D", Geographic: "GEO", Pseudo: "ATT", Explicit: "EXPLICIT"}

// Instance is a traveling salesman problem; city i lies at X[i], Y[i]. Where distances
// are Explicit, Table has that from i to j at n·i + j, and X and Y are for maps or empty.
type Instance struct {
	Name    string
	Weights Weights
	X, Y    []float64
	Table   []int32
}

// Len is the number of cities.
func (q *Instance) Len() int {
	if q.Weights == Explicit {
		return int(math.Sqrt(float64(len(q.Table))))
	}
	return len(q.X)
}

// validate reports what is wrong with an instance.
func (q *Instance) validate() error {
	n := q.Len()
	switch {
	case q.Weights > Explicit:
		return fmt.Errorf("distances of kind %d; there are 0 to %d", q.Weights, Explicit)
	case n < 1 || n > maxCities:
		return fmt.Errorf("%d cities; a tour has 1 to %d", n, maxCities)
	case len(q.X) != len(q.Y) || len(q.X) > 0 && len(q.X) != n:
		return fmt.Errorf("%d and %d coordinates of %d cities", len(q.X), len(q.Y), n)
	}
	for i := range q.X {
		if !(math.Abs(q.X[i]) <= maxCoordinate && math.Abs(q.Y[i]) <= maxCoordinate) {
			return fmt.Errorf("city %d lies at %v, %v; coordinates are from %g to %g", i+1, q.X[i], q.Y[i], -maxCoordinate, maxCoordinate)
		}
	}
	if q.Weights == Explicit {
		return q.validateTable(n)
	}
	return nil
}

func (q *Instance) validateTable(n int) error {
	if n > maxTable || len(q.Table) != n*n {
		return fmt.Errorf("a table of %d distances; it has those between 1 to %d cities", len(q.Table), maxTable)
	}
	for i := range n {
		for j := range i {
			if d, back := q.Table[i*n+j], q.Table[j*n+i]; d < 0 || d != back {
				return fmt.Errorf("from city %d to city %d it is %d, and back %d; distances are the same both ways, and not negative", i+1, j+1, d, back)
			}
		}
	}
	return nil
}

// cities are what the searches see.
func (q *Instance) cities() *tour.Cities {
	if q.Weights == Explicit {
		return tour.NewTable(q.Len(), q.Table)
	}
	return tour.NewCities(q.Weights, q.X, q.Y)
}

// hash identifies an instance by its distances. Those in the plane that are rounded to
// the nearest have been there before all others.
func (q *Instance) hash() [32]byte {
	switch q.Weights {
	case Euclidean:
		return words.Hash(q.X, q.Y)
	case Explicit:
		return words.Hash(q.Weights, q.Table)
	}
	return words.Hash(q.Weights, q.X, q.Y)
}

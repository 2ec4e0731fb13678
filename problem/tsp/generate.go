package tsp

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/rng"
)

// side is how long the square of generated cities is, as in the instances of the
// DIMACS challenge.
const side = 1_000_000

// Generate scatters cities uniformly over a square, at whole coordinates from 0
// to 999,999. The same arguments give the same instance for ever: city i comes
// from rng with purpose Instance and individual i.
func Generate(cities int, seed uint64) (*Instance, error) {
	if cities < 1 || cities > maxCities {
		return nil, fmt.Errorf("tour: an instance has 1 to %d cities, not %d", maxCities, cities)
	}
	q := &Instance{Name: fmt.Sprintf("uniform-%d-%d", cities, seed)}
	for i := range cities {
		at := rng.Address{Seed: seed, Individual: uint32(i), Purpose: rng.Instance}
		x, y, _, _ := at.Block(0)
		q.X = append(q.X, float64(at.Bounded(x, 0, side)))
		q.Y = append(q.Y, float64(at.Bounded(y, 1, side)))
	}
	return q, nil
}

package itinerary

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// Generate scatters places over a square of 1000 by 1000 once for each cost; the
// cost of a way is its length there, rounded. So the costs have nothing to do
// with each other, and each is that of a traveling salesman. The same arguments
// give the same instance for ever: place i comes from rng with purpose Instance
// and individual i.
func Generate(places, costs int, seed uint64) (*Instance, error) {
	switch {
	case places < 1 || places > MaxPlaces:
		return nil, fmt.Errorf("itinerary: there are 1 to %d places, not %d", MaxPlaces, places)
	case costs < 2 || costs > problem.MaxCriteria:
		return nil, fmt.Errorf("itinerary: there are 2 to %d costs, not %d", problem.MaxCriteria, costs)
	}
	q := &Instance{Name: fmt.Sprintf("itinerary-%d-%d-%d", places, costs, seed)}
	for m := range costs {
		at := make([][2]float64, places)
		for i := range at {
			a := rng.Address{Seed: seed, Individual: uint32(i), Purpose: rng.Instance}
			for k := range at[i] {
				w := uint32(2*m + k)
				at[i][k] = float64(a.Bounded(a.Word(w), w, 1000))
			}
		}
		table := make([][]int64, places)
		for i := range table {
			for j := range places {
				dx, dy := at[i][0]-at[j][0], at[i][1]-at[j][1]
				table[i] = append(table[i], int64(math.Sqrt(float64(dx*dx)+float64(dy*dy))+0.5))
			}
		}
		q.Costs = append(q.Costs, table)
	}
	return q, nil
}

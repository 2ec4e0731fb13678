package itinerary

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
)

// Generate scatters places over a square of 1000 by 1000 once for each cost; the
// cost of a way is its length there, rounded. So the costs have nothing to do
// with each other, and each is that of a traveling salesman. The same arguments
// give the same instance for ever: place i comes from rng with purpose Instance
// and individual i.
func Generate(places, costs int, seed uint64) (*Instance, error) {
	if err := checkSizes(places, costs); err != nil {
		return nil, fmt.Errorf("itinerary: %w", err)
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

package itinerary

import "github.com/warbler-opt/warbler/internal/answer"

// check adds up the costs of a round trip through places counted from 0, and
// refuses what is none. It shares nothing with objectives.
func (q *Instance) check(order []int) ([]int64, error) {
	if err := answer.CheckOrder(order, q.places(), "place"); err != nil {
		return nil, err
	}
	values := make([]int64, len(q.Costs))
	for k := range order {
		from, to := order[k], order[(k+1)%len(order)]
		for m := range values {
			values[m] += q.Costs[m][from][to]
		}
	}
	return values, nil
}

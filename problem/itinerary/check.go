package itinerary

import "fmt"

// Check adds up the costs of a round trip through places counted from 0, and
// refuses what is none. It shares nothing with Problem.
func Check(q *Instance, order []int) ([]int64, error) {
	if len(order) != q.Places() {
		return nil, fmt.Errorf("the trip has %d places, not %d", len(order), q.Places())
	}
	visited := make(map[int]bool, len(order))
	for _, i := range order {
		if i < 0 || i >= q.Places() {
			return nil, fmt.Errorf("place %d does not exist; there are places 1 to %d", i+1, q.Places())
		}
		if visited[i] {
			return nil, fmt.Errorf("place %d is visited twice", i+1)
		}
		visited[i] = true
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

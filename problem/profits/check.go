package profits

import "fmt"

// check adds up the profits of a choice of items, counted from 0, and refuses
// what does not fit. It shares nothing with objectives.
func (q *Instance) check(items []int) ([]int64, error) {
	packed := make(map[int]bool, len(items))
	for _, i := range items {
		if i < 0 || i >= q.items() {
			return nil, fmt.Errorf("item %d does not exist; there are items 1 to %d", i+1, q.items())
		}
		if packed[i] {
			return nil, fmt.Errorf("item %d is packed twice", i+1)
		}
		packed[i] = true
	}
	for k, capacity := range q.Capacities {
		weight := int64(0)
		for i := range packed {
			weight += q.Weights[k][i]
		}
		if weight > capacity {
			return nil, fmt.Errorf("weight %d is %d, above the capacity of %d", k+1, weight, capacity)
		}
	}
	values := make([]int64, len(q.Profits))
	for m := range values {
		for i := range packed {
			values[m] += q.Profits[m][i]
		}
	}
	return values, nil
}

package tsp

import "math"

// maxExact is how many cities Exact takes: its table then has 2^11 · 11 entries.
const maxExact = 12

// Exact is a shortest tour of up to twelve cities, from 0, by dynamic
// programming over sets of cities (Held and Karp 1962). It is nil for more.
func Exact(inst *Instance) []int {
	n := inst.Len()
	if n > maxExact {
		return nil
	}
	// City n-1 is where the tour begins and ends; entry set·m + j is the shortest
	// way from there through the cities of the set to j, which is one of them.
	m, c := n-1, inst.cities()
	way := make([]int64, m<<m)
	before := make([]int, m<<m)
	for set := 1; set < 1<<m; set++ {
		for j := range m {
			rest := set &^ (1 << j)
			at := set*m + j
			switch {
			case rest == set:
				continue // j is not in it
			case rest == 0:
				way[at] = c.Distance(m, j)
				continue
			}
			way[at] = math.MaxInt64
			for i := range m {
				if rest>>i&1 == 0 {
					continue
				}
				if w := way[rest*m+i] + c.Distance(i, j); w < way[at] {
					way[at], before[at] = w, i
				}
			}
		}
	}
	order := []int{m}
	set, last := 1<<m-1, 0
	for j := range m {
		if way[set*m+j]+c.Distance(j, m) < way[set*m+last]+c.Distance(last, m) {
			last = j
		}
	}
	for set != 0 {
		order = append(order, last)
		set, last = set&^(1<<last), before[set*m+last]
	}
	return order
}

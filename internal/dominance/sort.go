package dominance

import "slices"

// chunk is how many elements a task of Sort has, and how many are merged between two
// questions whether to go on: a millisecond of work.
const chunk = 1 << 12

// Parallel runs the tasks 0 to tasks-1, or leaves some out when the work is aborted.
type Parallel = func(tasks int, run func(worker, task int))

// Serial is a Parallel in the calling goroutine.
func Serial(tasks int, run func(worker, task int)) {
	for t := range tasks {
		run(0, t)
	}
}

// Sort sorts a list by an order in which no two are equal, with spare memory of the same
// length. Tasks sort and merge parts of it. When the work is aborted, the list has any order.
func Sort[T any](list, spare []T, compare func(a, b T) int, parallel Parallel, aborted func() bool) {
	n := len(list)
	if n <= chunk {
		slices.SortFunc(list, compare)
		return
	}
	parallel((n+chunk-1)/chunk, func(_, t int) {
		slices.SortFunc(list[t*chunk:min((t+1)*chunk, n)], compare)
	})
	from, to := list, spare[:n]
	for width := chunk; width < n && !aborted(); width *= 2 {
		parallel((n+2*width-1)/(2*width), func(_, t int) {
			lo := 2 * width * t
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			merge(to[lo:hi], from[lo:mid], from[mid:hi], compare, aborted)
		})
		from, to = to, from
	}
	if !aborted() && &from[0] != &list[0] {
		copy(list, from)
	}
}

// merge merges two sorted lists.
func merge[T any](to, a, b []T, compare func(a, b T) int, aborted func() bool) {
	i, j := 0, 0
	for k := range to {
		if k%chunk == 0 && aborted() {
			return
		}
		if j == len(b) || i < len(a) && compare(a[i], b[j]) < 0 {
			to[k] = a[i]
			i++
		} else {
			to[k] = b[j]
			j++
		}
	}
}

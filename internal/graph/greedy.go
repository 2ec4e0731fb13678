package graph

import (
	"cmp"
	"container/heap"
	"slices"
)

// greedyWork is how many pairs of vertices greedyClique looks at before it takes no
// further vertex to begin with.
const greedyWork = 1 << 22

// Greedy colors a graph without conflicts, a color from 0 for each vertex, by
// DSATUR (Brélaz 1979): the next vertex is the one whose neighbors have most
// colors, among equals the one with most neighbors still to be colored, then
// the lowest; it gets the lowest color that none of them has.
func (g Graph) Greedy() []int {
	n := g.Vertices()
	q := &saturation{order: make([]int32, n), place: make([]int32, n), colors: make([]int, n), open: make([]int, n)}
	coloring, near := make([]int, n), make([][]uint64, n) // near: a bit for each color of a neighbor
	for v := range n {
		q.order[v], q.place[v], q.open[v] = int32(v), int32(v), len(g.Of(v))
	}
	heap.Init(q)
	for q.Len() > 0 {
		v := heap.Pop(q).(int32)
		c := lowestClear(near[v])
		coloring[v], near[v] = c, nil
		for _, u := range g.Of(int(v)) {
			if q.place[u] < 0 {
				continue // it has its color
			}
			q.open[u]--
			for len(near[u]) <= c/64 {
				near[u] = append(near[u], 0)
			}
			if near[u][c/64]>>(c%64)&1 == 0 {
				near[u][c/64] |= 1 << (c % 64)
				q.colors[u]++
			}
			heap.Fix(q, int(q.place[u]))
		}
	}
	return coloring
}

// lowestClear is the lowest bit that is not set.
func lowestClear(words []uint64) int {
	c := 0
	for c < 64*len(words) && words[c/64]>>(c%64)&1 == 1 {
		c++
	}
	return c
}

// saturation is the heap of vertices without a color.
type saturation struct {
	order  []int32
	place  []int32 // of each vertex in order, or -1
	colors []int   // of the neighbors
	open   []int   // neighbors without a color
}

// Len implements heap.Interface.
func (q *saturation) Len() int { return len(q.order) }

// Less implements heap.Interface.
func (q *saturation) Less(i, j int) bool {
	u, v := q.order[i], q.order[j]
	return cmp.Or(cmp.Compare(q.colors[v], q.colors[u]), cmp.Compare(q.open[v], q.open[u]), cmp.Compare(u, v)) < 0
}

// Swap implements heap.Interface.
func (q *saturation) Swap(i, j int) {
	q.order[i], q.order[j] = q.order[j], q.order[i]
	q.place[q.order[i]], q.place[q.order[j]] = int32(i), int32(j)
}

// Push implements heap.Interface; nothing is pushed.
func (q *saturation) Push(any) {}

// Pop implements heap.Interface.
func (q *saturation) Pop() any {
	last := len(q.order) - 1
	v := q.order[last]
	q.order, q.place[v] = q.order[:last], -1
	return v
}

// greedyClique is a set of vertices that are all joined. From each vertex in turn,
// those of most neighbors first, it goes through the neighbors in the same order
// and takes what is joined to all it has.
func (g Graph) greedyClique() []int {
	n := g.Vertices()
	order, rank := make([]int, n), make([]int, n)
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(len(g.Of(v)), len(g.Of(u))) })
	for i, v := range order {
		rank[v] = i
	}
	var best, clique []int
	var near []uint32
	work := 0
	for _, v := range order {
		if work > greedyWork || len(g.Of(v)) < len(best) {
			break // no later vertex has more neighbors
		}
		near = append(near[:0], g.Of(v)...)
		slices.SortFunc(near, func(u, v uint32) int { return cmp.Compare(rank[u], rank[v]) })
		clique = append(clique[:0], v)
		for _, u := range near {
			work++
			joined := !slices.ContainsFunc(clique[1:], func(w int) bool {
				work++
				_, found := slices.BinarySearch(g.Of(int(u)), uint32(w))
				return !found
			})
			if joined {
				clique = append(clique, int(u))
			}
		}
		if len(clique) > len(best) {
			best = slices.Clone(clique)
		}
	}
	slices.Sort(best)
	return best
}

// Reduce is a coloring with k colors to begin a search with: the k largest
// classes of a coloring keep their vertices, and become colors 0 to k-1 in the
// order of their sizes. The other vertices, in their order, take the color that
// fewest of their neighbors have, among equals the lowest.
func (g Graph) Reduce(coloring []int, k int) []int {
	size := make([]int, max(k, slices.Max(coloring)+1))
	order, rank := make([]int, len(size)), make([]int, len(size))
	for _, c := range coloring {
		size[c]++
	}
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	for i, c := range order {
		rank[c] = i
	}
	reduced := make([]int, len(coloring))
	for v, c := range coloring {
		reduced[v] = rank[c]
	}
	near := make([]int, k)
	for v, c := range reduced {
		if c < k {
			continue
		}
		clear(near)
		for _, u := range g.Of(v) {
			if reduced[u] < k {
				near[reduced[u]]++
			}
		}
		reduced[v] = slices.Index(near, slices.Min(near))
	}
	return reduced
}

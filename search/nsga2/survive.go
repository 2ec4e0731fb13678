package nsga2

import (
	"cmp"
	"math"

	"github.com/warbler-opt/warbler/internal/dominance"
)

// survive ranks the first size members of the pool and lists the n that survive,
// by index. The list is the caller's memory. When the engine is aborted, what it
// lists is of no use.
func (q *pool) survive(size, n int, list []int, parallel dominance.Parallel) []int {
	fronts := q.Sort(size, parallel)
	if q.Aborted() {
		return list
	}
	last, room := q.last(size, n, fronts)
	q.crowd(size, last, parallel)
	edge := q.order[:0]
	for i, r := range q.Rank[:size] {
		if q.stays[i] = r <= last; r == last {
			edge = append(edge, i)
		}
	}
	if len(edge) > room {
		dominance.Sort(edge, q.spare, func(i, j int) int {
			return cmp.Or(cmp.Compare(q.crowding[j], q.crowding[i]), cmp.Compare(i, j))
		}, parallel, q.Aborted)
		for _, i := range edge[room:] {
			q.stays[i] = false
		}
	}
	list = list[:0]
	for i, stays := range q.stays[:size] {
		if stays {
			list = append(list, i)
		}
	}
	return list
}

// last is the front that may not fit as a whole, and how many of it do.
func (q *pool) last(size, n int, fronts uint32) (last uint32, room int) {
	counts := make([]int, fronts)
	for _, r := range q.Rank[:size] {
		counts[r]++
	}
	room = n
	for ; int(last) < len(counts)-1 && counts[last] < room; last++ {
		room -= counts[last]
	}
	return last, room
}

// crowd finds the crowding distances in the fronts up to last: for each criterion
// the distance of the neighbors in the front, as a share of the front's width.
// The ends of a front have none on one side and are infinitely far away; twins
// are not at all. Equals are ordered by index.
func (q *pool) crowd(size int, last uint32, parallel dominance.Parallel) {
	order := q.order[:0]
	for i := range size {
		q.crowding[i] = 0
		if q.Rank[i] <= last && !q.Twin[i] {
			order = append(order, i)
		}
	}
	for m, c := range q.criteria {
		dominance.Sort(order, q.spare, func(i, j int) int {
			return cmp.Or(cmp.Compare(q.Rank[i], q.Rank[j]), cmp.Compare(q.Of(i)[m], q.Of(j)[m]), cmp.Compare(i, j))
		}, parallel, q.Aborted)
		if q.Aborted() {
			return
		}
		for lo := 0; lo < len(order); {
			hi := lo + 1
			for hi < len(order) && q.Rank[order[hi]] == q.Rank[order[lo]] {
				hi++
			}
			front := order[lo:hi]
			low, high := q.number(front[0], m), q.number(front[len(front)-1], m)
			for k, i := range front {
				if k == 0 || k == len(front)-1 {
					q.crowding[i] = math.Inf(1)
					continue
				}
				gap := c.Number(q.Of(front[k+1])[m]) - c.Number(q.Of(front[k-1])[m])
				q.crowding[i] += share(gap, high-low)
			}
			lo = hi
		}
	}
}

// share is a gap as a share of a width, or nothing where that is no number.
func share(gap, width float64) float64 {
	if x := gap / width; math.Abs(x) <= math.MaxFloat64 {
		return x
	}
	return 0
}

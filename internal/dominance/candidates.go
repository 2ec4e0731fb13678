package dominance

import (
	"cmp"
	"math"
	"slices"
)

// Candidates are those for the next population of a search with several objectives.
type Candidates struct {
	Objectives int
	Unique     bool     // who equals an earlier one stands behind all fronts
	Scores     []int64  // by candidate and objective
	Violation  []int64  // of constraints, by candidate; 0: feasible
	Rank       []uint32 // what Sort finds: the number of the front
	Twin       []bool   // who equals an earlier one, where these count
	Aborted    func() bool

	order, spare []int
	different    []int
	sorter       Sorter
}

// Allocate makes room to rank so many candidates.
func (q *Candidates) Allocate(size int, aborted func() bool) {
	q.Rank, q.Twin = make([]uint32, size), make([]bool, size)
	q.order, q.spare, q.different = make([]int, size), make([]int, size), make([]int, 0, size)
	q.Aborted, q.sorter.Aborted = aborted, aborted
}

// Of are the scores of a candidate.
func (q *Candidates) Of(i int) []int64 {
	m := q.Objectives
	return q.Scores[i*m : (i+1)*m : (i+1)*m]
}

// compare orders candidates by violation and then by their scores, the best first, so that
// whoever dominates another comes before it.
func (q *Candidates) compare(i, j int) int {
	if c := cmp.Compare(q.Violation[i], q.Violation[j]); c != 0 {
		return c
	}
	b := q.Of(j)
	for m, x := range q.Of(i) {
		if c := cmp.Compare(b[m], x); c != 0 {
			return c
		}
	}
	return cmp.Compare(i, j)
}

// equal reports whether two are the same in everything.
func (q *Candidates) equal(i, j int) bool {
	return q.Violation[i] == q.Violation[j] && slices.Equal(q.Of(i), q.Of(j))
}

// Sort finds the ranks of the first size candidates and returns how many fronts there are:
// those of the feasible, then what violates something by how much, equals together, and
// then twins. When the work is aborted, ranks are of no use.
func (q *Candidates) Sort(size int, parallel Parallel) uint32 {
	order := q.order[:size]
	for i := range order {
		order[i] = i
	}
	Sort(order, q.spare, q.compare, parallel, q.Aborted)
	if q.Aborted() {
		return 0
	}
	feasible := 0
	q.different = q.different[:0]
	for k, i := range order {
		same := k > 0 && q.equal(i, order[k-1])
		q.Twin[i] = same && q.Unique
		if q.Violation[i] == 0 {
			if feasible++; !same {
				q.different = append(q.different, i)
			}
		}
	}
	fronts := q.sorter.Rank(q.Scores, q.Objectives, q.different, q.Rank, math.MaxUint32)
	for k := 1; k < feasible; k++ { // equals share a front
		if i, j := order[k], order[k-1]; q.equal(i, j) {
			q.Rank[i] = q.Rank[j]
		}
	}
	return q.rankOthers(order, feasible, fronts)
}

// rankOthers ranks what is not feasible, and twins, behind the fronts.
func (q *Candidates) rankOthers(order []int, feasible int, fronts uint32) uint32 {
	for k := feasible; k < len(order); k++ {
		if i := order[k]; k == feasible || q.Violation[i] != q.Violation[order[k-1]] {
			fronts++
		}
		q.Rank[order[k]] = fronts - 1
	}
	twins := false
	for _, i := range order {
		if q.Twin[i] {
			twins, q.Rank[i] = true, fronts
		}
	}
	if twins {
		fronts++
	}
	return fronts
}

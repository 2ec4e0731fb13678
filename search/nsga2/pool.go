package nsga2

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// pool is the candidates for the next population, members and children, with
// their scores and what ranking finds.
type pool struct {
	criteria  []problem.Criterion
	unique    bool
	scores    []problem.Score // by candidate and criterion
	violation []problem.Score
	rank      []uint32
	crowding  []float64
	twin      []bool // equals an earlier one
	order     []int  // scratch: candidates in some order
	fronts    [][2]problem.Score
	aborted   func() bool // whether what is found is of no use any more
}

// pool is a pool without candidates.
func (p *plan) pool() pool { return pool{criteria: p.criteria, unique: p.unique} }

// allocate makes room to rank so many candidates.
func (q *pool) allocate(size int, aborted func() bool) {
	q.rank = make([]uint32, size)
	q.crowding = make([]float64, size)
	q.twin = make([]bool, size)
	q.order = make([]int, size)
	q.aborted = aborted
}

// of are the scores of a member.
func (q *pool) of(i int) []problem.Score {
	m := len(q.criteria)
	return q.scores[i*m : (i+1)*m : (i+1)*m]
}

// number is a score by a criterion for arithmetic.
func (q *pool) number(i, m int) float64 {
	return q.criteria[m].Number(q.scores[i*len(q.criteria)+m])
}

// compare orders members by violation and then by their scores, the best first,
// so that whoever dominates another comes before it.
func (q *pool) compare(i, j int) int {
	if c := cmp.Compare(q.violation[i], q.violation[j]); c != 0 {
		return c
	}
	b := q.of(j)
	for m, x := range q.of(i) {
		if c := cmp.Compare(b[m], x); c != 0 {
			return c
		}
	}
	return cmp.Compare(i, j)
}

// sort finds the ranks of the first size members and returns how many fronts
// there are.
func (q *pool) sort(size int) uint32 {
	order := q.order[:size]
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, q.compare)
	q.markTwins(order)
	var fronts uint32
	if len(q.criteria) == 2 {
		fronts = q.sweep(order)
	} else {
		fronts = q.insert(order)
	}
	// Those that violate something come by how much, equals together.
	last := problem.Score(0)
	twins := false
	for _, i := range order {
		if q.twin[i] {
			twins = true
			continue
		}
		if v := q.violation[i]; v != 0 {
			if v != last {
				fronts++
				last = v
			}
			q.rank[i] = fronts - 1
		}
	}
	if !twins {
		return fronts
	}
	for _, i := range order {
		if q.twin[i] {
			q.rank[i] = fronts
		}
	}
	return fronts + 1
}

// markTwins finds who equals an earlier member; order is by compare.
func (q *pool) markTwins(order []int) {
	for k, i := range order {
		q.twin[i] = false
		if k > 0 && q.unique {
			j := order[k-1]
			q.twin[i] = q.violation[i] == q.violation[j] && slices.Equal(q.of(i), q.of(j))
		}
	}
}

// sweep ranks feasible members with two criteria in O(n log n): they come by the
// first criterion, so a front dominates a member when the best that it has by
// the second is better than the member's, or as good at a better first. The
// fronts dominate in their order, so the first that does not is found by
// bisection.
func (q *pool) sweep(order []int) uint32 {
	q.fronts = q.fronts[:0] // the last member of each
	for _, i := range order {
		if q.violation[i] != 0 {
			break
		}
		if q.twin[i] {
			continue
		}
		s := q.of(i)
		lo, hi := 0, len(q.fronts)
		for lo < hi {
			mid := (lo + hi) / 2
			if f := q.fronts[mid]; f[1] > s[1] || f[1] == s[1] && f[0] > s[0] {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo == len(q.fronts) {
			q.fronts = append(q.fronts, [2]problem.Score{})
		}
		q.fronts[lo] = [2]problem.Score{s[0], s[1]}
		q.rank[i] = uint32(lo)
	}
	return uint32(len(q.fronts))
}

// insert ranks feasible members with any number of criteria: each goes into the
// first front that has nobody who dominates it, which is found by bisection (Zhang,
// Tian, Cheng and Jin, "An Efficient Approach to Nondominated Sorting for
// Evolutionary Multiobjective Optimization", 2015). Those that came last are
// nearest, so they are asked first.
func (q *pool) insert(order []int) uint32 {
	var fronts [][]int
	for k, i := range order {
		if q.violation[i] != 0 || k%64 == 0 && q.aborted() {
			break
		}
		if q.twin[i] {
			continue
		}
		lo, hi := 0, len(fronts)
		for lo < hi {
			if mid := (lo + hi) / 2; q.beaten(i, fronts[mid]) {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo == len(fronts) {
			fronts = append(fronts, nil)
		}
		fronts[lo] = append(fronts[lo], i)
		q.rank[i] = uint32(lo)
	}
	return uint32(len(fronts))
}

// beaten reports whether one of a front, who all come before i in the order of
// compare, dominates it: is nowhere worse and not equal.
func (q *pool) beaten(i int, front []int) bool {
	b := q.of(i)
	for k := len(front) - 1; k >= 0; k-- {
		a := q.of(front[k])
		m := 1
		for m < len(b) && a[m] >= b[m] {
			m++
		}
		if m == len(b) && !slices.Equal(a, b) {
			return true
		}
	}
	return false
}

package dominance

import (
	"cmp"
	"slices"
)

// sampled is how many candidates are sorted at once. Of more, one in sixteen is looked at
// first: those that these dominate, mostly nearly all, need not be sorted.
const sampled = 1 << 12

// First lists the first front of the first size candidates, in the order of compare. It is
// much quicker than Sort where that front is small.
func (q *Candidates) First(size int) []int {
	if size == 0 {
		return nil
	}
	least := slices.Min(q.Violation[:size])
	set := q.order[:0]
	for i := range size {
		if q.Violation[i] == least {
			set = append(set, i)
		}
	}
	if least == 0 {
		return q.firstOf(set)
	}
	slices.SortFunc(set, q.compare)
	return q.withoutTwins(set)
}

// strongest orders some of a sample by how many of it they dominate, the most first.
func (q *Candidates) strongest(sample, some []int) []int {
	count := map[int]int{}
	for _, i := range some {
		for _, j := range sample {
			if q.dominates(i, j) {
				count[i]++
			}
		}
	}
	slices.SortFunc(some, func(i, j int) int { return cmp.Or(cmp.Compare(count[j], count[i]), cmp.Compare(i, j)) })
	return some
}

// firstOf is the first front of feasible candidates.
func (q *Candidates) firstOf(set []int) []int {
	if len(set) > sampled {
		var sample []int
		for k := 0; k < len(set); k += 16 {
			sample = append(sample, set[k])
		}
		some := slices.Clone(sample[:sampled/16])
		best := q.strongest(some, q.firstOf(sample))
		set = slices.DeleteFunc(set, func(i int) bool {
			return slices.ContainsFunc(best, func(j int) bool { return q.dominates(j, i) })
		})
	}
	slices.SortFunc(set, q.compare)
	q.different = q.different[:0]
	for k, i := range set {
		if k == 0 || !q.equal(i, set[k-1]) {
			q.different = append(q.different, i)
		}
	}
	q.sorter.Aborted = nil // there is to be an answer
	q.sorter.Rank(q.Scores, q.Objectives, q.different, q.Rank, 1)
	q.sorter.Aborted = q.Aborted
	for k, i := range set {
		if k > 0 && q.equal(i, set[k-1]) {
			q.Rank[i] = q.Rank[set[k-1]]
		}
	}
	return q.withoutTwins(slices.DeleteFunc(set, func(i int) bool { return q.Rank[i] != 0 }))
}

// withoutTwins leaves out who equals another, where these count.
func (q *Candidates) withoutTwins(set []int) []int {
	if !q.Unique {
		return set
	}
	return slices.CompactFunc(set, q.equal)
}

// dominates reports whether i dominates j, both feasible.
func (q *Candidates) dominates(i, j int) bool {
	b := q.Of(j)
	for m, x := range q.Of(i) {
		if x < b[m] {
			return false
		}
	}
	return !q.equal(i, j)
}

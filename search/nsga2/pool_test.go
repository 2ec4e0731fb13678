package nsga2

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/dominance"
	"github.com/warbler-opt/warbler/internal/indicator"
	"github.com/warbler-opt/warbler/problem"
)

// dominates reports whether i is better than j: the paper's constrained
// domination.
func dominates(q *pool, i, j int) bool {
	if v, w := q.Violation[i], q.Violation[j]; v != w {
		return v < w
	} else if v != 0 {
		return false
	}
	better := false
	b := q.Of(j)
	for m, x := range q.Of(i) {
		if x < b[m] {
			return false
		}
		better = better || x > b[m]
	}
	return better
}

// drawPool makes a pool of few different scores, so that there are ties, twins
// and violations.
func drawPool(t *rapid.T) *pool {
	m := rapid.IntRange(2, 4).Draw(t, "criteria")
	p := plan{criteria: make([]problem.Criterion, m), unique: rapid.Bool().Draw(t, "unique")}
	size := rapid.IntRange(2*m, 40).Draw(t, "size")
	q := p.pool()
	q.Scores, q.Violation = make([]problem.Score, size*m), make([]problem.Score, size)
	q.allocate(size, func() bool { return false })
	constrained := rapid.Bool().Draw(t, "constrained")
	for i := range q.Scores {
		q.Scores[i] = rapid.Int64Range(-3, 3).Draw(t, "score")
	}
	for i := range q.Violation {
		if constrained {
			q.Violation[i] = max(0, rapid.Int64Range(-3, 3).Draw(t, "violation"))
		}
	}
	return &q
}

// TestRanksAreTheirDefinition compares the sorts with the definition: a front is
// what nothing that is left dominates, and twins come last.
func TestRanksAreTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawPool(t)
		size := len(q.Rank)
		q.Sort(size, dominance.Serial)
		want := make([]int, size)
		for i := range want {
			want[i] = -1
		}
		twin := func(i int) bool {
			for j := range i {
				if q.Unique && q.Violation[i] == q.Violation[j] && slices.Equal(q.Of(i), q.Of(j)) {
					return true
				}
			}
			return false
		}
		front := 0
		for done := false; !done; front++ {
			done = true
			var now []int
			for i := range size {
				open := want[i] < 0 && !twin(i)
				for j := range size {
					open = open && !(want[j] < 0 && !twin(j) && dominates(q, j, i))
				}
				if open {
					now = append(now, i)
				}
			}
			for _, i := range now {
				want[i], done = front, false
			}
		}
		for i := range want {
			if want[i] < 0 {
				want[i] = front - 1
			}
			if q.Twin[i] != twin(i) || int(q.Rank[i]) != want[i] {
				t.Fatalf("member %d of %v, violations %v: rank %d, twin %v, want %d, %v", i, q.Scores, q.Violation, q.Rank[i], q.Twin[i], want[i], twin(i))
			}
		}
	})
}

// TestSurvivorsAreTheirDefinition wants fronts to survive in their order, and of
// the last those with the largest distance to their neighbors.
func TestSurvivorsAreTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawPool(t)
		size := len(q.Rank)
		n := rapid.IntRange(1, size).Draw(t, "n")
		got := q.survive(size, n, nil, dominance.Serial)
		all := make([]int, size)
		for i := range all {
			all[i] = i
		}
		slices.SortFunc(all, func(i, j int) int {
			return cmp.Or(cmp.Compare(q.Rank[i], q.Rank[j]), cmp.Compare(neighbors(q, j), neighbors(q, i)), cmp.Compare(i, j))
		})
		want := slices.Clone(all[:n])
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%v survive, want %v", got, want)
		}
		for _, i := range got {
			if q.crowding[i] != neighbors(q, i) {
				t.Fatalf("member %d has distance %v, want %v", i, q.crowding[i], neighbors(q, i))
			}
		}
	})
}

// neighbors is the crowding distance by looking at everybody: how a device
// finds it.
func neighbors(q *pool, i int) float64 {
	if q.Twin[i] {
		return 0
	}
	sum := 0.0
	for m := range q.criteria {
		before, after := -1, -1
		low, high := math.Inf(1), math.Inf(-1)
		less := func(a, b int) bool { return cmp.Or(cmp.Compare(q.Of(a)[m], q.Of(b)[m]), cmp.Compare(a, b)) < 0 }
		for j := range q.Rank {
			if q.Rank[j] != q.Rank[i] || q.Twin[j] {
				continue
			}
			low, high = min(low, q.number(j, m)), max(high, q.number(j, m))
			if less(j, i) && (before < 0 || less(before, j)) {
				before = j
			}
			if less(i, j) && (after < 0 || less(j, after)) {
				after = j
			}
		}
		if before < 0 || after < 0 {
			return math.Inf(1)
		}
		sum += share(q.number(after, m)-q.number(before, m), high-low)
	}
	return sum
}

// TestStripsAddUpToTheArea compares the area of a step's record with the
// front's.
func TestStripsAddUpToTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawPool(t)
		if len(q.criteria) != 2 {
			t.Skip()
		}
		size := len(q.Rank)
		q.criteria[0].Reference, q.criteria[1].Reference = -2, -1
		q.Sort(size, dominance.Serial)
		strips := make([]float64, size)
		q.strips(size, strips)
		var front [][]problem.Score
		for i := range size {
			if q.inFront(i) {
				front = append(front, q.Of(i))
			}
		}
		sum := 0.0
		for _, x := range strips {
			sum += x
		}
		if want := indicator.FrontVolume(q.criteria, front); sum != want {
			t.Fatalf("%v, want %v", sum, want)
		}
	})
}

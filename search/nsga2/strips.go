package nsga2

import (
	"cmp"

	"github.com/warbler-opt/warbler/internal/dominance"
)

// strips are what each of n members adds to the area that the first front
// dominates, in any order of the work: a strip as wide as the member is better
// than the reference by the first criterion and as high as it is better by the
// second than all that are better by the first.
func (q *pool) strips(n int, to []float64) {
	order := q.order[:0]
	for i := range n {
		to[i] = 0
		if q.inFront(i) {
			order = append(order, i)
		}
	}
	dominance.Sort(order, q.spare, func(i, j int) int {
		return cmp.Or(cmp.Compare(q.Of(j)[0], q.Of(i)[0]), cmp.Compare(i, j))
	}, dominance.Serial, func() bool { return false }) // the population has been made
	height := q.criteria[1].Number(q.criteria[1].Reference)
	for _, i := range order {
		y := q.number(i, 1)
		to[i] = strip(q.number(i, 0)-q.criteria[0].Number(q.criteria[0].Reference), y-height)
		if y > height {
			height = y
		}
	}
}

func strip(wide, high float64) float64 {
	if wide > 0 && high > 0 {
		return float64(wide * high)
	}
	return 0
}

// inFront reports whether a member is of the first front and feasible.
func (q *pool) inFront(i int) bool { return q.Rank[i] == 0 && q.Violation[i] == 0 }

package nsga2

import (
	"cmp"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// hypervolume is the size of what points dominate and the reference does not,
// larger being better: an area for two criteria, a volume for three. Points that
// are not better than the reference in all of them add nothing. For other numbers
// of criteria it is NaN.
func hypervolume(points [][]float64, reference []float64) float64 {
	var inside [][]float64
	for _, p := range points {
		better := len(p) == len(reference)
		for m := range p {
			better = better && p[m] > reference[m]
		}
		if better {
			inside = append(inside, p)
		}
	}
	switch len(reference) {
	case 2:
		return area(inside, reference)
	case 3:
		return volume(inside, reference)
	}
	return math.NaN()
}

// area adds up rectangles from the best by the first criterion on.
func area(points [][]float64, reference []float64) float64 {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(b[0], a[0]) })
	sum, height := 0.0, reference[1]
	for _, p := range points {
		if p[1] > height {
			sum += float64((p[0] - reference[0]) * (p[1] - height))
			height = p[1]
		}
	}
	return sum
}

// volume adds up slices between neighboring values of the third criterion.
func volume(points [][]float64, reference []float64) float64 {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(b[2], a[2]) })
	sum := 0.0
	for k := range points {
		low := reference[2]
		if k+1 < len(points) {
			low = points[k+1][2]
		}
		if depth := points[k][2] - low; depth > 0 {
			sum += float64(depth * area(points[:k+1], reference[:2]))
		}
	}
	return sum
}

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
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(q.of(j)[0], q.of(i)[0]), cmp.Compare(i, j)) })
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
func (q *pool) inFront(i int) bool { return q.rank[i] == 0 && q.violation[i] == 0 }

// FrontVolume is the hypervolume of a front, with the criteria's references.
func FrontVolume(criteria []problem.Criterion, scores [][]problem.Score) float64 {
	reference := make([]float64, len(criteria))
	for m, c := range criteria {
		reference[m] = c.Number(c.Reference)
	}
	points := make([][]float64, len(scores))
	for i, s := range scores {
		points[i] = make([]float64, len(s))
		for m, x := range s {
			points[i][m] = criteria[m].Number(x)
		}
	}
	return hypervolume(points, reference)
}

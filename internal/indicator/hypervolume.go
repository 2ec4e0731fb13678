package indicator

import (
	"cmp"
	"slices"
)

// exact is the most objectives whose hypervolume is computed exactly.
const exact = 4

// Hypervolume is the size of what points dominate and the reference does not: an area for
// two objectives, a volume for three. Points that are not better than the reference in all
// of them add nothing. Two and three objectives take O(n log n) steps as a rule, and four
// O(n² log n); for more it is an estimate: see Estimate.
func Hypervolume(points [][]float64, reference []float64) float64 {
	var inside [][]float64 // from the reference on
	for _, p := range points {
		better := len(p) == len(reference)
		for m := range p {
			better = better && p[m] > reference[m]
		}
		if better {
			q := make([]float64, len(p))
			for m := range p {
				q[m] = p[m] - reference[m]
			}
			inside = append(inside, q)
		}
	}
	switch m := len(reference); {
	case m == 2:
		return area(inside)
	case m == 3:
		slices.SortFunc(inside, func(a, b []float64) int { return cmp.Compare(b[2], a[2]) })
		return new(stairs).volume(inside)
	case m <= exact:
		return sliced(inside)
	}
	return estimate(inside, samplesFor(len(inside)))
}

// area adds up rectangles from the best by the first objective on.
func area(points [][]float64) float64 {
	slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(b[0], a[0]) })
	sum, height := 0.0, 0.0
	for _, p := range points {
		if p[1] > height {
			sum += float64(p[0] * (p[1] - height))
			height = p[1]
		}
	}
	return sum
}

// stairs are points of two objectives of which none dominates another, from the best by
// the first on, and the area that they dominate.
type stairs struct {
	x, y []float64
	area float64
}

// add adds a point.
func (s *stairs) add(x, y float64) {
	// Those up to at are better by the first objective, or as good.
	at, _ := slices.BinarySearchFunc(s.x, x, func(a, b float64) int {
		if a >= b {
			return -1
		}
		return 1
	})
	height := 0.0
	if at > 0 {
		height = s.y[at-1]
	}
	if y <= height {
		return
	}
	from, end := at, at
	if at > 0 && s.x[at-1] == x {
		from--
	}
	// What the new point adds beyond the stairs that it covers.
	gain := 0.0
	for end < len(s.x) && s.y[end] <= y {
		gain += float64((x - s.x[end]) * (s.y[end] - height))
		height = s.y[end]
		end++
	}
	if end < len(s.x) {
		gain += float64((x - s.x[end]) * (y - height))
	} else {
		gain += float64(x * (y - height))
	}
	s.area += gain
	s.x, s.y = slices.Replace(s.x, from, end, x), slices.Replace(s.y, from, end, y)
}

// volume adds up slices between neighboring values of the third objective, by which points
// come, the best first.
func (s *stairs) volume(points [][]float64) float64 {
	s.x, s.y, s.area = s.x[:0], s.y[:0], 0
	sum := 0.0
	for k, p := range points {
		s.add(p[0], p[1])
		low := 0.0
		if k+1 < len(points) {
			low = points[k+1][2]
		}
		sum += float64(s.area * (p[2] - low))
	}
	return sum
}

// sliced adds up slices between neighboring values of the fourth objective. The volume by
// the first three grows with each point by what the point dominates alone: its box less
// what the others dominate of it (While, Bradstreet and Barone, "A Fast Way of Calculating
// Exact Hypervolumes", 2012).
func sliced(points [][]float64) float64 {
	slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(b[3], a[3]) })
	var before [][]float64 // those that none dominates by three objectives, the best by the third first
	var limited [][]float64
	var room []float64
	var s stairs
	sum, volume := 0.0, 0.0
	for k, p := range points {
		limited, room = limited[:0], slices.Grow(room[:0], 3*len(before))
		covered := false
		for _, q := range before {
			covered = covered || q[0] >= p[0] && q[1] >= p[1] && q[2] >= p[2]
			room = append(room, min(p[0], q[0]), min(p[1], q[1]), min(p[2], q[2]))
			limited = append(limited, room[len(room)-3:])
		}
		if !covered {
			volume += float64(float64(p[0]*p[1])*p[2]) - s.volume(limited)
			before = slices.DeleteFunc(before, func(q []float64) bool { return q[0] <= p[0] && q[1] <= p[1] && q[2] <= p[2] })
			at, _ := slices.BinarySearchFunc(before, p[2], func(q []float64, z float64) int { return cmp.Compare(z, q[2]) })
			before = slices.Insert(before, at, p)
		}
		low := 0.0
		if k+1 < len(points) {
			low = points[k+1][3]
		}
		sum += float64(volume * (p[3] - low))
	}
	return sum
}

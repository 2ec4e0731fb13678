package indicator

import (
	"cmp"
	"math"
	"slices"
)

// IGD is the inverted generational distance: the mean over the points of a reference front
// of the Euclidean distance to the nearest point of a front (Coello Coello and Reyes Sierra
// 2004). Without points it is infinite.
func IGD(front, reference [][]float64) float64 {
	near := byFirst(front)
	return mean(reference, func(z []float64) float64 { return near.nearest(z, -1) })
}

// IGDPlus is IGD by a distance in which only what a point is worse than the reference
// counts, so that a front which dominates another is never worse (Ishibuchi, Masuda, Tanigaki
// and Nojima, "Modified Distance Calculation in Generational Distance and Inverted Generational
// Distance", 2015).
func IGDPlus(front, reference [][]float64) float64 {
	return mean(reference, func(z []float64) float64 {
		best := math.Inf(1)
		for _, p := range front {
			sum := 0.0
			for m, x := range z {
				if d := x - p[m]; d > 0 {
					if sum += float64(d * d); sum >= best {
						break
					}
				}
			}
			best = min(best, sum)
		}
		return math.Sqrt(best)
	})
}

// Spread says how unevenly the points of a front lie, and how far its ends are from those
// of a reference front: 0 is best. For two objectives it is Δ of Deb et al. 2002, section
// V.A; for more the one of Zhou, Jin, Zhang, Sendhoff and Tsang (2006), whose distances are
// those to the nearest other point. Of fewer than two points it is 1.
func Spread(front, reference [][]float64) float64 {
	if len(front) < 2 || len(reference) == 0 {
		return 1
	}
	m, near := len(front[0]), byFirst(front)
	ends := 0.0
	for k := range m {
		ends += near.nearest(extreme(reference, k), -1)
	}
	var gaps []float64
	if m == 2 {
		for k := 1; k < len(near); k++ {
			gaps = append(gaps, distance(near[k], near[k-1]))
		}
	} else {
		for k, p := range near {
			gaps = append(gaps, near.nearest(p, k))
		}
	}
	sum := 0.0
	for _, g := range gaps {
		sum += g
	}
	middle, uneven := sum/float64(len(gaps)), 0.0
	for _, g := range gaps {
		uneven += math.Abs(g - middle)
	}
	if ends+sum == 0 {
		return 0
	}
	return (ends + uneven) / (ends + sum)
}

// extreme is the point that is best by an objective.
func extreme(points [][]float64, k int) []float64 {
	return slices.MaxFunc(points, func(a, b []float64) int { return cmp.Compare(a[k], b[k]) })
}

// sorted are points by the first objective: those that are near are near by it.
type sorted [][]float64

func byFirst(points [][]float64) sorted {
	list := slices.Clone(points)
	slices.SortFunc(list, func(a, b []float64) int { return slices.Compare(a, b) })
	return list
}

// nearest is the distance of a point to the nearest, but for one of them.
func (s sorted) nearest(p []float64, but int) float64 {
	at, _ := slices.BinarySearchFunc(s, p[0], func(q []float64, x float64) int { return cmp.Compare(q[0], x) })
	best := math.Inf(1)
	for k := at; k < len(s) && s[k][0]-p[0] < best; k++ {
		if k != but {
			best = min(best, distance(s[k], p))
		}
	}
	for k := at - 1; k >= 0 && p[0]-s[k][0] < best; k-- {
		if k != but {
			best = min(best, distance(s[k], p))
		}
	}
	return best
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for m, x := range a {
		d := x - b[m]
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}

func mean(points [][]float64, f func(p []float64) float64) float64 {
	sum := 0.0
	for _, p := range points {
		sum += f(p)
	}
	return sum / float64(len(points))
}

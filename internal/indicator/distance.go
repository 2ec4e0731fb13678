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
	// Those that are near by the first objective come first.
	front = slices.Clone(front)
	slices.SortFunc(front, func(a, b []float64) int { return cmp.Compare(a[0], b[0]) })
	return mean(reference, func(z []float64) float64 {
		at, _ := slices.BinarySearchFunc(front, z[0], func(p []float64, x float64) int { return cmp.Compare(p[0], x) })
		best := math.Inf(1)
		for k := at; k < len(front) && front[k][0]-z[0] < best; k++ {
			best = min(best, distance(front[k], z))
		}
		for k := at - 1; k >= 0 && z[0]-front[k][0] < best; k-- {
			best = min(best, distance(front[k], z))
		}
		return best
	})
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
					if sum += d * d; sum >= best {
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
	m := len(front[0])
	ends := 0.0
	for k := range m {
		ends += nearest(front, extreme(reference, k), -1)
	}
	var gaps []float64
	if m == 2 {
		sorted := slices.Clone(front)
		slices.SortFunc(sorted, func(a, b []float64) int { return slices.Compare(a, b) })
		for k := 1; k < len(sorted); k++ {
			gaps = append(gaps, distance(sorted[k], sorted[k-1]))
		}
	} else {
		for k, p := range front {
			gaps = append(gaps, nearest(front, p, k))
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

// nearest is the distance of a point to the nearest of a front, but for one of them.
func nearest(front [][]float64, p []float64, but int) float64 {
	best := math.Inf(1)
	for k, q := range front {
		if k != but {
			best = min(best, distance(p, q))
		}
	}
	return best
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for m, x := range a {
		d := x - b[m]
		sum += d * d
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

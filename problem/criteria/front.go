package criteria

import (
	"math"

	"github.com/warbler-opt/warbler/internal/dominance"
	"github.com/warbler-opt/warbler/problem"
)

// frontPoints is about how many points a reference front has.
const frontPoints = 500

// ReferenceFront implements problem.ReferenceFronted: points of the true front, evenly over
// what it depends on. DTLZ5 and DTLZ6 with more than three objectives have more on their
// fronts than the curve that their paper gives.
func (p *functions) ReferenceFront() [][]float64 {
	m := len(p.reference)
	switch p.name {
	case "zdt5":
		return along(1, 31, 30, func(f1 float64) []float64 { return []float64{f1, float64(p.variables-1) / f1} })
	case "zdt6": // the least that its first objective can be
		return along(0.2807753191, 1, frontPoints, func(f1 float64) []float64 { return []float64{f1, 1 - f1*f1} })
	case "constr":
		return along(7.0/18, 1, frontPoints, func(f1 float64) []float64 { return []float64{f1, (1 + max(0, 6-9*f1)) / f1} })
	case "srn": // x1 is -2.5, and x2 goes to the edge of the circle
		return p.valued(2.5, math.Sqrt(225-6.25), func(t float64) []float64 { return []float64{-2.5, t} })
	case "bnh":
		return p.valued(0, 5, func(t float64) []float64 { return []float64{t, min(t, 3)} })
	case "dtlz1":
		return simplex(m, 0.5)
	case "dtlz2", "dtlz3", "dtlz4":
		list := simplex(m, 1)
		for _, f := range list {
			sum := 0.0
			for _, v := range f {
				sum += v * v
			}
			for k := range f {
				f[k] /= math.Sqrt(sum)
			}
		}
		return list
	case "dtlz5", "dtlz6":
		return p.valued(0, 1, func(t float64) []float64 { return p.best(t) })
	case "dtlz7":
		return p.disconnected(m)
	case "zdt2":
		return along(0, 1, frontPoints, func(f1 float64) []float64 { return []float64{f1, 1 - f1*f1} })
	}
	list := along(0, 1, frontPoints, func(f1 float64) []float64 { return []float64{f1, 1 - math.Sqrt(f1)} })
	if p.name == "zdt3" {
		for _, f := range list {
			f[1] -= f[0] * math.Sin(10*math.Pi*f[0])
		}
		list = maxima(list)
	}
	return list
}

// best are variables with which a point is on the front, the first given.
func (p *functions) best(first ...float64) []float64 {
	x := make([]float64, p.variables)
	for k := range x {
		if k < len(first) {
			x[k] = first[k]
		} else if p.name != "dtlz6" && p.name != "dtlz7" {
			x[k] = 0.5
		}
	}
	return x
}

// valued are the values of variables along a line.
func (p *functions) valued(from, to float64, x func(t float64) []float64) [][]float64 {
	return along(from, to, frontPoints, func(t float64) []float64 {
		values := make([]float64, len(p.reference))
		p.value(x(t), values)
		return values
	})
}

// disconnected is the front of DTLZ7: what no other point of a grid dominates.
func (p *functions) disconnected(m int) [][]float64 {
	steps := max(3, int(math.Pow(8*frontPoints, 1/float64(m-1))))
	var list [][]float64
	at := make([]int, m-1)
	for {
		head := make([]float64, m-1)
		for k, a := range at {
			head[k] = float64(a) / float64(steps)
		}
		values := make([]float64, m)
		p.value(p.best(head...), values)
		list = append(list, values)
		k := 0
		for ; k < len(at) && at[k] == steps; k++ {
			at[k] = 0
		}
		if k == len(at) {
			return maxima(list)
		}
		at[k]++
	}
}

// along are points on a line.
func along(from, to float64, steps int, f func(t float64) []float64) [][]float64 {
	list := make([][]float64, 0, steps+1)
	for k := range steps + 1 {
		list = append(list, f(from+(to-from)*float64(k)/float64(steps)))
	}
	return list
}

// simplex are points with a sum, spaced evenly (Das and Dennis 1998).
func simplex(m int, sum float64) (list [][]float64) {
	count := func(steps int) float64 { // steps+m-1 over m-1
		n := 1.0
		for k := 1; k < m; k++ {
			n = n * float64(steps+k) / float64(k)
		}
		return n
	}
	steps := 1
	for count(steps+1) <= 2*frontPoints {
		steps++
	}
	point := make([]float64, m)
	var fill func(k, left int)
	fill = func(k, left int) {
		if k == m-1 {
			point[k] = sum * float64(left) / float64(steps)
			list = append(list, append([]float64(nil), point...))
			return
		}
		for a := range left + 1 {
			point[k] = sum * float64(a) / float64(steps)
			fill(k+1, left-a)
		}
	}
	fill(0, steps)
	return list
}

// maxima are the points that no other dominates.
func maxima(list [][]float64) (best [][]float64) {
	scores := make([][]problem.Score, len(list))
	for i, f := range list {
		for _, v := range f {
			scores[i] = append(scores[i], problem.FromFloat(-v))
		}
	}
	for _, i := range dominance.Maxima(scores) {
		best = append(best, list[i])
	}
	return best
}

var _ problem.ReferenceFronted = (*functions)(nil)

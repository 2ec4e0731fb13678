package criteria

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// The functions of Deb, Thiele, Laumanns and Zitzler. All variables but the first m-1, for
// m objectives, say how far a point is from the front: r is 1 on it.

func dtlz1(x, to []float64) {
	last := len(to) - 1
	product := float64(0.5 * rugged(x[last:]))
	for j, v := range x[:last] {
		to[last-j] = float64(product * (1 - v))
		product = float64(product * v)
	}
	to[0] = product
}

func dtlz2(x, to []float64) {
	onSphere(round(x[len(to)-1:]), x, to, func(v float64) float64 { return float64(math.Pi / 2 * v) })
}

func dtlz3(x, to []float64) {
	onSphere(rugged(x[len(to)-1:]), x, to, func(v float64) float64 { return float64(math.Pi / 2 * v) })
}

func dtlz4(x, to []float64) {
	onSphere(round(x[len(to)-1:]), x, to, func(v float64) float64 { return float64(math.Pi / 2 * elementary.Pow(v, 100)) })
}

func dtlz5(x, to []float64) { onCurve(round(x[len(to)-1:]), x, to) }

func dtlz6(x, to []float64) {
	r := 1.0
	for _, v := range x[len(to)-1:] {
		r += elementary.Pow(v, 0.1)
	}
	onCurve(r, x, to)
}

func dtlz7(x, to []float64) {
	last := len(to) - 1
	sum := 0.0
	for _, v := range x[last:] {
		sum += v
	}
	r := 2 + float64(9*sum)/float64(len(x)-last)
	h := float64(len(to))
	for j, v := range x[:last] {
		to[j] = v
		h -= float64(v / r * (1 + elementary.Sin(float64(3*math.Pi*v))))
	}
	to[last] = float64(r * h)
}

// round is the distance with one optimum.
func round(x []float64) float64 {
	r := 1.0
	for _, v := range x {
		d := v - 0.5
		r += float64(d * d)
	}
	return r
}

// rugged is the distance with many.
func rugged(x []float64) float64 {
	sum := float64(len(x))
	for _, v := range x {
		d := v - 0.5
		sum += float64(d*d) - elementary.Cos(float64(20*math.Pi*d))
	}
	return 1 + float64(100*sum)
}

// onSphere is a point of a sphere of radius r by its angles.
func onSphere(r float64, x, to []float64, angle func(v float64) float64) {
	last := len(to) - 1
	for j, v := range x[:last] {
		a := angle(v)
		to[last-j] = float64(r * elementary.Sin(a))
		r = float64(r * elementary.Cos(a))
	}
	to[0] = r
}

// onCurve is onSphere where all angles but the first are drawn to the middle.
func onCurve(r float64, x, to []float64) {
	scale, middle, first := math.Pi/4/r, r-1, true
	onSphere(r, x, to, func(v float64) float64 {
		if first {
			first = false
			return float64(math.Pi / 2 * v)
		}
		return float64(scale * (1 + float64(2*float64(middle*v))))
	})
}

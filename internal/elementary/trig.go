package elementary

import "math"

// MaxAngle is the largest magnitude Sin and Cos accept: 2^30.
const MaxAngle = 1 << 30

// π/2 in five parts. The first four have 22 bits, so that their products with
// a number of quarter turns (up to 2^30) are exact.
const (
	quarter1  = 1.570796012878418
	quarter2  = 3.139164164167596e-07
	quarter3  = 6.223371969669989e-14
	quarter4  = 2.0222659584103533e-21
	quarter5  = 2.9038559739793605e-28
	twoOverPi = 0.6366197723675814
)

// Sin returns the sine of x for |x| up to MaxAngle; NaN beyond.
func Sin(x float64) float64 {
	if !(math.Abs(x) <= MaxAngle) {
		return math.NaN()
	}
	if math.Abs(x) < 0x1p-27 {
		return x // keeps −0
	}
	n, r, low := reduce(x)
	return turned(n, r, low)
}

// Cos returns the cosine of x for |x| up to MaxAngle; NaN beyond.
func Cos(x float64) float64 {
	if !(math.Abs(x) <= MaxAngle) {
		return math.NaN()
	}
	n, r, low := reduce(x)
	return turned(n+1, r, low)
}

// turned returns sin(r + low + n·π/2).
func turned(n int64, r, low float64) float64 {
	var y float64
	if n&1 != 0 {
		y = cosine(r, low)
	} else {
		y = sine(r, low)
	}
	if n&2 != 0 {
		return -y
	}
	return y
}

// reduce writes x as n·π/2 + r + low with |r| a hair above π/4 at most. Even
// next to a multiple of π/2, where r is what is left after much cancels, r + low
// is good to the last bit.
func reduce(x float64) (n int64, r, low float64) {
	q := math.Floor(float64(x*twoOverPi) + 0.5)
	h := (x - float64(q*quarter1)) - float64(q*quarter2) // exact
	h, l := twoSum(h, -float64(q*quarter3))
	h, m := twoSum(h, -float64(q*quarter4))
	l = (l + m) - float64(q*quarter5)
	r = h + l
	return int64(q), r, (h - r) + l
}

// sine returns sin(r + low) = sin r + low·cos r for |r| up to π/4.
func sine(r, low float64) float64 {
	z := float64(r * r)
	p := -7.586673021289394e-13
	p = float64(p*z) + 1.6058531210130865e-10
	p = float64(p*z) - 2.5052106229867592e-08
	p = float64(p*z) + 2.755731921933174e-06
	p = float64(p*z) - 0.00019841269841265055
	p = float64(p*z) + 0.008333333333333331
	p = float64(p*z) - 0.16666666666666666
	return r + (float64(float64(r*z)*p) + float64(low*(1-float64(0.5*z))))
}

// cosine returns cos(r + low) = cos r − low·sin r for |r| up to π/4.
func cosine(r, low float64) float64 {
	z := float64(r * r)
	p := -1.1382597309861877e-11
	p = float64(p*z) + 2.0876145780903544e-09
	p = float64(p*z) - 2.755731726939027e-07
	p = float64(p*z) + 2.4801587298761176e-05
	p = float64(p*z) - 0.0013888888888887393
	p = float64(p*z) + 0.041666666666666664
	half := float64(0.5 * z)
	w := 1 - half
	return w + (((1 - w) - half) + (float64(float64(z*z)*p) - float64(r*low)))
}

// twoSum returns a + b and what rounding took from it.
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

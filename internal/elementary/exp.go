package elementary

import (
	_ "embed"
	"math"
)

// Text is the dialect's twin of this package: elementary_exp, elementary_log,
// elementary_sin, elementary_cos and elementary_pow.
//
//go:embed elementary.cl
var Text string

// ln 2 in two parts; the first has 40 bits, so that its product with an
// exponent is exact.
const (
	ln2Hi = 0.6931471805592082
	ln2Lo = 7.371002565167799e-13
	log2e = 1.4426950408889634
)

// Exp returns e^x: +Inf beyond 709.78, 0 below −745.13, NaN for NaN.
func Exp(x float64) float64 {
	if x != x {
		return math.NaN()
	}
	return expSum(x, 0)
}

// expSum returns e^(x + low), where low is no more than an ulp of x.
func expSum(x, low float64) float64 {
	if x > 710 {
		return math.Inf(1)
	}
	if x < -746 {
		return 0
	}
	k := math.Floor(float64(x*log2e) + 0.5)
	h := x - float64(k*ln2Hi) // exact
	l := float64(k*ln2Lo) - low
	r := h - l
	c := (h - r) - l // what rounding took from r
	p := 2.0914689542549555e-09
	p = float64(p*r) + 2.5105220609870554e-08
	p = float64(p*r) + 2.7557273636924405e-07
	p = float64(p*r) + 2.755725539154403e-06
	p = float64(p*r) + 2.4801587325552618e-05
	p = float64(p*r) + 0.00019841269874827454
	p = float64(p*r) + 0.0013888888888883746
	p = float64(p*r) + 0.008333333333326132
	p = float64(p*r) + 0.04166666666666667
	p = float64(p*r) + 0.1666666666666667
	p = float64(p*r) + 0.5
	y := 1 + (r + (c + float64(float64(r*r)*p)))
	return scale(y, int(k))
}

// scale returns y·2^k for y near 1 and |k| < 2000. In two steps the first is
// exact, so that a subnormal result is rounded once.
func scale(y float64, k int) float64 {
	half := k / 2
	y = float64(y * math.Float64frombits(uint64(1023+half)<<52))
	return float64(y * math.Float64frombits(uint64(1023+k-half)<<52))
}

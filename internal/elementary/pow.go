package elementary

import "math"

// Pow returns x^y, with the special cases of math.Pow.
func Pow(x, y float64) float64 {
	if y == 0 || x == 1 {
		return 1
	}
	if x != x || y != y {
		return math.NaN()
	}
	whole := math.Floor(y) == y // the infinities are whole, and even
	odd := whole && math.Abs(y) < 1<<53 && int64(y)&1 != 0
	sign := 1.0
	if odd && math.Float64bits(x)>>63 != 0 {
		sign = -1
	}
	a := math.Abs(x)
	switch {
	case a == 1 && math.Abs(y) > math.MaxFloat64:
		return 1
	case a == 0 || a > math.MaxFloat64:
		if (a == 0) == (y > 0) {
			return float64(sign * 0)
		}
		return float64(sign * math.Inf(1))
	case x < 0 && !whole:
		return math.NaN()
	}
	return float64(sign * powPositive(a, y))
}

// powPositive returns x^y for a positive finite x and a y that is no NaN. The
// logarithm is a sum of two numbers with an error near 2^-65, since y may
// magnify it a thousandfold.
func powPositive(x, y float64) float64 {
	if math.Abs(y) < 0x1p-70 || x == 1 {
		return 1
	}
	if math.Abs(y) > 0x1p64 { // |log x| is 2^-53 or more
		if (x > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	}
	h, l := logSum(x)
	p, e := twoProduct(y, h)
	e += float64(y * l)
	if p > 710 || p < -746 {
		return expSum(p, 0)
	}
	r := p + e
	return expSum(r, (p-r)+e)
}

// logSum returns log x as a sum h + l: with s = f/(2 + f) as in Log,
// log(1 + f) = 2·s·(1 + s²/3 + s⁴·Q(s²)), where all but the last term are pairs.
func logSum(x float64) (h, l float64) {
	m, k := split(x)
	f := m - 1

	d, dl := twoSum(2, f)
	s := f / d
	p, e := twoProduct(s, d)
	sl := (((f - p) - e) - float64(s*dl)) / d

	z, zl := twoProduct(s, s)
	zl += float64(2 * float64(s*sl))
	q := 0.058616531170404246
	q = float64(q*z) + 0.05853112067730471
	q = float64(q*z) + 0.06667402574805938
	q = float64(q*z) + 0.07692297477068973
	q = float64(q*z) + 0.0909090916773562
	q = float64(q*z) + 0.1111111111082777
	q = float64(q*z) + 0.14285714285714685
	q = float64(q*z) + 0.2

	const third, thirdLo = 0.3333333333333333, 1.850371707708594e-17
	u, ul := twoProduct(z, third)
	ul += float64(z*thirdLo) + float64(zl*third)
	u, t := twoSum(u, float64(float64(z*z)*q))
	v, vl := twoSum(1, u)
	vl += ul + t

	w, wl := twoProduct(s, v)
	wl += float64(s*vl) + float64(sl*v)
	h, l = twoSum(float64(k*ln2Hi), float64(2*w))
	l += float64(2*wl) + float64(k*ln2Lo)
	sum := h + l
	return sum, (h - sum) + l
}

// twoProduct returns a·b and what rounding took from it, less than 2^-106 of
// the product aside: halves of 26 and 27 bits multiply exactly.
func twoProduct(a, b float64) (product, lost float64) {
	ah, bh := upper(a), upper(b)
	al, bl := a-ah, b-bh
	product = float64(a * b)
	lost = float64(ah*bh) - product
	lost += float64(ah * bl)
	lost += float64(al * bh)
	lost += float64(al * bl)
	return product, lost
}

// upper returns a with the last 27 bits of its mantissa cleared.
func upper(a float64) float64 { return math.Float64frombits(math.Float64bits(a) &^ (1<<27 - 1)) }

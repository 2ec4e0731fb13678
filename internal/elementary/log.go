package elementary

import "math"

// Log returns the natural logarithm: −Inf for 0, NaN below 0 and for NaN.
//
// With x = 2^k·(1 + f) and s = f/(2 + f), log(1 + f) = 2·artanh s = f − s·(f − R)
// where R = s²·P(s²): the rounding of s touches a small term only.
func Log(x float64) float64 {
	if x != x || x < 0 {
		return math.NaN()
	}
	if x == 0 {
		return math.Inf(-1)
	}
	if x > math.MaxFloat64 {
		return x
	}
	m, k := split(x)
	f := m - 1
	s := f / (2 + f)
	z := float64(s * s)
	p := 0.13086907887965027
	p = float64(p*z) + 0.13268746195596595
	p = float64(p*z) + 0.15386240708969665
	p = float64(p*z) + 0.18181795621632782
	p = float64(p*z) + 0.22222222391887064
	p = float64(p*z) + 0.2857142857080285
	p = float64(p*z) + 0.4000000000000088
	p = float64(p*z) + 0.6666666666666666
	t := float64(s * (f - float64(z*p)))
	return float64(k*ln2Hi) - ((t - float64(k*ln2Lo)) - f)
}

// split writes a positive finite x as m·2^k with m in (√½, √2].
func split(x float64) (m, k float64) {
	b := math.Float64bits(x)
	e := -1023
	if b>>52 == 0 { // subnormal
		b = math.Float64bits(float64(x * (1 << 54)))
		e -= 54
	}
	e += int(b >> 52)
	m = math.Float64frombits(b&(1<<52-1) | 1023<<52)
	if m > math.Sqrt2 {
		m = float64(m * 0.5)
		e++
	}
	return m, float64(e)
}

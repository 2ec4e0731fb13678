package neighborhood

import "math"

// choose2 is the number of pairs of c things, up to 2^32 of them.
func choose2(c uint64) uint64 { return c * (c - 1) / 2 }

// choose3 is the number of triples of c things, up to 2^21 of them.
func choose3(c uint64) uint64 { return c * (c - 1) * (c - 2) / 6 }

// root2 is the largest c with choose2(c) ≤ r.
//
// The result is exact whatever the guess: the loops end where the integers say
// so, and nowhere else. They go at most one step, because the guess is off by
// at most one: 8r + 1 is rounded by at most 1 part in 2^53, its root by as much,
// and (1 + √(8r + 1)) / 2, at most 2^31, is then wrong by less than 2^-20.
func root2(r uint64) uint64 {
	c := guess2(r)
	for choose2(c) > r {
		c--
	}
	for choose2(c+1) <= r {
		c++
	}
	return c
}

// guess2 is the paper's proposition 2 in floating point. That it is never wrong
// for permutations is a gift of 53 bits: with 24, as the paper's cards had, it
// misses at n = 5000 (TestSinglePrecisionMisses).
func guess2(r uint64) uint64 { return uint64((1 + math.Sqrt(float64(8*r+1))) / 2) }

// root3 is the largest c with choose3(c) ≤ r, exact for the same reason.
//
// 6·choose3(c) is (c-1)³ - (c-1), so c - 1 is the cube root of 6r, or the next
// integer. The guess is off by at most one: see guess3.
func root3(r uint64) uint64 {
	c := guess3(r)
	for choose3(c) > r {
		c--
	}
	for choose3(c+1) <= r {
		c++
	}
	return c
}

// guess3 is one more than the cube root of 6r + 1, from + - × ÷ alone. A third of
// the bits of a float are about those of its cube root, 6 % too large at most;
// each of two steps of Halley's method cubes that error, which ends below
// 10^-11, or 2·10^-5 in numbers up to 2^21.
func guess3(r uint64) uint64 {
	x := float64(6*r + 1)
	t := math.Float64frombits(math.Float64bits(x)/3 + 682<<52)
	for range 2 {
		cube := float64(float64(t*t) * t)
		t = float64(t*(cube+float64(2*x))) / (float64(2*cube) + x)
	}
	return uint64(t) + 1
}

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

// pairIndex is the number of the pair i < j of n, at most 2^31: the paper's
// proposition 1.
func pairIndex(n, i, j int) uint64 {
	return choose2(uint64(n)) - 1 - choose2(uint64(n-1-i)) - uint64(n-1-j)
}

// pairAt is the pair with a number: the paper's proposition 2, made exact.
func pairAt(n int, index uint64) (i, j int) {
	r := choose2(uint64(n)) - 1 - index
	c := root2(r)
	return n - 1 - int(c), n - 1 - int(r-choose2(c))
}

// tripleIndex is the number of the triple i < j < k of n, at most 2^21.
func tripleIndex(n, i, j, k int) uint64 {
	return choose3(uint64(n)) - 1 - choose3(uint64(n-1-i)) - choose2(uint64(n-1-j)) - uint64(n-1-k)
}

// tripleAt is the triple with a number.
func tripleAt(n int, index uint64) (i, j, k int) {
	r := choose3(uint64(n)) - 1 - index
	c := root3(r)
	r -= choose3(c)
	d := root2(r)
	return n - 1 - int(c), n - 1 - int(d), n - 1 - int(r-choose2(d))
}

// insertionIndex is the number of the insertion from position i of n, at most 65535,
// to position j, which is neither i nor i - 1.
func insertionIndex(n, i, j int) int {
	if i == 0 {
		return j - 1
	}
	if j > i {
		j -= 2
	}
	return n - 1 + (i-1)*(n-2) + j
}

// insertionAt is the insertion with a number.
func insertionAt(n, index int) (i, j int) {
	first := n - 1 // the moves of position 0
	if index < first {
		return 0, index + 1
	}
	i, j = (index-first)/(n-2)+1, (index-first)%(n-2)
	if j >= i-1 {
		j += 2
	}
	return i, j
}

// symbol is the symbol of a rank among those that are not the current one.
func symbol(rank int, current uint8) uint8 {
	if rank >= int(current) {
		rank++
	}
	return uint8(rank)
}

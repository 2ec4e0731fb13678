package rng

import "math/bits"

// The round and key-schedule constants of Philox4x32, from the paper.
const (
	philoxM0 = 0xD2511F53
	philoxM1 = 0xCD9E8D57
	philoxW0 = 0x9E3779B9
	philoxW1 = 0xBB67AE85
)

// Philox returns the block of random words that Philox4x32-10 assigns to a
// counter (c0 to c3) under a key (k0, k1).
func Philox(c0, c1, c2, c3, k0, k1 uint32) (x0, x1, x2, x3 uint32) {
	for range 10 {
		h0, l0 := bits.Mul32(philoxM0, c0)
		h1, l1 := bits.Mul32(philoxM1, c2)
		c0, c1, c2, c3 = h1^c1^k0, l1, h0^c3^k1, l0
		k0 += philoxW0
		k1 += philoxW1
	}
	return c0, c1, c2, c3
}

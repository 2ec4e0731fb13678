// Package bitslice turns binary genomes so that a word holds a gene of 64 of them.
package bitslice

// Transpose turns a square of bits: bit j of word i becomes bit i of word j. So
// one word of each of 64 binary genomes becomes 64 words that hold a gene of all
// of them.
func Transpose(a *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for d := uint(32); d > 0; d >>= 1 {
		for i := uint(0); i < 64; i += 2 * d {
			lo, hi := a[i:][:d], a[i+d:][:d]
			for k := range lo {
				// Shifts by d&63 and not by d: the compiler then knows their range.
				x := (lo[k]>>(d&63) ^ hi[k]) & mask
				lo[k] ^= x << (d & 63)
				hi[k] ^= x
			}
		}
		mask ^= mask << (d >> 1 & 63)
	}
}

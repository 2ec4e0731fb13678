package warbler

import (
	"iter"
	"math/bits"
)

// Bits is a genome of Binary: gene i is bit i%64 of word i/64.
type Bits []uint64

// Has reports whether gene i is set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Count is the number of genes that are set.
func (b Bits) Count() int {
	count := 0
	for _, w := range b {
		count += bits.OnesCount64(w)
	}
	return count
}

// Ones are the genes that are set, in order.
func (b Bits) Ones() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

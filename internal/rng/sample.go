package rng

import (
	"math"
	"math/bits"
)

// Bounded turns word x, drawn as word w of the address (word w%4 of block
// w/4), into a uniform integer in [0, n). It is Lemire's multiply-high with
// rejection: exactly uniform, and almost never in need of a second word.
// n must be positive.
func (a Address) Bounded(x, w, n uint32) uint32 {
	hi, lo := bits.Mul32(x, n)
	if lo < n {
		return a.boundedSlow(hi, lo, w, n)
	}
	return hi
}

func (a Address) boundedSlow(hi, lo, w, n uint32) uint32 {
	reject := -n % n // 2^32 mod n
	for attempt := uint32(1); lo < reject && attempt < 256; attempt++ {
		x0, x1, x2, x3 := a.again(w/4, attempt)
		hi, lo = bits.Mul32(pick(w%4, x0, x1, x2, x3), n)
	}
	return hi
}

// Bounded64 is Bounded for 64 bits: x is word w of the address and, as its
// high half, word w+1. w must be even and n positive.
func (a Address) Bounded64(x uint64, w uint32, n uint64) uint64 {
	hi, lo := bits.Mul64(x, n)
	if lo < n {
		reject := -n % n
		for attempt := uint32(1); lo < reject && attempt < 256; attempt++ {
			x0, x1, x2, x3 := a.again(w/4, attempt)
			if w%4 != 0 {
				x0, x1 = x2, x3
			}
			hi, lo = bits.Mul64(uint64(x1)<<32|uint64(x0), n)
		}
	}
	return hi
}

// Threshold turns a probability into the integer that all devices compare
// with: p·2^32, rounded to nearest, in [0, 2^32]. A probability outside [0, 1]
// or NaN is moved to the nearest end (NaN to 0).
func Threshold(p float64) uint64 {
	if !(p > 0) {
		return 0
	}
	if p >= 1 {
		return 1 << 32
	}
	return uint64(math.Round(p * (1 << 32)))
}

// Bernoulli reports whether word x falls below a threshold from Threshold.
func Bernoulli(x uint32, threshold uint64) bool { return uint64(x) < threshold }

// MaskBlocks is how many gene blocks a 64-lane mask may consume: mask number m
// of an address owns blocks 32·m to 32·m + 31.
const MaskBlocks = 32

// maskPlanes is how many leading bits of the threshold all lanes compare at
// once; lanes still undecided after them draw a word each.
const maskPlanes = 6

// Mask64 returns 64 independent bits, each set with probability
// threshold/2^32 exactly: mask number m of the address.
//
// A lane's bit is [u < threshold] for a 32-bit u that is drawn bit by bit from
// the top, one 64-lane word a bit, until it differs from the threshold: six
// words, three blocks, decide all but 1 lane in 64. The last lanes draw their
// remaining 26 bits one by one, in lane order, from the blocks that follow. So
// four blocks nearly always do: one call on a CPU with wide registers, and no
// more for the unluckiest lane of a GPU's warp.
func (a Address) Mask64(m uint32, threshold uint64) uint64 {
	return a.MaskLow(m, threshold, math.MaxUint64)
}

// MaskLow is Mask64 restricted to the lanes in open, which must be 2^k - 1:
// the bits of Mask64 there, and 0 elsewhere. Lanes decide lowest first, so
// fewer lanes never change the bits of those that stay.
func (a Address) MaskLow(m uint32, threshold, open uint64) uint64 {
	if threshold>>32 != 0 {
		return open
	}
	if threshold == 0 || open == 0 {
		return 0
	}
	t := threshold << 32 // the bit to compare next is the top one
	block := m * MaskBlocks
	if t<<2 == 0 { // 1/4, 1/2 and 3/4 need two planes
		x0, x1, x2, x3 := a.Block(block)
		less, open := comparePlane(uint64(x1)<<32|uint64(x0), t, 0, open)
		less, _ = comparePlane(uint64(x3)<<32|uint64(x2), t<<1, less, open)
		return less
	}
	// All at once: a loop that stops when no lane is open would mispredict its
	// branch. (Masks of many individuals with their tails put off are no faster:
	// that was tried.)
	var x planes
	philox4(&x, block, a.Individual, uint32(a.Step), uint32(a.Step>>32)<<8|uint32(a.Purpose),
		uint32(a.Seed), uint32(a.Seed>>32))
	less, open := comparePlane(x[0], t, 0, open)
	less, open = comparePlane(x[4], t<<1, less, open)
	less, open = comparePlane(x[1], t<<2, less, open)
	less, open = comparePlane(x[5], t<<3, less, open)
	less, open = comparePlane(x[2], t<<4, less, open)
	less, open = comparePlane(x[6], t<<5, less, open)
	if rest := uint32(t << maskPlanes >> (32 + maskPlanes)); rest != 0 && open != 0 {
		less, open = tailLanes(uint32(x[3]), uint32(x[3]>>32), uint32(x[7]), uint32(x[7]>>32), rest, less, open)
		for block += 4; open != 0; block++ {
			x0, x1, x2, x3 := a.Block(block)
			less, open = tailLanes(x0, x1, x2, x3, rest, less, open)
		}
	}
	return less
}

// comparePlane advances the lanes that are still equal to the threshold by one
// bit plane x; the threshold's bit is the top one of t.
func comparePlane(x, t, less, open uint64) (uint64, uint64) {
	t = uint64(int64(t) >> 63) // the threshold's bit in every lane
	less |= open & t &^ x
	open &^= x ^ t
	return less, open
}

// tailLanes decides the four lowest lanes in open, each by the top 26 bits of a
// word against rest, the threshold's last 26 bits.
func tailLanes(x0, x1, x2, x3, rest uint32, less, open uint64) (uint64, uint64) {
	for _, x := range [4]uint32{x0, x1, x2, x3} {
		lane := open & -open
		if x>>maskPlanes < rest {
			less |= lane
		}
		open ^= lane
	}
	return less, open
}

// Mask32 returns 32 independent bits, each set with probability
// threshold/2^32: the low half of Mask64.
func (a Address) Mask32(m uint32, threshold uint64) uint32 { return uint32(a.Mask64(m, threshold)) }

// Permutation fills order with a uniform permutation of 0 … len(order)-1, by
// Fisher and Yates from the back; place i uses word i of the address.
func (a Address) Permutation(order []uint16) {
	for i := range order {
		order[i] = uint16(i)
	}
	var x [4]uint32
	for i := len(order) - 1; i > 0; i-- {
		w := uint32(i)
		if i == len(order)-1 || w%4 == 3 {
			x[0], x[1], x[2], x[3] = a.Block(w / 4)
		}
		j := a.Bounded(x[w%4], w, w+1)
		order[i], order[j] = order[j], order[i]
	}
}

// Unit turns two words into a uniform float64 in [0, 1) with 53 bits.
func Unit(lo, hi uint32) float64 {
	return float64((uint64(hi)<<32|uint64(lo))>>11) * (1.0 / (1 << 53))
}

// Below is a number below n from a word, nearly uniform: the bias is below n/2^32.
// Bounded has none, and takes more words where it must.
func Below(x uint32, n int) int {
	hi, _ := bits.Mul64(uint64(x)<<32, uint64(n))
	return int(hi)
}

package rng

import (
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// lane is the definition of one bit of a mask, for one lane at a time: the
// lane's number u is compared with the threshold bit by bit; after six bits
// the lane takes the word of its rank among the lanes that are still equal.
func lane(a Address, m, number uint32, threshold uint64) bool {
	if threshold == 1<<32 {
		return true
	}
	bit := func(lane, plane uint32) uint64 {
		half := a.Word((m*32+plane/2)*4 + plane%2*2 + lane/32)
		return uint64(half >> (lane % 32) & 1)
	}
	equal := func(lane uint32) (equal, less bool) {
		for plane := range uint32(6) {
			u, t := bit(lane, plane), threshold>>(31-plane)&1
			if u != t {
				return false, u < t
			}
		}
		return true, false
	}
	open, less := equal(number)
	if !open {
		return less
	}
	rank := uint32(0)
	for l := range number {
		if e, _ := equal(l); e {
			rank++
		}
	}
	return uint64(a.Word((m*32+3)*4+rank)>>6) < threshold&(1<<26-1)
}

func drawThreshold(t *rapid.T) uint64 {
	return rapid.OneOf(
		rapid.Uint64Range(0, 1<<32),
		rapid.Uint64Range(0, 1<<25),
		rapid.Map(rapid.Uint64Range(0, 256), func(t uint64) uint64 { return t << 24 }),
		rapid.Map(rapid.IntRange(0, 32), func(k int) uint64 { return 1 << k }),
		rapid.Just(Threshold(0.01)),
	).Draw(t, "threshold")
}

func TestMask64IsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		m := rapid.Uint32Max(1<<19-1).Draw(t, "m")
		threshold := drawThreshold(t)
		want := uint64(0)
		for l := range uint32(64) {
			if lane(a, m, l, threshold) {
				want |= 1 << l
			}
		}
		if got := a.Mask64(m, threshold); got != want {
			t.Fatalf("Mask64(%d, %#x) = %#x, want %#x", m, threshold, got, want)
		}
		if got := a.Mask32(m, threshold); got != uint32(want) {
			t.Fatalf("Mask32(%d, %#x) = %#x, want %#x", m, threshold, got, uint32(want))
		}
	})
}

func TestMaskLowIsAPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		m := rapid.Uint32Max(1<<19-1).Draw(t, "m")
		threshold := drawThreshold(t)
		open := uint64(1)<<rapid.IntRange(0, 64).Draw(t, "lanes") - 1
		if got, want := a.MaskLow(m, threshold, open), a.Mask64(m, threshold)&open; got != want {
			t.Fatalf("MaskLow(%d, %#x, %#x) = %#x, want %#x", m, threshold, open, got, want)
		}
	})
}

// The mean of many masks, within five standard deviations.
func TestMaskProbability(t *testing.T) {
	const masks = 20_000
	for _, p := range []float64{0.001, 0.01, 0.25, 0.3, 0.5, 0.9, 0.999} {
		set := 0
		for i := range uint32(masks) {
			set += bits.OnesCount64(Address{Seed: 11, Individual: i, Purpose: Mutate}.Mask64(0, Threshold(p)))
		}
		mean, deviation := p*masks*64, math.Sqrt(p*(1-p)*masks*64)
		if math.Abs(float64(set)-mean) > 5*deviation {
			t.Errorf("p = %g: %d bits set of %d, expected %.0f ± %.0f", p, set, masks*64, mean, deviation)
		}
	}
}

func TestSamplersDoNotAllocate(t *testing.T) {
	a := Address{Seed: 1, Purpose: Mutate}
	order := make([]uint16, 100)
	var sum uint64
	if n := testing.AllocsPerRun(100, func() {
		a.Individual++
		sum += a.Mask64(0, Threshold(0.01)) + uint64(a.Bounded(a.Word(3), 3, 3<<30)) + a.Bounded64(7, 0, 3<<62)
		a.Permutation(order)
		sum += math.Float64bits(Gaussian(a.Block(0)))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	sink += sum
}

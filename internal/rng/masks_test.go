package rng

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// The table against a sum of logarithms, and its shape.
func TestRareTable(t *testing.T) {
	for _, p := range []float64{1.0 / (1 << 32), 0.001, 0.01, 0.02, 1.0 / 16} {
		m := NewMasks(Threshold(p))
		sum := 0.0
		for k, x := range m.Table() {
			c, _ := new(big.Float).SetInt(new(big.Int).Binomial(64, int64(k))).Float64()
			sum += c * math.Exp(float64(k)*math.Log(p)+float64(64-k)*math.Log1p(-p))
			if got := float64(x) / (1 << 64); math.Abs(got-sum) > 1e-8 { // p is rounded to 2^-32
				t.Errorf("p = %g: at most %d bits with probability %g, want %g", p, k, got, sum)
			}
			if k > 0 && x < m.Table()[k-1] {
				t.Errorf("p = %g: the table falls at %d", p, k)
			}
		}
	}
	for _, threshold := range []uint64{0, RareThreshold + 1, 1 << 31, 1 << 32} {
		if m := NewMasks(threshold); m.Table() != nil {
			t.Errorf("threshold %#x has a table", threshold)
		}
	}
}

// rareLanes is the definition of a rare mask, digit by digit.
func rareLanes(a Address, m uint32, table []uint64) uint64 {
	word := func(block, w uint32) uint64 { return uint64(a.Word((m*MaskBlocks+block)*4 + w)) }
	u, count := word(0, 1)<<32|word(0, 0), 0
	for _, x := range table {
		if u >= x {
			count++
		}
	}
	mask := uint64(0)
	for digit := uint32(0); bits.OnesCount64(mask) < count; digit++ {
		half := word(digit/10, 3)<<32 | word(digit/10, 2)
		mask |= 1 << (half >> (6 * (digit % 10)) & 63)
	}
	return mask
}

func TestMasksAreTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		i := rapid.Uint32Max(1<<19-1).Draw(t, "i")
		threshold := rapid.OneOf(rapid.Uint64Range(0, 1<<32), rapid.Uint64Range(1, RareThreshold)).Draw(t, "threshold")
		open := uint64(1)<<rapid.IntRange(0, 64).Draw(t, "lanes") - 1
		m := NewMasks(threshold)
		want := a.Mask64(i, threshold)
		if m.Table() != nil {
			want = rareLanes(a, i, m.Table())
		}
		if got := m.Low(a, i, open); got != want&open {
			t.Fatalf("mask %d of threshold %#x in %#x is %#x, want %#x", i, threshold, open, got, want&open)
		}
	})
}

// These masks may only change together with MapVersion.
func TestMasksGolden(t *testing.T) {
	m := NewMasks(Threshold(0.05))
	for i, want := range []uint64{0x2000020008000000, 0x800000000004, 0x10022201000000, 0x20000000000} {
		a := Address{Seed: 1, Step: 2, Individual: uint32(i), Purpose: Mutate}
		if got := m.Low(a, 3, math.MaxUint64); got != want {
			t.Errorf("mask of individual %d is %#x, want %#x", i, got, want)
		}
	}
}

// How many bits masks have and where they are, by chi-squared tests; and that
// lanes are set together as often as independence says.
func TestRareMasksAreIndependent(t *testing.T) {
	const masks = 200_000
	for _, p := range []float64{0.01, 1.0 / 16} {
		m := NewMasks(Threshold(p))
		var lanes [64]float64
		var counts [8]float64 // seven or more in the last
		pairs := 0.0
		for i := range uint32(masks) {
			x := m.Low(Address{Seed: 5, Individual: i, Purpose: Mutate}, 0, math.MaxUint64)
			k := bits.OnesCount64(x)
			counts[min(k, 7)]++
			pairs += float64(bits.OnesCount64(x & bits.RotateLeft64(x, 1)))
			for ; x != 0; x &= x - 1 {
				lanes[bits.TrailingZeros64(x)]++
			}
		}
		square := 0.0
		for _, n := range lanes {
			square += (n - p*masks) * (n - p*masks) / (p * (1 - p) * masks)
		}
		if square > 130 { // 64 degrees of freedom: one in a million
			t.Errorf("p = %g: lanes have chi-squared %.1f", p, square)
		}
		square = 0
		before := 0.0
		for k := range counts {
			upTo := 1.0
			if k < 7 {
				upTo = float64(m.Table()[k]) / (1 << 64)
			}
			want := (upTo - before) * masks
			before = upTo
			if want > 5 {
				square += (counts[k] - want) * (counts[k] - want) / want
			}
		}
		if square > 40 { // seven degrees of freedom
			t.Errorf("p = %g: numbers of bits have chi-squared %.1f", p, square)
		}
		if want := 64 * p * p * masks; math.Abs(pairs-want) > 6*math.Sqrt(want) {
			t.Errorf("p = %g: %v neighbors are set together, expected %.0f", p, pairs, want)
		}
	}
}

package rng

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawBound favors bounds that reject often: just above a power of two, and
// 3·2^k.
func drawBound(t *rapid.T, bits int) uint64 {
	top := uint64(1)<<(bits-1) - 1
	return rapid.OneOf(
		rapid.Uint64Range(1, 300),
		rapid.Uint64Range(1, top*2+1),
		rapid.Uint64Range(top-2, top+20),
		rapid.Just(uint64(3)<<(bits-2)),
		rapid.Uint64Range(top*2-5, top*2+1),
	).Draw(t, "n")
}

// boundedPlain is the definition of Bounded and Bounded64, in big integers.
func boundedPlain(a Address, x uint64, w uint32, n uint64, bits uint) uint64 {
	size := new(big.Int).Lsh(big.NewInt(1), bits)
	bound := new(big.Int).SetUint64(n)
	reject := new(big.Int).Mod(size, bound)
	for attempt := uint32(1); ; attempt++ {
		product := new(big.Int).Mul(new(big.Int).SetUint64(x), bound)
		hi, lo := new(big.Int).DivMod(product, size, new(big.Int))
		if lo.Cmp(reject) >= 0 || attempt == 256 {
			return hi.Uint64()
		}
		words := philoxPlain(
			[4]uint32{w/4 + attempt<<24, a.Individual, uint32(a.Step), uint32(a.Step>>32)<<8 + uint32(a.Purpose) + 128},
			[2]uint32{uint32(a.Seed), uint32(a.Seed >> 32)})
		x = uint64(words[w%4])
		if bits == 64 {
			x |= uint64(words[w%4+1]) << 32
		}
	}
}

func TestBoundedIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		w := rapid.Uint32Max(1<<26-1).Draw(t, "w")
		n := drawBound(t, 32)
		x := a.Word(w)
		if got, want := a.Bounded(x, w, uint32(n)), boundedPlain(a, uint64(x), w, n, 32); uint64(got) != want {
			t.Fatalf("Bounded(%#x, %d, %d) = %d, want %d", x, w, n, got, want)
		}
	})
}

func TestBounded64IsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		w := rapid.Uint32Max(1<<25-1).Draw(t, "w/2") * 2
		n := drawBound(t, 64)
		x := uint64(a.Word(w+1))<<32 | uint64(a.Word(w))
		if got, want := a.Bounded64(x, w, n), boundedPlain(a, x, w, n, 64); got != want {
			t.Fatalf("Bounded64(%#x, %d, %d) = %d, want %d", x, w, n, got, want)
		}
	})
}

// Each value must own the same number of accepted words, ⌊2^32/n⌋. A word is
// accepted when the result does not depend on the address.
func TestBoundedIsExactlyUniform(t *testing.T) {
	for _, n := range []uint32{1<<31 + 1, 1<<31 - 1, 3 << 30, 1 << 31, math.MaxUint32, 715_827_883, 1_000_003} {
		for _, v := range []uint32{0, 1, 2, 3, n / 3, n / 2, n - 2, n - 1} {
			first := (uint64(v)<<32 + uint64(n) - 1) / uint64(n)
			end := (uint64(v+1)<<32 + uint64(n) - 1) / uint64(n) // v + 1 <= n fits
			accepted := uint64(0)
			for x := first; x < end; x++ {
				same := true
				for seed := range uint64(8) {
					same = same && Address{Seed: seed}.Bounded(uint32(x), 5, n) == v
				}
				if same {
					accepted++
				}
			}
			if want := (uint64(1) << 32) / uint64(n); accepted != want {
				t.Errorf("n = %d: value %d owns %d words, want %d", n, v, accepted, want)
			}
		}
	}
}

func TestBoundedOfOneIsZero(t *testing.T) {
	for _, x := range []uint32{0, 1, math.MaxUint32} {
		if got := (Address{}).Bounded(x, 0, 1); got != 0 {
			t.Errorf("Bounded(%d, 0, 1) = %d", x, got)
		}
		if got := (Address{}).Bounded64(uint64(x)<<32, 0, 1); got != 0 {
			t.Errorf("Bounded64(%d, 0, 1) = %d", x, got)
		}
	}
}

func TestThreshold(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want uint64
	}{
		{0, 0}, {math.Copysign(0, -1), 0}, {-1, 0}, {math.NaN(), 0}, {math.Inf(-1), 0},
		{1, 1 << 32}, {2, 1 << 32}, {math.Inf(1), 1 << 32},
		{0.5, 1 << 31}, {0.25, 1 << 30}, {math.SmallestNonzeroFloat64, 0},
		{0x1p-32, 1}, {0x1p-33, 1}, {0x1.fp-34, 0}, // a tie goes away from zero
		{1 - 0x1p-33, 1 << 32}, {1 - 0x1p-32, 1<<32 - 1}, {math.Nextafter(1, 0), 1 << 32},
		{0.01, 42949673},
	} {
		if got := Threshold(c.p); got != c.want {
			t.Errorf("Threshold(%g) = %d, want %d", c.p, got, c.want)
		}
	}
	for _, x := range []uint32{0, 1, 1 << 31, math.MaxUint32} {
		if Bernoulli(x, Threshold(0)) || !Bernoulli(x, Threshold(1)) {
			t.Errorf("word %#x: probability 0 or 1 is not certain", x)
		}
	}
}

func TestPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAddress(t)
		order := make([]uint16, rapid.IntRange(0, 2000).Draw(t, "n"))
		a.Permutation(order)
		seen := make([]bool, len(order))
		for _, v := range order {
			if int(v) >= len(seen) || seen[v] {
				t.Fatalf("not a permutation: %v", order)
			}
			seen[v] = true
		}
	})
	var whole [1 << 16]uint16
	Address{Seed: 3}.Permutation(whole[:])
	sum := 0
	for _, v := range whole {
		sum += int(v)
	}
	if sum != len(whole)*(len(whole)-1)/2 {
		t.Errorf("65536 places sum to %d", sum)
	}
}

func TestPermutationIsUniform(t *testing.T) {
	const draws = 48_000
	counts := map[[4]uint16]int{}
	for i := range uint32(draws) {
		var order [4]uint16
		Address{Seed: 1, Individual: i, Purpose: Init}.Permutation(order[:])
		counts[order]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += math.Pow(float64(c)-draws/24, 2) / (draws / 24)
	}
	// 23 degrees of freedom: 49.7 is the 0.1 % point.
	if len(counts) != 24 || chi > 49.7 {
		t.Errorf("%d permutations of 24, chi-square %.1f", len(counts), chi)
	}
}

func TestUnit(t *testing.T) {
	for _, c := range []struct {
		lo, hi uint32
		want   float64
	}{
		{0, 0, 0}, {math.MaxUint32, math.MaxUint32, 1 - 0x1p-53}, {0, 1 << 31, 0.5}, {1 << 11, 0, 0x1p-53}, {1<<11 - 1, 0, 0},
	} {
		if got := Unit(c.lo, c.hi); got != c.want {
			t.Errorf("Unit(%#x, %#x) = %g, want %g", c.lo, c.hi, got, c.want)
		}
	}
}

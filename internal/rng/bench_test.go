package rng

import (
	"fmt"
	"testing"
)

var sink uint64

func BenchmarkBlock(b *testing.B) {
	b.ReportAllocs()
	a := Address{Seed: 7, Step: 3, Individual: 5, Purpose: Mutate}
	var sum uint32
	for i := range b.N {
		x0, x1, x2, x3 := a.Block(uint32(i))
		sum += x0 ^ x1 ^ x2 ^ x3
	}
	sink += uint64(sum)
}

func BenchmarkBounded(b *testing.B) {
	b.ReportAllocs()
	a := Address{Seed: 7, Purpose: Pair}
	var sum uint32
	for i := range b.N {
		a.Individual = uint32(i)
		sum += a.Bounded(a.Word(1), 1, 10_000)
	}
	sink += uint64(sum)
}

func BenchmarkMask64(b *testing.B) {
	for _, p := range []float64{0.5, 0.01} {
		b.Run(fmt.Sprint(p), func(b *testing.B) {
			b.ReportAllocs()
			a := Address{Seed: 7, Purpose: Mutate}
			t := Threshold(p)
			var sum uint64
			for i := range b.N {
				a.Individual = uint32(i)
				sum += a.Mask64(0, t)
			}
			sink += sum
		})
	}
}

func BenchmarkMaskLow50(b *testing.B) {
	b.ReportAllocs()
	a := Address{Seed: 7, Purpose: Mutate}
	t := Threshold(0.01)
	var sum uint64
	for i := range b.N {
		a.Individual = uint32(i)
		sum += a.MaskLow(0, t, 1<<50-1)
	}
	sink += sum
}

func BenchmarkMasksRare(b *testing.B) {
	b.ReportAllocs()
	a := Address{Seed: 7, Purpose: Mutate}
	m := NewMasks(Threshold(0.01))
	var sum uint64
	for i := range b.N {
		a.Individual = uint32(i)
		sum += m.Low(a, 0, 1<<50-1)
	}
	sink += sum
}

func BenchmarkPermutation1000(b *testing.B) {
	b.ReportAllocs()
	a := Address{Seed: 7, Purpose: Init}
	order := make([]uint16, 1000)
	for i := range b.N {
		a.Individual = uint32(i)
		a.Permutation(order)
	}
	sink += uint64(order[0])
}

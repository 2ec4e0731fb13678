package rng

import (
	"math"
	"testing"
)

// The first four moments of 200,000 deviates, each within five standard errors.
func TestGaussianMoments(t *testing.T) {
	const n = 200_000
	var sum [5]float64
	inside := 0
	for i := range uint32(n) {
		g := Gaussian(Address{Seed: 5, Individual: i, Purpose: MutateValue}.Block(0))
		for p, v := 1, g; p <= 4; p, v = p+1, v*g {
			sum[p] += v
		}
		if math.Abs(g) < 1 {
			inside++
		}
	}
	// The p-th power of a normal deviate has mean m and variance v.
	for p, c := range map[int]struct{ m, v float64 }{1: {0, 1}, 2: {1, 2}, 3: {0, 15}, 4: {3, 96}} {
		if got := sum[p] / n; math.Abs(got-c.m) > 5*math.Sqrt(c.v/n) {
			t.Errorf("moment %d is %.4f, want %.0f", p, got, c.m)
		}
	}
	if got := float64(inside) / n; math.Abs(got-0.682689) > 5*math.Sqrt(0.6827*0.3173/n) {
		t.Errorf("%.4f lie within one deviation", got)
	}
}

func TestGaussianExtremes(t *testing.T) {
	const ones = math.MaxUint32
	for _, c := range []struct {
		x    [4]uint32
		want float64
	}{
		{[4]uint32{}, math.Sqrt(2 * 53 * math.Ln2)},               // u = 2^-53, angle 0
		{[4]uint32{ones, ones, 0, 0}, 0},                          // u = 1
		{[4]uint32{0, 0, 0, 1 << 31}, -math.Sqrt(106 * math.Ln2)}, // angle π
	} {
		if got := Gaussian(c.x[0], c.x[1], c.x[2], c.x[3]); math.Abs(got-c.want) > 1e-15*math.Abs(c.want) {
			t.Errorf("Gaussian(%x) = %g, want %g", c.x, got, c.want)
		}
	}
}

func BenchmarkGaussian(b *testing.B) {
	b.ReportAllocs()
	sum := 0.0
	for i := range b.N {
		sum += Gaussian(Address{Seed: 1}.Block(uint32(i)))
	}
	sink += uint64(sum)
}

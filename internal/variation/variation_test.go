package variation

import (
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// TestExchangeMixesParents compares the two simulated binary crossovers: both
// keep the middle of the parents, but only with exchanges do a child's genes come
// from both sides.
func TestExchangeMixesParents(t *testing.T) {
	const n = 1000
	r := problem.Representation{Kind: problem.Real, Length: n, Lower: slices.Repeat([]float64{-100}, n), Upper: slices.Repeat([]float64{100}, n)}
	m, f := problem.NewGenomes(r, 1).At(0), problem.NewGenomes(r, 1).At(0)
	for j := range n {
		f.Reals[j] = 1
	}
	for crossover, want := range map[int]float64{CrossBinary: 0, CrossExchange: 0.25} {
		b := NewBreeder(&Operators{Rep: r, Crossover: crossover, EtaC: 20})
		c, d := problem.NewGenomes(r, 1).At(0), problem.NewGenomes(r, 1).At(0)
		b.Cross(c, d, m, f, rng.Address{Seed: 3, Purpose: rng.Pair}, 0)
		far := 0.0
		for j := range n {
			if math.Abs(c.Reals[j]+d.Reals[j]-1) > 1e-12 {
				t.Fatalf("genes %v and %v are not around the middle", c.Reals[j], d.Reals[j])
			}
			if c.Reals[j] > 0.5 { // nearer to the other parent
				far += 1.0 / n
			}
		}
		if math.Abs(far-want) > 0.05 { // three deviations of 1000 draws
			t.Errorf("crossover %d: %v of the genes come from the other parent, want %v", crossover, far, want)
		}
	}
}

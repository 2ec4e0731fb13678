package variation

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// Mutate changes a child in place with probability pm, a threshold; genes are
// the masks of that probability. at is the child's address with purpose Mutate.
func (b *Breeder) Mutate(g problem.Genome, at rng.Address, pm uint64, genes *rng.Masks) {
	n := uint32(b.Rep.Length)
	if b.Own.Mutate != nil {
		b.Own.Mutate(g, at)
		return
	}
	if b.Mutation == MutateNone {
		return
	}
	if b.PerGenome {
		b.mutateOnce(g, at, pm)
		return
	}
	if b.Mutation == MutateFlip {
		for w := range g.Bits {
			g.Bits[w] ^= genes.Low(at, uint32(w), Below(n, w))
		}
		return
	}
	value := at
	value.Purpose = rng.MutateValue
	for m := uint32(0); m*64 < n; m++ {
		for mask := genes.Low(at, m, Below(n, int(m))); mask != 0; mask &= mask - 1 {
			j := m*64 + uint32(bits.TrailingZeros64(mask))
			if b.Mutation == MutateSwap {
				swap(g, j, value.Bounded(value.Word(j), j, n))
			} else {
				b.change(g, j, value)
			}
		}
	}
}

// mutateOnce changes one gene or one stretch of the genome with probability
// pm. Words 0, 1 and 2 of the address decide whether and where.
func (b *Breeder) mutateOnce(g problem.Genome, at rng.Address, pm uint64) {
	n := uint32(b.Rep.Length)
	x0, x1, x2, _ := at.Block(0)
	if !rng.Bernoulli(x0, pm) {
		return
	}
	i := at.Bounded(x1, 1, n)
	value := at
	value.Purpose = rng.MutateValue
	switch b.Mutation {
	case MutateFlip:
		g.Bits[i/64] ^= 1 << (i % 64)
		return
	case MutateReset, MutateGaussian, MutatePolynomial:
		b.change(g, i, value)
		return
	}
	if n == 1 {
		return
	}
	j := at.Bounded(x2, 2, n-1)
	if j >= i {
		j++
	}
	lo, hi := min(i, j), max(i, j)
	switch b.Mutation {
	case MutateSwap:
		swap(g, i, j)
	case MutateInversion:
		for ; lo < hi; lo, hi = lo+1, hi-1 {
			swap(g, lo, hi)
		}
	case MutateScramble:
		for k := hi; k > lo; k-- {
			swap(g, k, lo+value.Bounded(value.Word(k), k, k-lo+1))
		}
	}
}

// swap exchanges two genes.
func swap(g problem.Genome, i, j uint32) {
	switch {
	case g.Bits != nil:
		x := (g.Bits[i/64]>>(i%64) ^ g.Bits[j/64]>>(j%64)) & 1
		g.Bits[i/64] ^= x << (i % 64)
		g.Bits[j/64] ^= x << (j % 64)
	case g.Symbols != nil:
		g.Symbols[i], g.Symbols[j] = g.Symbols[j], g.Symbols[i]
	case g.Order != nil:
		g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
	}
}

// change gives gene j a new value.
func (b *Breeder) change(g problem.Genome, j uint32, at rng.Address) {
	if b.Rep.Kind == problem.Discrete {
		g.Symbols[j] = uint8(at.Bounded(at.Word(j), j, uint32(b.Rep.Alphabet)))
		return
	}
	if b.classes != nil && b.classes[j].kind != classNumber {
		b.changeClassed(g.Reals, j, at)
		return
	}
	lower, upper := b.Rep.Lower[j], b.Rep.Upper[j]
	x0, x1, x2, x3 := at.Block(j)
	x, span := g.Reals[j], upper-lower
	switch b.Mutation {
	case MutateReset:
		x = lower + float64(rng.Unit(x0, x1)*span)
	case MutateGaussian:
		x += float64(float64(b.Sigma*span) * rng.Gaussian(x0, x1, x2, x3))
	case MutatePolynomial:
		x += float64(b.step(x0, x1, x2, x3) * span)
	}
	g.Reals[j] = clamp(x, lower, upper)
}

// Initialize fills a genome at random. at has purpose Init.
func Initialize(g problem.Genome, r problem.Representation, at rng.Address) {
	n := uint32(r.Length)
	switch r.Kind {
	case problem.Binary:
		for w := range g.Bits {
			g.Bits[w] = at.MaskLow(uint32(w), 1<<31, Below(n, w))
		}
	case problem.Discrete:
		for j := range n {
			g.Symbols[j] = uint8(at.Bounded(at.Word(j), j, uint32(r.Alphabet)))
		}
	case problem.Permutation:
		at.Permutation(g.Order)
	case problem.Real:
		for j := range n {
			x0, x1, _, _ := at.Block(j)
			g.Reals[j] = r.Lower[j] + float64(rng.Unit(x0, x1)*(r.Upper[j]-r.Lower[j]))
		}
	}
}

// Distance is how far two genomes lie apart: the genes that differ, for reals
// the sum of the differences as shares of their ranges.
func Distance(r problem.Representation, g, h problem.Genome) float64 {
	d := 0
	switch r.Kind {
	case problem.Binary:
		for w, x := range g.Bits {
			d += bits.OnesCount64(x ^ h.Bits[w])
		}
	case problem.Discrete:
		for j, x := range g.Symbols {
			if x != h.Symbols[j] {
				d++
			}
		}
	case problem.Permutation:
		for j, x := range g.Order {
			if x != h.Order[j] {
				d++
			}
		}
	case problem.Real:
		sum := 0.0
		for j, x := range g.Reals {
			t := x - h.Reals[j]
			if t < 0 {
				t = -t
			}
			if span := r.Upper[j] - r.Lower[j]; span > 0 {
				sum += float64(t / span)
			}
		}
		return sum
	}
	return float64(d)
}

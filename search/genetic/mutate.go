package genetic

import (
	"math/bits"

	"github.com/warbler-opt/warbler/kernel/elementary"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
)

// mutate changes a child of a replica in place. at is the child's address with
// purpose Mutate.
func (b *breeder) mutate(g problem.Genome, at rng.Address, r *replica) {
	pl := b.plan
	n := uint32(pl.rep.Length)
	if pl.mutation == mutateNone {
		return
	}
	if pl.perGenome {
		b.mutateOnce(g, at, r.pm)
		return
	}
	if pl.mutation == mutateFlip {
		for w := range g.Bits {
			g.Bits[w] ^= r.genes.Low(at, uint32(w), below(n, w))
		}
		return
	}
	value := at
	value.Purpose = rng.MutateValue
	for m := uint32(0); m*64 < n; m++ {
		for mask := r.genes.Low(at, m, below(n, int(m))); mask != 0; mask &= mask - 1 {
			j := m*64 + uint32(bits.TrailingZeros64(mask))
			if pl.mutation == mutateSwap {
				swap(g, j, value.Bounded(value.Word(j), j, n))
			} else {
				b.change(g, j, value)
			}
		}
	}
}

// mutateOnce changes one gene or one stretch of the genome with probability
// pm. Words 0, 1 and 2 of the address decide whether and where.
func (b *breeder) mutateOnce(g problem.Genome, at rng.Address, pm uint64) {
	n := uint32(b.plan.rep.Length)
	x0, x1, x2, _ := at.Block(0)
	if !rng.Bernoulli(x0, pm) {
		return
	}
	i := at.Bounded(x1, 1, n)
	value := at
	value.Purpose = rng.MutateValue
	switch b.plan.mutation {
	case mutateFlip:
		g.Bits[i/64] ^= 1 << (i % 64)
		return
	case mutateReset, mutateGaussian, mutatePolynomial:
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
	switch b.plan.mutation {
	case mutateSwap:
		swap(g, i, j)
	case mutateInversion:
		for ; lo < hi; lo, hi = lo+1, hi-1 {
			swap(g, lo, hi)
		}
	case mutateScramble:
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
func (b *breeder) change(g problem.Genome, j uint32, at rng.Address) {
	pl := b.plan
	if pl.rep.Kind == problem.Discrete {
		g.Symbols[j] = uint8(at.Bounded(at.Word(j), j, uint32(pl.rep.Alphabet)))
		return
	}
	lower, upper := pl.rep.Lower[j], pl.rep.Upper[j]
	x0, x1, x2, x3 := at.Block(j)
	x, span := g.Reals[j], upper-lower
	switch pl.mutation {
	case mutateReset:
		x = lower + float64(rng.Unit(x0, x1)*span)
	case mutateGaussian:
		x += float64(float64(pl.sigma*span) * rng.Gaussian(x0, x1, x2, x3))
	case mutatePolynomial: // Deb 2001, section 4.3
		u, e := rng.Unit(x0, x1), 1/(pl.etaM+1)
		if u < 0.5 {
			x += float64((elementary.Pow(2*u, e) - 1) * span)
		} else {
			x += float64((1 - elementary.Pow(2-2*u, e)) * span)
		}
	}
	g.Reals[j] = clamp(x, lower, upper)
}

// initialise fills a genome at random. at has purpose Init.
func initialise(g problem.Genome, r problem.Representation, at rng.Address) {
	n := uint32(r.Length)
	switch r.Kind {
	case problem.Binary:
		for w := range g.Bits {
			g.Bits[w] = at.MaskLow(uint32(w), 1<<31, below(n, w))
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

// distance is how far two genomes lie apart: the genes that differ, for reals
// the sum of the differences as shares of their ranges.
func distance(r problem.Representation, g, h problem.Genome) float64 {
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

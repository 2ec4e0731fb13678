package variation

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// The classes of genes that stand for variables, by which operators treat them.
// Their numbers are the dialect's too.
const (
	classNumber = iota // any number
	classWhole         // rounded to a whole one
	classChoice        // rounded, and without an order
	classKey           // one of the keys of an order
)

// class says how operators treat a gene.
type class struct {
	kind         int
	first, count int // the keys of the same order
}

// classesOf are the classes of all genes, or none where all are plain numbers.
func classesOf(r problem.Representation) (list []class) {
	plain := true
	for _, v := range r.Variables {
		c := class{first: len(list), count: v.Genes()}
		switch v.Type {
		case problem.Int:
			c.kind = classWhole
		case problem.Choice, problem.Bool:
			c.kind = classChoice
		case problem.Order:
			c.kind = classKey
		}
		plain = plain && c.kind == classNumber
		for range v.Genes() {
			list = append(list, c)
		}
	}
	if plain {
		return nil
	}
	return list
}

// Bounds are what kernels know of the genes: the lower bounds and the upper ones and,
// where a gene is more than a number, the classes, their first genes and how many
// genes they have.
func Bounds(r problem.Representation) []float64 {
	list := append(append([]float64(nil), r.Lower...), r.Upper...)
	classes := classesOf(r)
	for _, part := range []func(class) int{
		func(c class) int { return c.kind }, func(c class) int { return c.first }, func(c class) int { return c.count },
	} {
		for _, c := range classes {
			list = append(list, float64(part(c)))
		}
	}
	return list
}

// Classed reports whether operators treat genes by their classes.
func Classed(r problem.Representation) bool { return classesOf(r) != nil }

// step is a mutation's step of a real gene, as a share of its range.
func (b *Breeder) step(x0, x1, x2, x3 uint32) float64 {
	if b.Mutation == MutateGaussian {
		return float64(b.Sigma * rng.Gaussian(x0, x1, x2, x3))
	}
	u, e := rng.Unit(x0, x1), 1/(b.EtaM+1) // Deb 2001, section 4.3
	if u < 0.5 {
		return elementary.Pow(2*u, e) - 1
	}
	return 1 - elementary.Pow(2-2*u, e)
}

// changeClassed gives gene j, which is more than a number, another value: a choice any
// other, a whole number one that is at least 1 away, a key that of another place.
func (b *Breeder) changeClassed(genes []float64, j uint32, at rng.Address) {
	c, lower, upper := b.classes[j], b.Rep.Lower[j], b.Rep.Upper[j]
	x0, x1, x2, x3 := at.Block(j)
	x, span := genes[j], upper-lower
	now := min(math.Floor(x+0.5), upper-0.5)
	switch {
	case c.kind == classKey:
		if c.count > 1 {
			other := int(float64(rng.Unit(x0, x1) * float64(c.count-1)))
			if other >= int(j)-c.first {
				other++
			}
			genes[j], genes[c.first+other] = genes[c.first+other], x
		}
	case c.kind == classChoice:
		if span > 1 {
			other := math.Floor(float64(rng.Unit(x0, x1) * (span - 1)))
			if other >= now {
				other++
			}
			genes[j] = other
		}
	case b.Mutation == MutateReset:
		genes[j] = clamp(lower+float64(rng.Unit(x0, x1)*span), lower, upper)
	default:
		s := b.step(x0, x1, x2, x3)
		x = clamp(x+float64(s*span), lower, upper)
		if min(math.Floor(x+0.5), upper-0.5) == now {
			if x = now + 1; s < 0 && now > lower+0.5 || x > upper {
				x = now - 1
			}
			x = clamp(x, lower, upper)
		}
		genes[j] = x
	}
}

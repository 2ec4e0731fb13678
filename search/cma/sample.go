package cma

import (
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
)

// deviates fills z for member i of the chunk of a step.
func (p *plan) deviates(z []float64, seed uint64, step int64, i int) {
	if p.start != nil && step == 0 && i == 0 { // the given vector itself
		clear(z)
		return
	}
	at := rng.Address{Seed: seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Sample}
	for k := range z {
		z[k] = rng.Gaussian(at.Block(uint32(k)))
	}
}

// shape is y = B (d z), for which scaled has room.
func (m *model) shape(y, z, scaled []float64) {
	if len(m.b) == 0 { // B is the identity
		scaled = y
	}
	scaled = scaled[:len(z)]
	for k, x := range z {
		scaled[k] = float64(m.d[k] * x)
	}
	if len(m.b) > 0 {
		rotate(y, m.b, scaled)
	}
}

// rotate is y = B z, where the rows of b are the columns of B, or b is empty.
func rotate(y, b, z []float64) {
	if len(b) == 0 {
		copy(y, z)
		return
	}
	clear(y)
	combine(y, b, len(z), z)
}

// place fills a genome with what m + σ y stands for.
func (p *plan) place(genome, y []float64, m *model) {
	for j := range genome {
		genome[j] = within(m.mean[j]+float64(m.sigma*y[j]), p.rep.Lower[j], p.rep.Upper[j])
	}
}

// within is the gene that u stands for: 0 is the lower bound, 1 the upper one,
// and all else is mirrored at them.
func within(u, lower, upper float64) float64 {
	t := u - float64(2*math.Floor(float64(u*0.5)))
	if t > 1 {
		t = 2 - t
	}
	if !(t >= 0 && t <= 1) { // beyond all measure
		t = 0
	}
	x := lower + float64(t*(upper-lower))
	if x > upper {
		return upper
	}
	return x
}

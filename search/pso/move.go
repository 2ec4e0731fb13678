package pso

import (
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// initialize draws a particle's first position, unless it is given, and its first
// velocity; at has purpose Init.
func (p *plan) initialize(x, v []float64, given bool, at rng.Address) {
	for j := range x {
		x0, x1, x2, x3 := at.Block(uint32(j))
		lower := p.rep.Lower[j]
		span := p.rep.Upper[j] - lower
		if !given {
			x[j] = lower + float64(rng.Unit(x0, x1)*span)
		}
		v[j] = 0.5 * (lower + float64(rng.Unit(x2, x3)*span) - x[j])
	}
}

// move makes particle i's next velocity and position.
func (r *replica) move(i int, at rng.Address) {
	p, own := r.plan, r.params
	known := int(r.nextGlobal[0])
	if p.ring {
		known = p.neighbor(r.bestScores, i)
	}
	from, v, best, other := r.now.At(i).Reals, r.row(r.velocities, i), r.row(r.bests, i), r.row(r.bests, known)
	to, nextV := r.next.At(i).Reals, r.row(r.nextVelocities, i)
	var w0, w1, w2, w3 uint32
	for j, x := range from {
		if j%2 == 0 {
			w0, w1, w2, w3 = at.Block(uint32(j / 2))
		} else {
			w0, w1 = w2, w3
		}
		r1, r2 := float64(w0)*(1.0/(1<<32)), float64(w1)*(1.0/(1<<32))
		u := float64(own.w*v[j]) + float64(float64(own.c1*r1)*(best[j]-x))
		u += float64(float64(own.c2*r2) * (other[j] - x))
		lower, upper := p.rep.Lower[j], p.rep.Upper[j]
		u = limit(u, float64(own.vmax*(upper-lower)))
		to[j], nextV[j] = p.within(x+u, u, lower, upper)
	}
}

// neighbor is the particle with the best personal best among i and its neighbors,
// the first among equals.
func (p *plan) neighbor(scores []problem.Score, i int) int {
	n, best := p.members, i
	for d := 1; d <= p.neighbors; d++ {
		for _, k := range [2]int{(i + n - d) % n, (i + d) % n} {
			if scores[k] > scores[best] || scores[k] == scores[best] && k < best {
				best = k
			}
		}
	}
	return best
}

// limit is the velocity v, or what is the nearest to it from -most to most.
func limit(v, most float64) float64 {
	if !(v >= -most) { // also what is no number
		return -most
	}
	if v > most {
		return most
	}
	return v
}

// within is a gene that moved to x with velocity v, and its velocity, after the
// bounds had their effect. As it came from within and no further than the range is
// wide, it is mirrored once at most; what rounding leaves outside lands on the
// bound.
func (p *plan) within(x, v, lower, upper float64) (float64, float64) {
	if x >= lower && x <= upper {
		return x, v
	}
	bound := upper
	if !(x > upper) {
		bound = lower
	}
	if !p.reflect {
		return bound, 0
	}
	x = bound + (bound - x)
	if !(x >= lower) {
		x = lower
	} else if x > upper {
		x = upper
	}
	return x, -v
}

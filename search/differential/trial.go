package differential

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
)

// The range of weights that jde draws from, as Brest et al. have it: 0.1 to 1.
const (
	leastWeight = 0.1
	weightRange = 0.9
)

// trial makes member i's trial vector in to, from the rows of the old population
// and its best member. c is the member's control; the trial vector's is returned.
func (p *plan) trial(to, rows []float64, i, bestMember uint32, c control, r *params, step int64) control {
	length, stride := p.rep.Length, p.rep.Stride()
	row := func(k uint32) []float64 {
		lo := int(k) * stride
		return rows[lo : lo+length : lo+length]
	}
	at := rng.Address{Seed: r.seed, Step: uint64(step), Individual: i, Purpose: rng.Donor}
	var x [8]uint32
	x[0], x[1], x[2], x[3] = at.Block(0)
	if p.donors > 3 {
		x[4], x[5], x[6], x[7] = at.Block(1)
	}
	forced := int(at.Bounded(x[0], 0, uint32(length)))
	member := [donor + mostDonors]uint32{self: i, best: bestMember}
	draw(member[donor:donor+p.donors], at, &x, i, uint32(p.members))
	c = p.vary(c, at, r)

	st := &p.strategy
	base := row(member[st.base])
	plus, minus := row(member[st.pairs[0][0]]), row(member[st.pairs[0][1]])
	var plus2, minus2 []float64
	if len(st.pairs) > 1 {
		plus2, minus2 = row(member[st.pairs[1][0]]), row(member[st.pairs[1][1]])
	}
	copy(to, row(i))
	at.Purpose = rng.Cross
	for m := 0; m*64 < length; m++ {
		mask := at.MaskLow(uint32(m), c.cr, variation.Below(uint32(length), m))
		if forced/64 == m {
			mask |= 1 << (forced % 64)
		}
		for ; mask != 0; mask &= mask - 1 {
			j := m*64 + bits.TrailingZeros64(mask)
			v := base[j] + float64(c.f*(plus[j]-minus[j]))
			if plus2 != nil {
				v += float64(c.f * (plus2[j] - minus2[j]))
			}
			to[j] = within(v, p.rep.Lower[j], p.rep.Upper[j])
		}
	}
	return c
}

// vary is the control of a trial vector whose member has control c.
func (p *plan) vary(c control, at rng.Address, r *params) control {
	if !p.adaptive {
		c = r.start
		if r.dither == 0 {
			return c
		}
	}
	x0, x1, x2, x3 := at.Block(2)
	u := float64(x2) * (1.0 / (1 << 32))
	if !p.adaptive {
		c.f += float64(r.dither * (float64(2*u) - 1))
		return c
	}
	if rng.Bernoulli(x0, r.tau) {
		c.f = leastWeight + float64(weightRange*u)
	}
	if rng.Bernoulli(x1, r.tau) {
		c.cr = uint64(x3) // a uniform word is the threshold of a uniform rate
	}
	return c
}

// draw fills list with members of n that differ from i and from each other.
// Donor k is word k+1 of the address, bounded by how many members are left,
// and then counted among those that are not taken.
func draw(list []uint32, at rng.Address, x *[8]uint32, i, n uint32) {
	var taken [1 + mostDonors]uint32 // ascending
	taken[0] = i
	for k := range list {
		w := uint32(k + 1)
		d := at.Bounded(x[w], w, n-w)
		for _, t := range taken[:w] {
			if d >= t {
				d++
			}
		}
		list[k] = d
		j := w
		for ; j > 0 && taken[j-1] > d; j-- {
			taken[j] = taken[j-1]
		}
		taken[j] = d
	}
}

// within reflects x at a bound that it is beyond. What is then still outside,
// or no number, lands on a bound.
func within(x, lower, upper float64) float64 {
	if x < lower {
		x = lower + (lower - x)
	} else if x > upper {
		x = upper - (x - upper)
	}
	if !(x >= lower) {
		return lower
	}
	if x > upper {
		return upper
	}
	return x
}

package cma

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

const (
	tolX          = 1e-12 // of the first step size
	tolXUp        = 1e3   // of the ranges; there all of the landscape looks alike
	mostCondition = 1e14
	// shrink is the logarithm of what the first step of a small population is at
	// most divided by: 100.
	shrink = 2 * math.Ln10
)

// restart begins the next run, with a larger population while there is one.
// BIPOP (Hansen 2009, section 2) takes a small one instead as long as those have had
// fewer evaluations than the large ones, the first run aside. Its size is drawn
// from the sizes below the large one's, of which small ones are likelier, and
// so is its first step.
func (p *plan) restart(m *model, r *params) {
	spent := m.generation * int64(p.levels[m.level].chunks)
	if m.small {
		m.spentSmall += spent
	} else if m.run > 0 {
		m.spentLarge += spent
		m.lastLarge = spent
	}
	m.run++
	m.small = p.bipop && m.spentSmall < m.spentLarge
	if m.small {
		x0, x1, x2, x3 := rng.Address{Seed: r.seed, Individual: uint32(m.run), Purpose: rng.Init}.Block(uint32(p.n))
		u := rng.Unit(x0, x1)
		m.level = int64(math.Floor(float64(float64(u*u)*float64(max(m.large-1, 0))) + 0.5))
		m.first = float64(r.sigma * elementary.Exp(float64(-shrink*rng.Unit(x2, x3))))
	} else {
		m.large = min(m.large+1, int64(len(p.levels)-1))
		m.level, m.first = m.large, r.sigma
	}
	p.beginRun(m, r)
}

// number is a score as a float.
func (p *plan) number(s problem.Score) float64 {
	if p.float {
		return problem.ToFloat(s)
	}
	return float64(s)
}

// ended reports whether a run has come to its end after a generation whose best
// and worst members have these scores: B.3 of the tutorial. The best values
// count as calm as long as all of them lie within TolFun; stagnation is that
// the run's best has grown old. A small population has at most half the evaluations
// of the large one before it.
func (p *plan) ended(m *model, l *level, r *params, best, worst problem.Score) bool {
	if m.small && 2*m.generation*int64(l.chunks) >= m.lastLarge {
		return true
	}
	low, high := min(m.low, best), max(m.high, best)
	if m.calm > 0 && p.number(high)-p.number(low) <= r.tolfun {
		m.low, m.high = low, high
		m.calm++
	} else {
		m.low, m.high, m.calm = best, best, 1
	}
	if m.calm >= int64(l.window) && p.number(best)-p.number(worst) <= r.tolfun {
		return true
	}
	if best > m.record {
		m.record, m.recordAt = best, m.generation
	}
	if m.generation-m.recordAt >= int64(l.patience) {
		return true
	}
	longest, shortest := m.d[0], m.d[0]
	for _, d := range m.d {
		longest, shortest = max(longest, d), min(shortest, d)
	}
	if !(float64(m.sigma*longest) <= tolXUp) ||
		!(float64(longest*longest) <= float64(mostCondition*float64(shortest*shortest))) {
		return true
	}
	k := int(m.generation % int64(p.n)) // the axis that is looked at in this generation
	reach := float64(float64(0.1*m.sigma) * m.d[k])
	tiny, stuck := true, true
	for j, x := range m.mean {
		deviation := float64(m.sigma * math.Sqrt(m.c[p.diagonal(j)]))
		limit := float64(tolX * m.first)
		tiny = tiny && deviation < limit && math.Abs(float64(m.sigma*m.pc[j])) < limit
		stuck = stuck && x == x+float64(reach*p.axis(m, k, j)) // NoEffectAxis
		if x == x+float64(0.2*deviation) {                     // NoEffectCoord
			return true
		}
	}
	return tiny || stuck
}

// axis is coordinate j of axis k.
func (p *plan) axis(m *model, k, j int) float64 {
	switch {
	case !p.separable():
		return m.b[k*p.n+j]
	case j == k:
		return 1
	}
	return 0
}

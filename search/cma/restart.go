package cma

import (
	"math"

	"github.com/warbler-opt/warbler/problem"
)

const (
	tolX          = 1e-12 // of the first step size
	tolXUp        = 1e3   // of the ranges; there all of the landscape looks alike
	mostCondition = 1e14
)

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
// the run's best has grown old.
func (p *plan) ended(m *model, l *level, r *params, best, worst problem.Score) bool {
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
		deviation := float64(m.sigma * math.Sqrt(m.c[j*p.n+j]))
		limit := float64(tolX * r.sigma)
		tiny = tiny && deviation < limit && math.Abs(float64(m.sigma*m.pc[j])) < limit
		stuck = stuck && x == x+float64(reach*m.b[k*p.n+j]) // NoEffectAxis
		if x == x+float64(0.2*deviation) {                  // NoEffectCoord
			return true
		}
	}
	return tiny || stuck
}

package tsp

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed reversals.cl
var reversalsText string

var _ problem.Reverser = (*tourProblem)(nil)

// Reversals follows a tour as Exchanges does: a move is valued in constant time.
func (p *tourProblem) Reversals() (problem.Reversals, error) { return p.newMoves(), nil }

// ReversalGain values the reversal of a segment: of all its legs those at its ends change.
func (m *moves) ReversalGain(i, j int) problem.Score {
	a, b := m.before(i), m.next(j)
	if a == j { // all of the tour
		return 0
	}
	return m.legs[a] + m.legs[j] - m.between(a, j) - m.between(i, b)
}

// SegmentGain values a segment elsewhere: between the places p and q.
func (m *moves) SegmentGain(i, j, count int, turned bool) problem.Score {
	last := i + count - 1
	first, a, b := i, m.before(i), m.next(last)
	p := j + count - 1
	if j < i {
		p = m.before(j)
	}
	q := m.next(p)
	gain := m.legs[a] + m.legs[last]
	if turned {
		first, last = last, first
	}
	if q == i || p == i+count-1 { // from the end of the tour to its beginning, which is next to it
		return gain - m.between(a, first) - m.between(last, b)
	}
	return gain - m.between(a, b) + m.legs[p] - m.between(p, first) - m.between(last, q)
}

// Reverse turns a segment around, and the legs within it.
func (m *moves) Reverse(i, j int) {
	if i >= j {
		return
	}
	m.length -= m.ReversalGain(i, j)
	for x, y := i, j; x < y; x, y = x+1, y-1 {
		m.order[x], m.order[y] = m.order[y], m.order[x]
	}
	for x, y := i, j-1; x < y; x, y = x+1, y-1 {
		m.legs[x], m.legs[y] = m.legs[y], m.legs[x]
	}
	a := m.before(i)
	m.legs[a], m.legs[j] = m.between(a, i), m.between(j, m.next(j))
}

// ReversalKernel is Reversals for devices.
func (p *tourProblem) ReversalKernel() problem.MoveKernel {
	k := p.ExchangeKernel()
	k.Parts = append(k.Parts, kernel.Part{Name: "problem/tsp/reversals.cl", Text: reversalsText})
	return k
}

package tsp

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

var _ problem.Exchanger = (*tourProblem)(nil)

// Exchanges follows a tour by the distances in its order: every move is valued, and
// made, in constant time.
func (p *tourProblem) Exchanges() (problem.Exchanges, error) { return p.newMoves(), nil }

func (p *tourProblem) newMoves() *moves {
	n := p.cities.Len()
	return &moves{cities: p.cities, order: make([]uint16, n), legs: make([]int64, n)}
}

// moves is a tour. Leg i goes from place i to the next.
type moves struct {
	cities *tour.Cities
	order  []uint16
	legs   []int64
	length int64
}

// Reset moves to another genome.
func (m *moves) Reset(g problem.Genome) {
	copy(m.order, g.Order)
	m.length = 0
	for i := range m.legs {
		m.legs[i] = m.between(i, m.next(i))
		m.length += m.legs[i]
	}
}

// Genome is the tour.
func (m *moves) Genome() problem.Genome { return problem.Genome{Order: m.order} }

// Score is minus the tour's length.
func (m *moves) Score() problem.Score { return -m.length }

func (m *moves) next(i int) int {
	if i++; i < len(m.order) {
		return i
	}
	return 0
}

func (m *moves) before(i int) int {
	if i > 0 {
		return i - 1
	}
	return len(m.order) - 1
}

// between is the distance of what two places have.
func (m *moves) between(i, j int) int64 {
	return m.cities.Distance(int(m.order[i]), int(m.order[j]))
}

// ExchangeGains values the exchanges of i with all later places.
func (m *moves) ExchangeGains(i int, gains []problem.Score) {
	for j := i + 1; j < len(m.order); j++ {
		gains[j-i-1] = m.ExchangeGain(i, j)
	}
}

// ExchangeGain values one exchange. Neighbors share a leg, which keeps its length.
func (m *moves) ExchangeGain(i, j int) problem.Score {
	a, b, c, d := m.before(i), m.next(i), m.before(j), m.next(j)
	gain := problem.Score(0)
	if a != j {
		gain += m.legs[a] - m.between(a, j)
	}
	if b != j {
		gain += m.legs[i] - m.between(j, b)
	}
	if c != i {
		gain += m.legs[c] - m.between(c, i)
	}
	if d != i {
		gain += m.legs[j] - m.between(i, d)
	}
	return gain
}

// RotationGains values the rotations of i, j and all places after both.
func (m *moves) RotationGains(i, j int, gains []problem.Score) {
	from := max(i, j) + 1
	for k := from; k < len(m.order); k++ {
		gains[k-from] = m.RotationGain(i, j, k)
	}
}

// RotationGain values one rotation.
func (m *moves) RotationGain(i, j, k int) problem.Score {
	from := func(place int) int { // where what a place gets has been
		switch place {
		case i:
			return j
		case j:
			return k
		case k:
			return i
		}
		return place
	}
	gain := problem.Score(0)
	for _, place := range [3]int{i, j, k} {
		gain += m.legs[place] - m.between(from(place), from(m.next(place)))
		if b := m.before(place); b != i && b != j && b != k {
			gain += m.legs[b] - m.between(b, from(place))
		}
	}
	return gain
}

// Exchange exchanges what two places have.
func (m *moves) Exchange(i, j int) {
	m.order[i], m.order[j] = m.order[j], m.order[i]
	for _, leg := range [4]int{m.before(i), i, m.before(j), j} {
		m.length -= m.legs[leg]
		m.legs[leg] = m.between(leg, m.next(leg))
		m.length += m.legs[leg]
	}
}

// ExchangeKernel is Exchanges for devices.
func (p *tourProblem) ExchangeKernel() problem.MoveKernel {
	words := 3 * p.cities.Len()
	if p.cities.Table() != nil {
		words = p.cities.Len()
	}
	k := p.Kernel()
	return problem.MoveKernel{
		Defines: k.Defines,
		Parts:   []kernel.Part{k.Parts[0], {Name: "problem/tsp/moves.cl", Text: movesText}},
		Data:    k.Data,
		Words:   words,
	}
}

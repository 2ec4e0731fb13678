package cma

import (
	"cmp"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/problem"
)

// scratch is room for moving one model.
type scratch struct {
	order      []int
	zw, yw, bz []float64
	sum        []float64 // as C
	tile       []float64 // y of some members, by rank …
	w, factors []float64 // … their weights, and those times a coordinate
}

func newScratch(p *plan) *scratch {
	n := p.n
	return &scratch{
		zw: make([]float64, n), yw: make([]float64, n), bz: make([]float64, n), sum: make([]float64, p.cells),
		tile: make([]float64, tile*n), w: make([]float64, tile), factors: make([]float64, tile),
	}
}

// ranked is the members by their scores, the best first and the lowest among
// equals.
func ranked(order []int, scores []problem.Score) []int {
	order = order[:0]
	for i := range scores {
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	return order
}

// move ends a generation whose members have scores, deviates z and directions
// y, n numbers a member.
func (p *plan) move(m *model, r *params, scores []problem.Score, z, y []float64, s *scratch) {
	l := &p.levels[m.level]
	s.order = ranked(s.order, scores)
	p.gather(m, l, r, z, y, s)
	m.shape(s.yw, s.zw, s.bz)
	rotate(s.bz, m.b, s.zw)

	length := 0.0
	for j := range m.ps { // (43)
		m.ps[j] = float64((1-l.cs)*m.ps[j]) + float64(l.csn*s.bz[j])
		length += float64(m.ps[j] * m.ps[j])
	}
	length = math.Sqrt(length)
	m.decay = float64(m.decay * l.fade)
	keep, push := 1-l.c1, 0.0
	if length/math.Sqrt(1-m.decay) < l.stall {
		push = l.ccn
	} else {
		keep += float64(l.c1 * float64(l.cc*(2-l.cc)))
	}
	sum := 1.0
	if r.active {
		sum = l.sum
	}
	keep -= float64(l.cmu * sum)
	for j := range m.pc { // (45)
		m.pc[j] = float64((1-l.cc)*m.pc[j]) + float64(push*s.yw[j])
		m.mean[j] += float64(m.sigma * s.yw[j]) // (42)
	}
	if p.separable() { // (47), and d at once
		for j, a := range m.pc {
			m.c[j] = (float64(keep*m.c[j]) + float64(l.c1*float64(a*a))) + s.sum[j]
			m.d[j] = root(m.c[j])
		}
	} else {
		p.adapt(m, l, keep, s.sum)
	}
	grow := float64(l.damp * (length/l.chi - 1)) // (44), and never by more than e
	if grow > 1 {
		grow = 1
	}
	m.sigma = float64(m.sigma * elementary.Exp(grow))
	m.generation++
	m.age++
	m.due = !p.separable() && m.age >= int64(l.gap)
	m.filled = 0
	if p.ended(m, l, r, scores[s.order[0]], scores[s.order[len(scores)-1]]) {
		p.restart(m, r)
	}
}

// adapt is (47) for a full matrix.
func (p *plan) adapt(m *model, l *level, keep float64, sum []float64) {
	for j, a := range m.pc {
		row, add := m.c[j*p.n:(j+1)*p.n], sum[j*p.n:(j+1)*p.n]
		for k, b := range m.pc {
			row[k] = (float64(keep*row[k]) + float64(l.c1*float64(a*b))) + add[k]
		}
	}
}

// root is the length of an axis: the root of its eigenvalue, or 0 where rounding
// made that negative.
func root(x float64) float64 {
	if x > 0 {
		return math.Sqrt(x)
	}
	return 0
}

// gather is the weighted sums over the members, in the order of their ranks:
// zw = Σ w z over the parents, and the rank-μ update cmu Σ w y y', a tile of
// members at a time.
func (p *plan) gather(m *model, l *level, r *params, z, y []float64, s *scratch) {
	n := p.n
	clear(s.zw)
	clear(s.sum)
	last := l.mu
	if r.active {
		last = l.lambda
	}
	for first := 0; first < last; first += tile {
		count := min(tile, last-first)
		for t, i := range s.order[first : first+count] {
			w, own := l.weights[first+t], z[i*n:(i+1)*n]
			if first+t < l.mu {
				combine(s.zw, own, 0, l.weights[first+t:first+t+1])
			} else { // (46)
				w = negative(w, own)
			}
			s.w[t] = float64(l.cmu * w)
			copy(s.tile[t*n:], y[i*n:(i+1)*n])
		}
		if p.separable() {
			for t, w := range s.w[:count] {
				for j, x := range s.tile[t*n : (t+1)*n] {
					s.sum[j] += float64(float64(w*x) * x)
				}
			}
			continue
		}
		for j := range n { // a row from its diagonal on
			for t, w := range s.w[:count] {
				s.factors[t] = float64(w * s.tile[t*n+j])
			}
			combine(s.sum[j*n+j:(j+1)*n], s.tile[j:], n, s.factors[:count])
		}
	}
	if !p.separable() {
		mirror(s.sum, n)
	}
}

// mirror fills what is below the diagonal.
func mirror(a []float64, n int) {
	for j := range n {
		for k := range j {
			a[j*n+k] = a[k*n+j]
		}
	}
}

// negative is the negative weight of a member with deviates z.
func negative(w float64, z []float64) float64 {
	square := 0.0
	for _, x := range z {
		square += float64(x * x)
	}
	if square == 0 {
		return 0
	}
	return float64(w * (float64(len(z)) / square))
}

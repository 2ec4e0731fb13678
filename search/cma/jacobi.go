package cma

import "math"

const (
	// mostSweeps ends a decomposition that does not; two or three are usual.
	mostSweeps = 20
	// negligible is the square of a correlation that counts as none, and small that
	// of one that needs no further sweep, once it is turned: what a turn leaves
	// elsewhere is of the second order. What is sampled is random anyway.
	negligible = 1e-14
	small      = 1e-8
)

// jacobi takes symmetric matrices apart: a = v diag v'. A sweep turns every pair
// of axes once, in rounds of disjoint pairs, so that the turns of a round
// can be made at once: each element of a and v comes from elements of before
// the round.
type jacobi struct {
	n    int
	side int       // of a: see sideOf
	a    []float64 // side × side
	v    []float64 // n × n; the rows are axes
	turn []turn    // of a round, by slot
}

// turn is the rotation of a pair of axes.
type turn struct {
	p, q    int // p < q
	c, s, t float64
	idle    bool // nothing to turn
	large   bool // another sweep is needed
}

func newJacobi(n int) *jacobi {
	side := sideOf(n)
	return &jacobi{n, side, make([]float64, side*side), make([]float64, n*n), make([]turn, side/2)}
}

// sideOf is the side of a matrix for n axes: even, so that all have a partner in
// every round, and at least 4, for compilers stumble over loops of one round.
// What is beyond the axes is 0 and never turned.
func sideOf(n int) int { return max(4, n+n&1) }

// pair is slot k of a round: of all players, the last stays and the others go
// round the table.
func pair(side, round, k int) (p, q int) {
	p, q = (round+k)%(side-1), (round+side-1-k)%(side-1)
	if k == 0 {
		q = side - 1
	}
	return min(p, q), max(p, q)
}

// load sets out from the axes b of an earlier matrix, which are nearly those of
// c: a = b' c b, v = b.
func (e *jacobi) load(c, b []float64) {
	n := e.n
	for k := range n { // v = c b for now
		rotate(e.v[k*n:(k+1)*n], c, b[k*n:(k+1)*n])
	}
	clear(e.a)
	for p := range n {
		axis := b[p*n : (p+1)*n]
		for q := p; q < n; q++ {
			sum := 0.0
			for i, x := range e.v[q*n : (q+1)*n] {
				sum += float64(axis[i] * x)
			}
			e.a[p*e.side+q], e.a[q*e.side+p] = sum, sum
		}
	}
	copy(e.v, b)
}

// solve makes a diagonal. It breaks off, and says false, when aborted says so.
func (e *jacobi) solve(aborted func() bool) bool {
	for range mostSweeps {
		again := false
		for round := range e.side - 1 {
			if e.round(round) {
				again = true
			}
			if e.n > 32 && aborted() {
				return false
			}
		}
		if !again {
			break
		}
	}
	return true
}

// round turns the pairs of a round and reports whether another sweep is needed.
func (e *jacobi) round(round int) (again bool) {
	turned := false
	for k := range e.turn {
		p, q := pair(e.side, round, k)
		e.turn[k] = angle(p, q, e.a[p*e.side+p], e.a[q*e.side+q], e.a[p*e.side+q])
		turned = turned || !e.turn[k].idle
		again = again || e.turn[k].large
	}
	if !turned {
		return false
	}
	for k := range e.turn {
		e.turnBlocks(k)
	}
	for k := range e.turn {
		if t := &e.turn[k]; !t.idle {
			p, q := e.v[t.p*e.n:][:e.n], e.v[t.q*e.n:][:e.n]
			for j, x := range p {
				y := q[j]
				p[j] = float64(t.c*x) - float64(t.s*y)
				q[j] = float64(t.s*x) + float64(t.c*y)
			}
		}
	}
	return again
}

// angle is the turn that makes the element apq vanish.
func angle(p, q int, app, aqq, apq float64) turn {
	square, scale := float64(apq*apq), math.Abs(float64(app*aqq))
	if square <= float64(negligible*scale) {
		return turn{p: p, q: q, c: 1, idle: true}
	}
	theta := (aqq - app) / float64(2*apq)
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(float64(t*t)+1)
	return turn{p: p, q: q, c: c, s: float64(t * c), t: t, large: !(square <= float64(small*scale))}
}

// turnBlocks turns the elements where pair k meets itself and the pairs after
// it. What lies on the other side of the diagonal is their mirror image.
func (e *jacobi) turnBlocks(k int) {
	a, w := e.a, e.side
	g := &e.turn[k]
	p, q := g.p, g.q
	if !g.idle {
		x := float64(g.t * a[p*w+q])
		a[p*w+p] -= x
		a[q*w+q] += x
		a[p*w+q], a[q*w+p] = 0, 0
	}
	for m := k + 1; m < len(e.turn); m++ {
		h := &e.turn[m]
		if g.idle && h.idle {
			continue
		}
		u, v := h.p, h.q
		pu, pv, qu, qv := a[p*w+u], a[p*w+v], a[q*w+u], a[q*w+v]
		x1 := float64(g.c*pu) - float64(g.s*qu)
		x2 := float64(g.c*pv) - float64(g.s*qv)
		y1 := float64(g.s*pu) + float64(g.c*qu)
		y2 := float64(g.s*pv) + float64(g.c*qv)
		pu = float64(h.c*x1) - float64(h.s*x2)
		pv = float64(h.s*x1) + float64(h.c*x2)
		qu = float64(h.c*y1) - float64(h.s*y2)
		qv = float64(h.s*y1) + float64(h.c*y2)
		a[p*w+u], a[u*w+p] = pu, pu
		a[p*w+v], a[v*w+p] = pv, pv
		a[q*w+u], a[u*w+q] = qu, qu
		a[q*w+v], a[v*w+q] = qv, qv
	}
}

// axis is the length of axis k: the root of its eigenvalue, or 0 where rounding
// made that negative.
func (e *jacobi) axis(k int) float64 {
	if x := e.a[k*e.side+k]; x > 0 {
		return math.Sqrt(x)
	}
	return 0
}

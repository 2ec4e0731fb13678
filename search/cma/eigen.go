package cma

import "math"

const (
	// mostSweeps ends the search for one eigenvalue; two or fewer are usual.
	mostSweeps = 30
	// negligible is an element beside the diagonal that counts as none, as a share
	// of its neighbors on it: eigenvalues change by its square, and the shortest axis
	// that restart.go accepts is 1e-7 of the longest. What is sampled is random anyway.
	negligible = 1e-10
	// tiny is what counts as none where the largest element is about 1: far above
	// where squares lose digits.
	tiny = 1e-140
	// mostTurns is how many turns are collected before the axes are turned.
	mostTurns = 1 << 16
)

// eigen takes symmetric matrices apart: c = b' diag b, where the rows of b are
// axes. Householder's reflections make the matrix tridiagonal, then sweeps of
// implicit QL with Wilkinson's shift make it diagonal (Golub and Van Loan, Matrix
// Computations, 8.3). The turns of a sweep follow from the tridiagonal matrix
// alone, so they are collected and applied to some coordinates of all axes
// at a time, which stay in the cache. On devices each work-item has a coordinate.
type eigen struct {
	n      int
	a, q   []float64 // n × n: the matrix; the product of the reflections, rows are coordinates
	d, e   []float64 // the diagonal, and what is beside it: e[i] is between i and i + 1
	h      []float64 // u'u/2 of the reflections, 0: none
	v      []float64 // room for a vector
	back   float64   // what eigenvalues are multiplied by at the end
	turns  []turn
	sweeps []sweep
	panel  []float64 // some coordinates of all axes
}

// turn is a rotation of two neighboring axes by its cosine and sine.
type turn struct{ c, s float64 }

// sweep is a run of turns: of the axes high-1 and high, then of those before, down
// to low and low+1.
type sweep struct{ low, high int }

func newEigen(n int) *eigen {
	e := &eigen{n: n, a: make([]float64, n*n), q: make([]float64, n*n), panel: make([]float64, panelWidth*n)}
	for _, v := range []*[]float64{&e.d, &e.e, &e.h, &e.v} {
		*v = make([]float64, n)
	}
	return e
}

// solve fills b with the axes of c and lengths with their lengths: the roots of
// the eigenvalues, or 0 where rounding made them negative. A matrix that is 0 or
// below 2^-1022, or that has an element that is no number, has axes without length.
// It breaks off, and says false, when aborted says so.
func (e *eigen) solve(c, b, lengths []float64, aborted func() bool) bool {
	e.load(c)
	for i := e.n - 1; i > 0; i-- {
		e.reduce(i)
		if e.n > 64 && aborted() {
			return false
		}
	}
	e.d[0] = e.a[0]
	e.accumulate()
	if e.n > 64 && aborted() {
		return false
	}
	for k := range e.n {
		for range mostSweeps {
			if !e.sweep(k) {
				break
			}
			if len(e.turns) >= mostTurns { // a matrix that is hard beyond measure
				if aborted() {
					return false
				}
				e.turn(e.q)
			}
		}
	}
	e.turn(e.q)
	for k, x := range e.d {
		lengths[k] = root(float64(x * e.back))
		for j := range e.n {
			b[k*e.n+j] = e.q[j*e.n+k]
		}
	}
	return true
}

// load makes a the matrix c, scaled by a power of two so that its largest element
// is from 1 to 2, and 0 where there is no such power. The largest element of a
// covariance matrix is on its diagonal.
func (e *eigen) load(c []float64) {
	largest := 0.0
	for k := range e.n {
		x := c[k*e.n+k]
		if !(x >= 0) {
			x = math.Inf(1)
		}
		largest = max(largest, x)
	}
	exponent := math.Float64bits(largest) >> 52
	scale := math.Float64frombits((2046 - exponent) << 52)
	e.back = math.Float64frombits(exponent << 52)
	if exponent == 0 || exponent >= 2046 {
		clear(e.a)
		return
	}
	for i, x := range c {
		e.a[i] = float64(x * scale)
	}
}

// reduce makes row i zero left of the element beside the diagonal, by a
// reflection I - uu'/h of the axes before i; u stays in the row.
func (e *eigen) reduce(i int) {
	n := e.n
	u, p := e.a[i*n:i*n+i], e.v[:i]
	e.d[i] = e.a[i*n+i]
	f, square := u[i-1], 0.0
	for _, x := range u[:i-1] {
		square += float64(x * x)
	}
	if square <= tiny*tiny {
		e.e[i-1], e.h[i] = f, 0
		return
	}
	square += float64(f * f)
	g := math.Sqrt(square)
	if f > 0 {
		g = -g
	}
	h := square - float64(f*g)
	u[i-1] = f - g
	e.e[i-1], e.h[i] = g, h

	clear(p)
	combine(p, e.a, n, u)
	k := 0.0
	for j, x := range p {
		p[j] = x / h
		k += float64(u[j] * p[j])
	}
	k /= float64(2 * h)
	for j, x := range u {
		p[j] -= float64(k * x)
	}
	for j := range i {
		subtract(e.a[j*n:j*n+i], u, p, u[j], p[j])
	}
}

// accumulate makes q the product of the reflections.
func (e *eigen) accumulate() {
	n := e.n
	clear(e.q)
	for k := range n {
		e.q[k*n+k] = 1
	}
	for i := 1; i < n; i++ {
		h := e.h[i]
		if h == 0 {
			continue
		}
		u, g := e.a[i*n:i*n+i], e.v[:i]
		clear(g)
		combine(g, e.q, n, u)
		for k := range g {
			g[k] = -g[k] / h
		}
		for k := range u {
			combine(e.q[k*n:k*n+i], g, 0, u[k:k+1])
		}
	}
}

// sweep makes a sweep of QL from the next element that is negligible up to
// eigenvalue k, and collects its turns. It reports false where k is found.
func (e *eigen) sweep(k int) bool {
	d, b := e.d, e.e
	m := k
	for m+1 < e.n && !(math.Abs(b[m]) <= float64(negligible*(math.Abs(d[m])+math.Abs(d[m+1])))+tiny) {
		m++
	}
	if m == k {
		return false
	}
	g := (d[k+1] - d[k]) / float64(2*b[k])
	r := math.Sqrt(float64(g*g) + 1)
	if g < 0 {
		r = -r
	}
	g = d[m] - d[k] + b[k]/(g+r)
	c, s, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= k; i-- {
		f, x := float64(s*b[i]), float64(c*b[i])
		r = math.Sqrt(float64(f*f) + float64(g*g))
		b[i+1] = r
		if c, s = 1, 0; r > 0 {
			t := 1 / r
			c, s = float64(g*t), float64(f*t)
		}
		g = d[i+1] - p
		r = float64((d[i]-g)*s) + float64(float64(2*c)*x)
		p = float64(s * r)
		d[i+1] = g + p
		g = float64(c*r) - x
		e.turns = append(e.turns, turn{c, s})
	}
	d[k] -= p
	b[k] = g
	if m+1 < e.n {
		b[m] = 0
	}
	e.sweeps = append(e.sweeps, sweep{k, m})
	return true
}

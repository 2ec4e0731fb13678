package qap

import (
	"fmt"
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
)

var _ problem.Exchanger = (*assignment)(nil)

// number is what tables are made of: as few bits as all sums fit.
type number interface{ int32 | int64 }

// constants is what does not depend on the permutation: the matrices that w (see the
// package) is a product of,
//
//	w[i][x] = Σ_k f[k][i]·g[p(k)][x], plus the same with f2 and g2 where neither A nor B is symmetric,
//
// and
//
//	sa[i][j] = a[i][i] - a[i][j] - a[j][i] + a[j][j], sb likewise,
//	ta[i][j] = a[i][j] - a[j][i], tb likewise,
//
// the latter only where neither matrix is symmetric.
type constants[T number] struct {
	n              int
	evenB          bool // B is symmetric, so that sums of three of its spreads are even
	f, g, f2, g2   []T
	sa, sb, ta, tb []T
}

func newConstants[T number](q *Instance) *constants[T] {
	n := q.Size
	// made sums up, for each place of a matrix, its number, that of the turned place, and
	// those of its row and its column on the diagonal.
	made := func(m []int64, sum func(here, turned, row, column int64) int64) []T {
		t := make([]T, n*n)
		for e, here := range m {
			i, j := e/n, e%n
			t[e] = T(sum(here, m[j*n+i], m[i*n+i], m[j*n+j]))
		}
		return t
	}
	same := func(here, _, _, _ int64) int64 { return here }
	turned := func(_, turned, _, _ int64) int64 { return turned }
	both := func(here, turned, _, _ int64) int64 { return here + turned }
	skew := func(here, turned, _, _ int64) int64 { return here - turned }
	spread := func(here, turned, row, column int64) int64 { return row - here - turned + column }
	c := &constants[T]{n: n, evenB: symmetric(q.B, n), sa: made(q.A, spread), sb: made(q.B, spread)}
	switch {
	case c.evenB:
		c.f, c.g = made(q.A, both), made(q.B, same)
	case symmetric(q.A, n):
		c.f, c.g = made(q.A, same), made(q.B, both)
	default:
		c.f, c.g, c.f2, c.g2 = made(q.A, turned), made(q.B, turned), made(q.A, same), made(q.B, same)
		c.ta, c.tb = made(q.A, skew), made(q.B, skew)
	}
	return c
}

// fits reports whether signed numbers of some bits hold all that a gain is made
// of: four entries of w, each at most the sum of a row of A and of a column times
// the largest of B, and products of sums of three spreads or skews.
func (q *Instance) fits(width int) bool {
	n := q.Size
	var row, a, b uint64
	for i := range n {
		sum := uint64(0)
		for j := range n {
			sum = min(sum, 1<<62) + uint64(q.A[i*n+j])>>1 + uint64(q.A[j*n+i])>>1 + 1
			a, b = max(a, uint64(q.A[i*n+j])), max(b, uint64(q.B[i*n+j]))
		}
		row = max(row, sum)
	}
	// 4·2·row·b and 2·12·4·a·4·b, each a quarter of the range.
	return bits.Len64(row)+bits.Len64(b)+3 < width-2 && bits.Len64(a)+bits.Len64(b)+9 < width-2
}

// Exchanges follows a permutation by a table in the order of its places. Every
// move is valued in constant time; an exchange takes O(n²) to make.
func (p *assignment) Exchanges() (problem.Exchanges, error) {
	if c := p.narrow(); c != nil {
		return newTable(p, c), nil
	}
	if !p.instance.fits(64) {
		return nil, fmt.Errorf("the numbers of %s are too large for local search, whose sums are to fit 62 bits; scale them down, or take the genetic algorithm", p.instance.Name)
	}
	return newTable(p, p.wide()), nil
}

// table is a permutation with v[i][k] = w[i][p(k)] - w[i][p(i)] (see the package), what
// place i would pay more for what place k has, and with sb and tb in its order.
type table[T number] struct {
	*constants[T]
	problem *assignment
	order   []uint16
	value   int64
	v       []T
	sbp     []T
	tbp     []T
	d, d2   []T // scratch, as are the rows of a product
	rows    [4][]T
}

func newTable[T number](p *assignment, c *constants[T]) *table[T] {
	n := c.n
	t := &table[T]{constants: c, problem: p, order: make([]uint16, n), v: make([]T, n*n), sbp: make([]T, n*n), d: make([]T, n), d2: make([]T, n)}
	if c.tb != nil {
		t.tbp = make([]T, n*n)
	}
	for r := range t.rows {
		t.rows[r] = make([]T, n)
	}
	return t
}

// Reset moves to another genome, in O(n³).
func (t *table[T]) Reset(g problem.Genome) { t.ResetUnless(func() bool { return false }, g) }

// ResetUnless is Reset that may be broken off: it asks after O(n²).
func (t *table[T]) ResetUnless(aborted func() bool, g problem.Genome) bool {
	n := t.n
	copy(t.order, g.Order)
	t.value = -t.problem.Evaluate(g)
	clear(t.v)
	for k, x := range t.order {
		t.gather(t.sbp[k*n:(k+1)*n], t.sb[int(x)*n:])
		if t.tbp != nil {
			t.gather(t.tbp[k*n:(k+1)*n], t.tb[int(x)*n:])
		}
	}
	if !t.multiply(aborted, t.f, t.g) || t.f2 != nil && !t.multiply(aborted, t.f2, t.g2) {
		return false
	}
	for i := range n {
		t.rebase(i, i)
	}
	return true
}

// multiply adds the product of two factors to the table, four rows of the second at
// a time, since a large table comes from memory for each.
func (t *table[T]) multiply(aborted func() bool, f, g []T) bool {
	n, k := t.n, 0
	for rows := t.rows; k+len(rows) <= n; k += len(rows) {
		if aborted() {
			return false
		}
		for r := range rows {
			t.gather(rows[r], g[int(t.order[k+r])*n:])
		}
		for i := range n {
			row := t.v[i*n : (i+1)*n]
			c0, c1, c2, c3 := f[k*n+i], f[(k+1)*n+i], f[(k+2)*n+i], f[(k+3)*n+i]
			if c0|c1|c2|c3 == 0 {
				continue
			}
			d0, d1, d2, d3 := rows[0][:n], rows[1][:n], rows[2][:n], rows[3][:n]
			for e := range row {
				row[e] += c0*d0[e] + c1*d1[e] + c2*d2[e] + c3*d3[e]
			}
		}
	}
	for ; k < n; k++ {
		t.gather(t.d, g[int(t.order[k])*n:])
		for i := range n {
			addTo(t.v[i*n:(i+1)*n], f[k*n+i], t.d)
		}
	}
	return !aborted()
}

// rebase makes what a place has in common with place k the zero of its row.
func (t *table[T]) rebase(i, k int) {
	row := t.v[i*t.n : (i+1)*t.n]
	own := row[k]
	for e := range row {
		row[e] -= own
	}
}

// gather puts a row of a matrix into the order of the places.
func (t *table[T]) gather(to, row []T) {
	for k, x := range t.order {
		to[k] = row[x]
	}
}

func addTo[T number](row []T, c T, d []T) {
	d = d[:len(row)]
	for k := range row {
		row[k] += c * d[k]
	}
}

// addLess is addTo, and subtracts a number.
func addLess[T number](row []T, c T, d []T, less T) {
	d = d[:len(row)]
	for k := range row {
		row[k] += c*d[k] - less
	}
}

// Genome is the permutation.
func (t *table[T]) Genome() problem.Genome { return problem.Genome{Order: t.order} }

// Score is minus the permutation's value.
func (t *table[T]) Score() problem.Score { return -t.value }

// ExchangeGains values the exchanges of i with all later places.
func (t *table[T]) ExchangeGains(i int, gains []problem.Score) {
	n := t.n
	if i+1 == n {
		return
	}
	row, sa, sb := t.v[i*n:(i+1)*n], t.sa[i*n:(i+1)*n], t.sbp[i*n:(i+1)*n]
	column := t.v[(i+1)*n+i:]
	row, sa, sb = row[i+1:], sa[i+1:], sb[i+1:]
	gains = gains[:len(row)]
	for e, v := range row {
		gains[e] = -problem.Score(v + column[e*n] + sa[e]*sb[e])
	}
}

// ExchangeGain values one exchange.
func (t *table[T]) ExchangeGain(i, j int) problem.Score {
	n := t.n
	return -problem.Score(t.v[i*n+j] + t.v[j*n+i] + t.sa[i*n+j]*t.sbp[i*n+j])
}

// RotationGains values the rotations of i, j and all places after both.
func (t *table[T]) RotationGains(i, j int, gains []problem.Score) {
	from := max(i, j) + 1
	t.rotations(i, j, from, gains[:t.n-from])
}

// RotationGain values one rotation.
func (t *table[T]) RotationGain(i, j, k int) problem.Score {
	var gain [1]problem.Score
	t.rotations(i, j, k, gain[:])
	return gain[0]
}

// rotations values those of i, j and as many places from k on as gains has. With
// d the unit vector of a facility's new location less that of its old one,
// what the moving facilities have among themselves is Σ a[u][v]·d[u]·B·d[v],
// and since d[k] = -d[i] - d[j] it comes down to spreads and, where neither
// matrix is symmetric, skews.
func (t *table[T]) rotations(i, j, from int, gains []problem.Score) {
	n := t.n
	vij := t.v[i*n+j]
	saij, sbij := t.sa[i*n+j], t.sbp[i*n+j]
	vj, sai, saj, sbi, sbj := t.v[j*n:(j+1)*n], t.sa[i*n:(i+1)*n], t.sa[j*n:(j+1)*n], t.sbp[i*n:(i+1)*n], t.sbp[j*n:(j+1)*n]
	for e := range gains {
		k := from + e
		moved := vij + vj[k] + t.v[k*n+i]
		x, y := sai[k]+saj[k]-saij, sbi[k]-sbij-sbj[k]
		var among T
		switch {
		case t.tbp != nil:
			u := t.ta[i*n+j] + t.ta[j*n+k] + t.ta[k*n+i]
			v := t.tbp[i*n+j] + t.tbp[j*n+k] + t.tbp[k*n+i]
			among = (x+u)/2*((y+v)/2) + (x-u)/2*((y-v)/2)
		case t.evenB:
			among = x * (y / 2)
		default:
			among = x / 2 * y
		}
		gains[e] = -problem.Score(moved + sai[k]*sbij + among + saj[k]*sbj[k])
	}
}

// Exchange exchanges the locations of two places.
func (t *table[T]) Exchange(r, s int) {
	if r == s {
		return
	}
	n := t.n
	r, s = min(r, s), max(r, s)
	t.value += int64(t.v[r*n+s] + t.v[s*n+r] + t.sa[r*n+s]*t.sbp[r*n+s])
	x, y := int(t.order[r]), int(t.order[s])
	gx, gy := t.g[x*n:(x+1)*n], t.g[y*n:(y+1)*n]
	for k, z := range t.order {
		t.d[k] = gy[z] - gx[z]
	}
	if t.g2 != nil {
		gx, gy = t.g2[x*n:(x+1)*n], t.g2[y*n:(y+1)*n]
		for k, z := range t.order {
			t.d2[k] = gy[z] - gx[z]
		}
	}
	fr, fs := t.f[r*n:(r+1)*n], t.f[s*n:(s+1)*n]
	for i := range n {
		row := t.v[i*n : (i+1)*n]
		at := i // the place whose location i will have
		switch i {
		case r:
			at = s
		case s:
			at = r
		}
		c := fr[i] - fs[i]
		own := row[at] + c*t.d[at]
		if t.f2 == nil {
			if c != 0 || own != 0 {
				addLess(row, c, t.d, own)
			}
		} else {
			c2 := t.f2[r*n+i] - t.f2[s*n+i]
			own += c2 * t.d2[at]
			addTo(row, c2, t.d2)
			addLess(row, c, t.d, own)
		}
		row[r], row[s] = row[s], row[r]
	}
	t.order[r], t.order[s] = t.order[s], t.order[r]
	swapPlaces(t.sbp, n, r, s)
	if t.tbp != nil {
		swapPlaces(t.tbp, n, r, s)
	}
}

// swapPlaces exchanges two rows and two columns.
func swapPlaces[T number](m []T, n, r, s int) {
	a, b := m[r*n:(r+1)*n], m[s*n:(s+1)*n]
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
	for i := 0; i < n*n; i += n {
		m[i+r], m[i+s] = m[i+s], m[i+r]
	}
}

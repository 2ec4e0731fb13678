package qap

import "github.com/warbler-opt/warbler/problem"

// State is a permutation that changes by exchanges and rotations. It keeps the
// table
//
//	w[i][x] = Σ_k (a[i][k]·b[x][p(k)] + a[k][i]·b[p(k)][x]),
//
// what facility i has to do with all others if it stands on location x and they
// where they are. By it every move is valued in constant time; making one then
// takes O(n²), and Reset O(n³). Luong, Melab and Talbi (2010, section IV.A) value
// a move in O(n).
//
// Sums may leave 64 bits on the way; arithmetic modulo 2^64 gives every
// difference of two values right all the same.
type State struct {
	instance *Instance
	factors  *factors
	order    []uint16
	value    int64
	w        []int64
	row      []int64 // scratch: a difference of two rows
	second   []int64 // scratch: the same, where there are two tables
}

// factors are the matrices that w is a product of: w = Σ_k f[i][k]·g[p(k)][x],
// plus the same with f2 and g2 where neither A nor B is symmetric.
type factors struct{ f, g, f2, g2 []int64 }

func newFactors(q *Instance) *factors {
	n := q.Size
	switch {
	case symmetric(q.B, n):
		return &factors{f: withTranspose(q.A, n), g: q.B}
	case symmetric(q.A, n):
		return &factors{f: q.A, g: withTranspose(q.B, n)}
	}
	return &factors{f: q.A, g: transpose(q.B, n), f2: transpose(q.A, n), g2: q.B}
}

func transpose(m []int64, n int) []int64 {
	t := make([]int64, n*n)
	for e, v := range m {
		t[e%n*n+e/n] = v
	}
	return t
}

func withTranspose(m []int64, n int) []int64 {
	t := transpose(m, n)
	for e, v := range m {
		t[e] += v
	}
	return t
}

// NewState starts at a genome, which is copied.
func (p *Problem) NewState(g problem.Genome) *State {
	n := p.instance.Size
	s := &State{
		instance: p.instance, factors: p.table(),
		order: make([]uint16, n), w: make([]int64, n*n), row: make([]int64, n), second: make([]int64, n),
	}
	s.Reset(g)
	return s
}

// Reset moves to another genome.
func (s *State) Reset(g problem.Genome) {
	n := len(s.order)
	copy(s.order, g.Order)
	clear(s.w)
	fill := func(f, g []int64) {
		for i := range n {
			w := s.w[i*n : (i+1)*n]
			for k, c := range f[i*n : (i+1)*n] {
				if c != 0 {
					add(w, c, g[int(s.order[k])*n:])
				}
			}
		}
	}
	fill(s.factors.f, s.factors.g)
	if s.factors.f2 != nil {
		fill(s.factors.f2, s.factors.g2)
	}
	s.value = 0
	for i, x := range s.order {
		for j, y := range s.order {
			s.value += s.instance.A[i*n+j] * s.instance.B[int(x)*n+int(y)]
		}
	}
}

// add adds c times a row to w.
func add(w []int64, c int64, row []int64) {
	row = row[:len(w)]
	for x := range w {
		w[x] += c * row[x]
	}
}

// Genome is the permutation; it shares the state's memory and must not be
// changed but by moves.
func (s *State) Genome() problem.Genome { return problem.Genome{Order: s.order} }

// Value is the permutation's value.
func (s *State) Value() int64 { return s.value }

// Score is the permutation's score.
func (s *State) Score() problem.Score { return -s.value }

// Cost is w[i][x], modulo 2^64.
func (s *State) Cost(i, x int) int64 { return s.w[i*len(s.order)+x] }

// ExchangeGain is how much an exchange of the locations of i and j would raise
// the score, in constant time.
func (s *State) ExchangeGain(i, j int) problem.Score {
	n := len(s.order)
	x, y := int(s.order[i]), int(s.order[j])
	a, b := s.instance.A, s.instance.B
	wi, wj := s.w[i*n:], s.w[j*n:]
	return wi[x] - wi[y] + wj[y] - wj[x] -
		(a[i*n+i]-a[i*n+j]-a[j*n+i]+a[j*n+j])*(b[x*n+x]-b[x*n+y]-b[y*n+x]+b[y*n+y])
}

// RotationGain is how much a rotation would raise the score, in constant time:
// i goes to the location of j, j to that of k and k to that of i. The other
// direction is RotationGain(i, k, j).
func (s *State) RotationGain(i, j, k int) problem.Score {
	n := len(s.order)
	x, y, z := int(s.order[i]), int(s.order[j]), int(s.order[k])
	a, b := s.instance.A, s.instance.B
	wi, wj, wk := s.w[i*n:], s.w[j*n:], s.w[k*n:]
	moved := wi[y] - wi[x] + wj[z] - wj[y] + wk[x] - wk[z]
	// What the moving facilities have among themselves was counted as if the
	// others stood still: Σ a[u][v]·d[u]·B·d[v], with d[u] the unit vector of u's
	// new location less that of its old one. Since d[k] = -d[i] - d[j], four
	// products are left of nine.
	ii := b[y*n+y] - b[y*n+x] - b[x*n+y] + b[x*n+x]
	ij := b[y*n+z] - b[y*n+y] - b[x*n+z] + b[x*n+y]
	ji := b[z*n+y] - b[z*n+x] - b[y*n+y] + b[y*n+x]
	jj := b[z*n+z] - b[z*n+y] - b[y*n+z] + b[y*n+y]
	kk := a[k*n+k]
	among := (a[i*n+i]-a[i*n+k]-a[k*n+i]+kk)*ii + (a[i*n+j]-a[i*n+k]-a[k*n+j]+kk)*ij +
		(a[j*n+i]-a[j*n+k]-a[k*n+i]+kk)*ji + (a[j*n+j]-a[j*n+k]-a[k*n+j]+kk)*jj
	return -(moved + among)
}

// Exchange exchanges the locations of i and j, in O(n²).
func (s *State) Exchange(i, j int) {
	n := len(s.order)
	s.value -= s.ExchangeGain(i, j)
	x, y := int(s.order[i]), int(s.order[j])
	t := s.factors
	difference(s.row, t.g[y*n:], t.g[x*n:])
	if t.f2 != nil {
		difference(s.second, t.g2[y*n:], t.g2[x*n:])
	}
	for k := range n {
		w := s.w[k*n : (k+1)*n]
		if c := t.f[k*n+i] - t.f[k*n+j]; c != 0 {
			add(w, c, s.row)
		}
		if t.f2 != nil {
			if c := t.f2[k*n+i] - t.f2[k*n+j]; c != 0 {
				add(w, c, s.second)
			}
		}
	}
	s.order[i], s.order[j] = s.order[j], s.order[i]
}

// difference sets d to the first row less the second.
func difference(d, first, second []int64) {
	first, second = first[:len(d)], second[:len(d)]
	for x := range d {
		d[x] = first[x] - second[x]
	}
}

// Rotate moves i to the location of j, j to that of k and k to that of i, in
// O(n²).
func (s *State) Rotate(i, j, k int) {
	s.Exchange(i, j)
	s.Exchange(j, k)
}

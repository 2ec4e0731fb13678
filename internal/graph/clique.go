package graph

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// cliqueWork is how much Clique does before it is content with what it has, in words and
// edges looked at: well under a second.
const cliqueWork = 1 << 24

// Clique is a set of vertices that are all joined, so no coloring has fewer colors than it
// has vertices. It is a largest one unless finding that takes too long, or ctx ends.
//
// Of every clique one vertex is the first in an order of smallest degrees last, and the
// others are among its later neighbors, of which there are few where a graph is sparse.
// In these small graphs, those of the densest part first, a branch and bound takes the
// number of colors of a greedy coloring for the bound (Tomita and Seki 2003), with sets of
// vertices as words (San Segundo et al. 2011).
func (g Graph) Clique(ctx context.Context) []int {
	s := &cliques{ctx: ctx, best: g.greedyClique(), left: cliqueWork}
	order := g.smallestLast()
	rank := make([]int, len(order))
	for i, v := range order {
		rank[v] = i
	}
	place := make([]int32, len(order)) // in the small graph, from 1
	for i := len(order) - 1; i >= 0 && s.left > 0 && ctx.Err() == nil; i-- {
		v := order[i]
		var later []int
		for _, u := range g.Of(v) {
			if rank[u] > i {
				later = append(later, int(u))
			}
		}
		if len(later) >= len(s.best) {
			s.among(g, v, later, place)
		}
	}
	slices.Sort(s.best)
	return s.best
}

// smallestLast orders the vertices: each has fewest neighbors among those that come
// after it.
func (g Graph) smallestLast() []int {
	n := g.Vertices()
	degree, most := make([]int, n), 0
	for v := range degree {
		degree[v] = len(g.Of(v))
		most = max(most, degree[v])
	}
	at := make([][]int, most+1) // by degree, some of them out of date
	for v, d := range degree {
		at[d] = append(at[d], v)
	}
	order := make([]int, 0, n)
	for d := 0; len(order) < n; {
		if len(at[d]) == 0 {
			d++
			continue
		}
		v := at[d][len(at[d])-1]
		at[d] = at[d][:len(at[d])-1]
		if degree[v] != d {
			continue
		}
		degree[v] = -1 // it has its place
		order = append(order, v)
		for _, u := range g.Of(v) {
			if degree[u] > 0 {
				degree[u]--
				at[degree[u]] = append(at[degree[u]], int(u))
				d = min(d, degree[u])
			}
		}
	}
	return order
}

// cliques is a search for cliques.
type cliques struct {
	ctx   context.Context
	best  []int
	left  int // work
	looks int

	joined  [][]uint64 // of a small graph: the neighbors of each vertex
	names   []int      // its vertices in the graph
	current []int
	levels  []*level
}

// among looks for a larger clique of a vertex and others.
func (s *cliques) among(g Graph, v int, others []int, place []int32) {
	for i, u := range others {
		place[u] = int32(i) + 1
	}
	degree := make(map[int]int, len(others))
	for _, u := range others {
		s.left -= len(g.Of(u))
		for _, w := range g.Of(u) {
			if place[w] > 0 {
				degree[u]++
			}
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(degree[b], degree[a]) })
	words := (len(others) + 63) / 64
	all := make([]uint64, words)
	s.joined, s.names, s.current = make([][]uint64, len(others)), others, append(s.current[:0], v)
	for i, u := range others {
		place[u] = int32(i) + 1
		all[i/64] |= 1 << (i % 64)
	}
	for i, u := range others {
		row := make([]uint64, words)
		for _, w := range g.Of(u) {
			if p := int(place[w]) - 1; p >= 0 {
				row[p/64] |= 1 << (p % 64)
			}
		}
		s.joined[i] = row
	}
	for _, u := range others {
		place[u] = 0
	}
	s.greedy(all)
	if len(others) >= len(s.best) {
		s.extend(all)
	}
}

// greedy takes the vertex that is joined to most of those left, until none is.
func (s *cliques) greedy(open []uint64) {
	start, next := len(s.current), slices.Clone(open)
	for {
		best, most := -1, -1
		for w, word := range next {
			for ; word != 0; word &= word - 1 {
				v := w*64 + bits.TrailingZeros64(word)
				joined := 0
				for i, x := range s.joined[v] {
					joined += bits.OnesCount64(x & next[i])
				}
				if s.left -= len(next); joined > most {
					best, most = v, joined
				}
			}
		}
		if best < 0 {
			break
		}
		s.current = append(s.current, s.names[best])
		for i, x := range s.joined[best] {
			next[i] &= x
		}
	}
	if len(s.current) > len(s.best) {
		s.best = slices.Clone(s.current)
	}
	s.current = s.current[:start]
}

// level is what extend needs at a depth.
type level struct {
	next, left, class []uint64
	order, colors     []int
}

// extend looks for a larger clique of the current vertices and some of those that are
// joined to all of them.
func (s *cliques) extend(open []uint64) {
	if s.looks++; s.looks%1024 == 0 && s.ctx.Err() != nil {
		s.left = 0
	}
	depth := len(s.current) - 1
	if depth == len(s.levels) {
		s.levels = append(s.levels, &level{})
	}
	l := s.levels[depth]
	s.color(l, open)
	l.next = slices.Grow(l.next[:0], len(open))[:len(open)]
	for i := len(l.order) - 1; i >= 0 && s.left > 0; i-- {
		if len(s.current)+l.colors[i] <= len(s.best) {
			return
		}
		v := l.order[i]
		s.current = append(s.current, s.names[v])
		some := uint64(0)
		for w, x := range open {
			l.next[w] = x & s.joined[v][w]
			some |= l.next[w]
		}
		if some != 0 {
			s.extend(l.next)
		} else if len(s.current) > len(s.best) {
			s.best = slices.Clone(s.current)
		}
		s.current = s.current[:len(s.current)-1]
		open[v/64] &^= 1 << (v % 64)
	}
}

// color colors vertices greedily, and lists those that a larger clique may have by their
// colors, which count from 1: those up to a vertex have no clique larger than its color.
func (s *cliques) color(l *level, set []uint64) {
	l.order, l.colors = l.order[:0], l.colors[:0]
	l.left = append(l.left[:0], set...)
	least := len(s.best) - len(s.current) // colors that are not worth a look
	for color := 1; ; color++ {
		l.class = append(l.class[:0], l.left...)
		s.left -= 2 * len(set)
		none := true
		for w := range l.class {
			for l.class[w] != 0 {
				none = false
				v := w*64 + bits.TrailingZeros64(l.class[w])
				l.left[w] &^= 1 << (v % 64)
				l.class[w] &^= 1 << (v % 64)
				row := s.joined[v]
				for i := w; i < len(row); i++ {
					l.class[i] &^= row[i]
				}
				if s.left -= len(row) - w; color > least {
					l.order, l.colors = append(l.order, v), append(l.colors, color)
				}
			}
		}
		if none {
			return
		}
	}
}

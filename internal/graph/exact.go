package graph

import (
	"context"
	"slices"
)

// Exact improves a coloring as far as possible, and reports whether the one it returns
// is proven to have fewest colors. It is DSATUR as a branch and bound (Brélaz 1979): the
// vertex whose neighbors have most colors gets each color that it can have, and one
// that is new if there are still fewer than the best coloring has. The vertices of a
// clique have their colors from the beginning. It gives up after so many steps, each of
// which looks at a vertex or an edge (0: never), or when ctx ends.
func (g Graph) Exact(ctx context.Context, coloring, clique []int, steps int) (best []int, proven bool) {
	n := g.Vertices()
	best, colors := Number(coloring)
	s := &exact{
		Graph: g, ctx: ctx, best: best, colors: colors, least: max(1, len(clique)), left: steps, limited: steps > 0,
		color: slices.Repeat([]int{-1}, n), near: make([][]uint32, n), open: make([]int, n), saturation: make([]int, n),
	}
	for v := range n {
		s.near[v] = make([]uint32, colors)
		s.open[v] = len(g.Of(v))
	}
	for i, v := range clique {
		s.paint(v, i)
	}
	s.branch(n-len(clique), len(clique))
	return s.best, !s.stopped
}

// exact is the state of a branch and bound.
type exact struct {
	Graph
	ctx     context.Context
	best    []int // coloring so far
	colors  int   // of it
	least   int   // no coloring has fewer
	left    int   // steps
	limited bool
	nodes   int
	stopped bool // before it has seen all

	color      []int      // of each vertex, or -1
	near       [][]uint32 // by vertex and color: neighbors that have it
	saturation []int      // colors of the neighbors
	open       []int      // neighbors without a color
}

// branch colors the vertices that are left, with used colors so far.
func (s *exact) branch(left, used int) {
	if left == 0 {
		s.best, s.colors = slices.Clone(s.color), used
		return
	}
	if s.nodes++; s.nodes%256 == 0 && s.ctx.Err() != nil || s.limited && s.left < 0 {
		s.stopped = true
		return
	}
	s.left -= len(s.color)
	v := -1
	for u, c := range s.color {
		if c < 0 && (v < 0 || s.saturation[u] > s.saturation[v] || s.saturation[u] == s.saturation[v] && s.open[u] > s.open[v]) {
			v = u
		}
	}
	s.left -= 2 * len(s.Of(v))
	for c := 0; c <= used && max(used, c+1) < s.colors && s.colors > s.least && !s.stopped; c++ {
		if s.near[v][c] == 0 {
			s.paint(v, c)
			s.branch(left-1, max(used, c+1))
			s.unpaint(v)
		}
	}
}

func (s *exact) paint(v, c int) {
	s.color[v] = c
	for _, u := range s.Of(v) {
		if s.open[u]--; s.near[u][c] == 0 {
			s.saturation[u]++
		}
		s.near[u][c]++
	}
}

func (s *exact) unpaint(v int) {
	c := s.color[v]
	s.color[v] = -1
	for _, u := range s.Of(v) {
		s.open[u]++
		if s.near[u][c]--; s.near[u][c] == 0 {
			s.saturation[u]--
		}
	}
}

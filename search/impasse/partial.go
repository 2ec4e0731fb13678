package impasse

// none is the color of an open vertex.
const none = -1

// partial is a coloring of some vertices, of which no neighbors have the same color.
type partial struct {
	*plan
	color  []int16
	open   []int32 // vertices without a color
	place  []int32 // by vertex: where it is among them, or -1
	weight []int32 // by vertex and color: the degrees of its neighbors of this color
}

func newPartial(p *plan) *partial {
	n := p.Vertices()
	s := &partial{plan: p, color: make([]int16, n), place: make([]int32, n), weight: make([]int32, n*p.colors)}
	for v := range n {
		s.color[v] = none
		s.release(int32(v))
	}
	return s
}

// release makes a vertex without a color open.
func (s *partial) release(v int32) {
	s.place[v] = int32(len(s.open))
	s.open = append(s.open, v)
}

// shift adds the degree of a vertex, or takes it away, where its neighbors look up how
// heavy a color is.
func (s *partial) shift(v int32, color int16, sign int32) {
	change := sign * int32(len(s.Of(int(v))))
	for _, w := range s.Of(int(v)) {
		s.weight[int(w)*s.colors+int(color)] += change
	}
}

// give gives an open vertex a color. Neighbors that have it become open.
func (s *partial) give(v int32, color int16) {
	if s.weight[int(v)*s.colors+int(color)] > 0 {
		for _, w := range s.Of(int(v)) {
			if s.color[w] == color {
				s.color[w] = none
				s.shift(int32(w), color, -1)
				s.release(int32(w))
			}
		}
	}
	s.take(v, color)
}

// take gives an open vertex a color that no neighbor has.
func (s *partial) take(v int32, color int16) {
	last := s.open[len(s.open)-1]
	s.open[s.place[v]], s.place[last] = last, s.place[v]
	s.open = s.open[:len(s.open)-1]
	s.place[v], s.color[v] = -1, color
	s.shift(v, color, 1)
}

// keep gives vertices the colors that they have in a coloring, in the order of their
// numbers, unless a neighbor has it already.
func (s *partial) keep(color func(v int) int) {
	for v := range s.color {
		if c := color(v); c < s.colors && s.weight[v*s.colors+c] == 0 {
			s.take(int32(v), int16(c))
		}
	}
}

// complete fills a coloring of all vertices and counts its conflicts: open ones get the
// color that has the least weight among their neighbors.
func (s *partial) complete(to []uint8) (conflicts int64) {
	for v, c := range s.color {
		if c != none {
			to[v] = uint8(c)
		}
	}
	for i, v := range s.open {
		least := 0
		row := s.weight[int(v)*s.colors : (int(v)+1)*s.colors]
		for c, x := range row {
			if x < row[least] {
				least = c
			}
		}
		to[v] = uint8(least)
		for _, w := range s.Of(int(v)) {
			if to[w] == uint8(least) && s.place[w] < int32(i) {
				conflicts++
			}
		}
	}
	return conflicts
}

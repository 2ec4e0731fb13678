package tour

import (
	"cmp"
	"slices"
)

// Greedy is a tour made of the shortest edges that fit together (Bentley 1992): those
// between neighbors first, and then those between the ends of the paths that they make.
// aborted says that work is to be left.
func Greedy(c *Cities, n *Neighbors, parallel ParallelFor, aborted func() bool) []int32 {
	p := &paths{cities: c, link: make([][2]int32, c.n), end: make([]int32, c.n), aborted: aborted}
	for i := range p.link {
		p.link[i], p.end[i] = [2]int32{-1, -1}, int32(i)
	}
	p.join(p.neighborEdges(n, parallel), parallel)
	for each := 5; p.edges < c.n-1 && !aborted(); {
		ends := p.ends()
		each = min(each, len(ends)-1)
		before := p.edges
		p.join(p.endEdges(ends, each, parallel), parallel)
		if p.edges == before {
			each *= 2
		}
	}
	return p.order()
}

// paths become a tour.
type paths struct {
	cities  *Cities
	link    [][2]int32 // the neighbors of a city in its path, or -1
	end     []int32    // of the path that ends here the other end
	edges   int
	aborted func() bool
}

func byLength(x, y edge) int {
	return cmp.Or(cmp.Compare(x.length, y.length), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// neighborEdges are those of neighbor lists, each once. Few neighbors are enough: what
// they leave apart is joined later.
func (p *paths) neighborEdges(n *Neighbors, parallel ParallelFor) []edge {
	each := min(n.each, 6)
	return gather(p.cities.n, parallel, func(a int, list []edge) []edge {
		for _, b := range n.Of(a)[:each] {
			if int32(a) < b || !slices.Contains(n.Of(int(b))[:each], int32(a)) {
				list = append(list, edge{p.cities.Distance(a, int(b)), int32(a), b})
			}
		}
		return list
	})
}

// ends are the cities in which paths end. One that is alone is two of them.
func (p *paths) ends() (list []int32) {
	for i, l := range p.link {
		if l[1] < 0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// endEdges are those from each end of a path to some others.
func (p *paths) endEdges(ends []int32, each int, parallel ParallelFor) []edge {
	c := p.cities
	if !c.Located() {
		return gather(len(ends), parallel, func(i int, list []edge) []edge {
			from := len(list)
			for _, b := range ends {
				if a := ends[i]; a != b && p.end[a] != b {
					list = append(list, edge{c.Distance(int(a), int(b)), a, b})
				}
			}
			slices.SortFunc(list[from:], byLength)
			return list[:min(len(list), from+each)]
		})
	}
	t := newTree(c, ends, parallel)
	return gather(len(ends), parallel, func(i int, list []edge) []edge {
		a := t.cities[i]
		around := near{at: t.places[i], city: a, other: p.end[a], want: each}
		t.search(&around, 0, len(ends))
		for _, x := range around.found {
			list = append(list, edge{c.Distance(int(a), int(x.city)), a, x.city})
		}
		return list
	})
}

// join adds the edges that fit, the shortest first.
func (p *paths) join(list []edge, parallel ParallelFor) {
	for i, e := range sorted(list, parallel) {
		if i%(1<<16) == 0 && p.aborted() {
			return
		}
		if p.link[e.a][1] >= 0 || p.link[e.b][1] >= 0 || p.end[e.a] == e.b {
			continue
		}
		for _, x := range [2][2]int32{{e.a, e.b}, {e.b, e.a}} {
			if l := &p.link[x[0]]; l[0] < 0 {
				l[0] = x[1]
			} else {
				l[1] = x[1]
			}
		}
		a, b := p.end[e.a], p.end[e.b]
		p.end[a], p.end[b] = b, a
		p.edges++
	}
}

// order is the tour that the paths make, one after the other if they are still several.
func (p *paths) order() []int32 {
	order := make([]int32, 0, len(p.link))
	seen := make([]bool, len(p.link))
	for i, l := range p.link {
		if l[1] >= 0 || seen[i] {
			continue
		}
		for at, from := int32(i), int32(-1); at >= 0; {
			seen[at] = true
			order = append(order, at)
			next := p.link[at][0]
			if next == from {
				next = p.link[at][1]
			}
			if at, from = next, at; at >= 0 && seen[at] {
				break
			}
		}
	}
	return order
}

package coloring

import (
	_ "embed"
	"fmt"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

var _ problem.Changer = (*Problem)(nil)

// maxTable bounds the counts that are kept of a coloring.
const maxTable = 1 << 27

// adjacency is the neighbors of every vertex v, from start[v] to start[v+1].
type adjacency struct{ start, list []uint32 }

func newAdjacency(g *Graph) adjacency {
	a := adjacency{start: make([]uint32, g.Vertices+1), list: make([]uint32, 2*len(g.Edges))}
	for _, e := range g.Edges {
		a.start[e.U+1]++
		a.start[e.V+1]++
	}
	for v := range g.Vertices {
		a.start[v+1] += a.start[v]
	}
	at := append([]uint32(nil), a.start...)
	for _, e := range g.Edges {
		a.list[at[e.U]], a.list[at[e.V]] = uint32(e.V), uint32(e.U)
		at[e.U]++
		at[e.V]++
	}
	return a
}

func (a adjacency) of(v int) []uint32 { return a.list[a.start[v]:a.start[v+1]] }

// Changes follows a coloring by the number of neighbors of every vertex in
// every color, so that a change is valued in constant time.
func (p *Problem) Changes(g problem.Genome) (problem.Changes, error) {
	if p.graph.Vertices*p.colors > maxTable {
		return nil, fmt.Errorf("coloring: %s: %d vertices in %d colors are too many for local search", p.graph.Name, p.graph.Vertices, p.colors)
	}
	c := &changes{problem: p, adjacency: p.adjacency(), symbols: make([]uint8, p.graph.Vertices), near: make([]uint32, p.graph.Vertices*p.colors)}
	c.Reset(g)
	return c, nil
}

// changes is a coloring; near[v·k + c] neighbors of v have color c.
type changes struct {
	adjacency
	problem   *Problem
	symbols   []uint8
	near      []uint32
	conflicts int64
}

// Reset moves to another genome.
func (c *changes) Reset(g problem.Genome) {
	copy(c.symbols, g.Symbols)
	clear(c.near)
	twice := int64(0)
	for v, s := range c.symbols {
		row := c.row(v)
		for _, u := range c.of(v) {
			row[c.symbols[u]]++
		}
		twice += int64(row[s])
	}
	c.conflicts = twice / 2
}

func (c *changes) row(v int) []uint32 {
	k := c.problem.colors
	return c.near[v*k : (v+1)*k]
}

// Genome is the coloring.
func (c *changes) Genome() problem.Genome { return problem.Genome{Symbols: c.symbols} }

// Score is minus the number of conflicts.
func (c *changes) Score() problem.Score { return -c.conflicts }

// ChangeGain is how many conflicts fewer vertex v has in a color.
func (c *changes) ChangeGain(v int, color uint8) problem.Score {
	row := c.row(v)
	return int64(row[c.symbols[v]]) - int64(row[color])
}

// Change gives vertex v a color.
func (c *changes) Change(v int, color uint8) {
	old := c.symbols[v]
	c.conflicts -= c.ChangeGain(v, color)
	c.symbols[v] = color
	for _, u := range c.of(v) {
		row := c.row(int(u))
		row[old]--
		row[color]++
	}
}

// ChangeKernel is Changes for devices.
func (p *Problem) ChangeKernel() problem.ChangeKernel {
	a := p.adjacency()
	data := make([]uint64, (len(a.start)+len(a.list)+1)/2)
	for i, x := range append(append([]uint32(nil), a.start...), a.list...) {
		data[i/2] |= uint64(x) << (i % 2 * 32)
	}
	return problem.ChangeKernel{
		Parts: []kernel.Part{{Name: "problem/coloring/moves.cl", Text: movesText}},
		Data:  data,
		Words: (p.graph.Vertices*p.colors + 1) / 2,
	}
}

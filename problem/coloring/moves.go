package coloring

import (
	_ "embed"
	"fmt"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

var _ problem.Changer = (*conflicts)(nil)

// maxTable bounds the counts that are kept of a coloring.
const maxTable = 1 << 27

// Changes follows a coloring by the number of neighbors of every vertex in
// every color, so that a change is valued in constant time.
func (p *conflicts) Changes(g problem.Genome) (problem.Changes, error) {
	if p.graph.Vertices*p.colors > maxTable {
		return nil, fmt.Errorf("coloring: %s: %d vertices in %d colors are too many for local search", p.graph.Name, p.graph.Vertices, p.colors)
	}
	c := &changes{problem: p, Graph: p.neighbors(), symbols: make([]uint8, p.graph.Vertices), near: make([]uint32, p.graph.Vertices*p.colors)}
	c.Reset(g)
	return c, nil
}

// changes is a coloring; near[v·k + c] neighbors of v have color c.
type changes struct {
	graph.Graph
	problem   *conflicts
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
		for _, u := range c.Of(v) {
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
	for _, u := range c.Of(v) {
		row := c.row(int(u))
		row[old]--
		row[color]++
	}
}

// ChangeKernel is Changes for devices.
func (p *conflicts) ChangeKernel() problem.MoveKernel {
	neighbors := p.neighbors()
	return problem.MoveKernel{
		Parts: []kernel.Part{{Name: "problem/coloring/moves.cl", Text: movesText}},
		Data:  words.Pack(32, neighbors.Start, neighbors.List),
		Words: (p.graph.Vertices*p.colors + 1) / 2,
	}
}

package coloring

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed coloring.cl
var kernelText string

// Problem is a graph and a number of colors as the searches see them. It is
// safe for concurrent use.
type Problem struct {
	graph     *Graph
	colors    int
	kernel    func() problem.Kernel
	adjacency func() adjacency
}

var (
	_ problem.Problem   = (*Problem)(nil)
	_ problem.Valued    = (*Problem)(nil)
	_ problem.Targeted  = (*Problem)(nil)
	_ problem.Hashed    = (*Problem)(nil)
	_ problem.Kernelled = (*Problem)(nil)
)

// New makes a problem of a graph, which must not change any more, and 2 to 256
// colors. The score of a genome is minus the number of edges that join two
// vertices of the same color.
func New(g *Graph, colors int) (*Problem, error) {
	if err := g.Validate(); err != nil {
		return nil, fmt.Errorf("coloring: %s: %w", g.Name, err)
	}
	p := &Problem{graph: g, colors: colors}
	if err := p.Representation().Validate(); err != nil {
		return nil, fmt.Errorf("coloring: %s: %d colors; there can be 2 to 256", g.Name, colors)
	}
	p.kernel = sync.OnceValue(p.makeKernel)
	p.adjacency = sync.OnceValue(func() adjacency { return newAdjacency(g) })
	return p, nil
}

// Name is "coloring".
func (p *Problem) Name() string { return "coloring" }

// Graph is what is colored; gene v is its vertex v.
func (p *Problem) Graph() *Graph { return p.graph }

// Representation is the color of each vertex.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.graph.Vertices, Alphabet: p.colors}
}

// Objective says that conflicts are to be minimized.
func (p *Problem) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Bound is the score of a coloring without conflicts.
func (p *Problem) Bound() (problem.Score, bool) { return 0, true }

// Hash identifies the graph and the number of colors.
func (p *Problem) Hash() [32]byte {
	graph := p.graph.Hash()
	return sha256.Sum256(append(graph[:], byte(p.colors-1)))
}

// Evaluate counts conflicts edge by edge.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	conflicts := problem.Score(0)
	for _, e := range p.graph.Edges {
		if g.Symbols[e.U] == g.Symbols[e.V] {
			conflicts++
		}
	}
	return -conflicts
}

// Kernel is the objective for devices.
func (p *Problem) Kernel() problem.Kernel { return p.kernel() }

// makeKernel packs each edge into a word, the lower vertex in the low half.
func (p *Problem) makeKernel() problem.Kernel {
	data := make([]uint64, len(p.graph.Edges))
	for i, e := range p.graph.Edges {
		data[i] = uint64(e.V)<<32 | uint64(e.U)
	}
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "COLORING_EDGES", Value: len(data)}},
		Parts:   []kernel.Part{{Name: "problem/coloring/coloring.cl", Text: kernelText}},
		Data:    data,
	}
}

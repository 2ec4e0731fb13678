package coloring

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed coloring.cl
var kernelText string

// maxColors is how many a problem can have; answers may have more.
const maxColors = 256

// conflicts is a graph and a number of colors as the searches see them. It is safe for
// concurrent use.
type conflicts struct {
	graph     *Graph
	colors    int
	kernel    func() problem.Kernel
	neighbors func() graph.Graph
}

var (
	_ problem.Valued    = (*conflicts)(nil)
	_ problem.Targeted  = (*conflicts)(nil)
	_ problem.Hashed    = (*conflicts)(nil)
	_ problem.Kernelled = (*conflicts)(nil)
	_ graph.Problem     = (*conflicts)(nil)
)

// New makes a problem of a graph, which must not change any more, and 2 to 256
// colors. Gene v is the color of vertex v. The score of a genome is minus the number of edges that join two
// vertices of the same color.
func New(g *Graph, colors int) (problem.Problem, error) {
	if err := g.validate(); err != nil {
		return nil, fmt.Errorf("coloring: %s: %w", g.Name, err)
	}
	p := &conflicts{graph: g, colors: colors}
	if err := p.Representation().Validate(); err != nil {
		return nil, fmt.Errorf("coloring: %s: %d colors; there can be 2 to %d", g.Name, colors, maxColors)
	}
	p.kernel = sync.OnceValue(p.makeKernel)
	p.neighbors = sync.OnceValue(func() graph.Graph { return graph.New(g.Vertices, g.Edges) })
	return p, nil
}

// Neighbors implements graph.Problem.
func (p *conflicts) Neighbors() graph.Graph { return p.neighbors() }

// Name is "coloring".
func (p *conflicts) Name() string { return "coloring" }

// Representation is the color of each vertex.
func (p *conflicts) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.graph.Vertices, Alphabet: p.colors}
}

// Objective says that conflicts are to be minimized.
func (p *conflicts) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Bound is the score of a coloring without conflicts.
func (p *conflicts) Bound() (problem.Score, bool) { return 0, true }

// Hash identifies the graph and the number of colors.
func (p *conflicts) Hash() [32]byte {
	inner := p.graph.hash()
	return sha256.Sum256(append(inner[:], byte(p.colors-1)))
}

// Evaluate counts conflicts edge by edge.
func (p *conflicts) Evaluate(g problem.Genome) problem.Score {
	count := problem.Score(0)
	for _, e := range p.graph.Edges {
		if g.Symbols[e[0]] == g.Symbols[e[1]] {
			count++
		}
	}
	return -count
}

// Kernel is the objective for devices.
func (p *conflicts) Kernel() problem.Kernel { return p.kernel() }

// makeKernel packs each edge into a word, the lower vertex in the low half.
func (p *conflicts) makeKernel() problem.Kernel {
	data := make([]uint64, len(p.graph.Edges))
	for i, e := range p.graph.Edges {
		data[i] = uint64(e[1])<<32 | uint64(e[0])
	}
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "COLORING_EDGES", Value: len(data)}},
		Parts:   []kernel.Part{{Name: "problem/coloring/coloring.cl", Text: kernelText}},
		Data:    data,
	}
}

// Prefers implements problem.Advised.
func (p *conflicts) Prefers(onCPU bool) string { return p.graph.preferred(onCPU) }

// preferred is the algorithm for colorings of a graph.
func (g *Graph) preferred(onCPU bool) string {
	switch {
	case !onCPU:
		return "hea"
	case g.uneven():
		return "impasse"
	}
	return "head"
}

// uneven reports whether a graph is dense and its degrees differ far more than those of a
// random graph, as in geometric graphs: their deviation is more than twice as large.
func (g *Graph) uneven() bool {
	if g.Vertices < 2 {
		return false
	}
	degrees := make([]float64, g.Vertices)
	for _, e := range g.Edges {
		degrees[e[0]]++
		degrees[e[1]]++
	}
	n := float64(g.Vertices)
	mean := 2 * float64(len(g.Edges)) / n
	density := mean / (n - 1)
	variance := 0.0
	for _, d := range degrees {
		variance += (d - mean) * (d - mean) / n
	}
	return density > 0.25 && variance > 4*mean*(1-density)
}

// fewest is the problem of coloring a graph with as few colors as can be. No
// engine searches it: an answer comes of searches with fewer and fewer colors.
type fewest struct{ graph *Graph }

// Name implements problem.Problem.
func (fewest) Name() string { return "coloring" }

// Prefers is the algorithm of each of the searches.
func (p fewest) Prefers(onCPU bool) string { return p.graph.preferred(onCPU) }

// Representation implements problem.Problem.
func (p fewest) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.graph.Vertices, Alphabet: maxColors}
}

// Objective implements problem.Valued.
func (fewest) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Evaluate is minus the number of colors, or the worst where an edge joins two
// vertices of the same.
func (p fewest) Evaluate(g problem.Genome) problem.Score {
	for _, e := range p.graph.Edges {
		if g.Symbols[e[0]] == g.Symbols[e[1]] {
			return problem.Worst
		}
	}
	_, used := graph.Number(g.Symbols)
	return -problem.Score(used)
}

package coloring

import (
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/problem"
)

// fewest is the problem of coloring a graph with as few colors as can be. No
// engine searches it: an answer comes of searches with fewer and fewer colors.
type fewest struct{ graph *Graph }

// Name implements problem.Problem.
func (fewest) Name() string { return "coloring" }

// Prefers is the algorithm of each of the searches.
func (fewest) Prefers(onCPU bool) string { return (*Problem)(nil).Prefers(onCPU) }

// Representation implements problem.Problem.
func (p fewest) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.graph.Vertices, Alphabet: MaxColors}
}

// Objective implements problem.Valued.
func (fewest) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Evaluate is minus the number of colors, or the worst where an edge joins two
// vertices of the same.
func (p fewest) Evaluate(g problem.Genome) problem.Score {
	for _, e := range p.graph.Edges {
		if g.Symbols[e.U] == g.Symbols[e.V] {
			return problem.Worst
		}
	}
	return -problem.Score(NewAnswer(Colors(g)).Colors)
}

// fewestForm is how colorings without conflicts are written.
type fewestForm struct{ form }

// Check implements problem.Form.
func (f fewestForm) Check(g problem.Genome, s problem.Score) error {
	used, err := NewAnswer(Colors(g)).Verify(f.graph)
	if err == nil && int64(used) != -s {
		err = fmt.Errorf("the coloring has %d colors, not %d", used, -s)
	}
	return err
}

// Write implements problem.Form.
func (f fewestForm) Write(w io.Writer, g problem.Genome, _ problem.Score) error {
	return NewAnswer(Colors(g)).Write(w)
}

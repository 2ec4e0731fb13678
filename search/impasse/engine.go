package impasse

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// name is the algorithm's.
const name = "impasse"

// table lists the parameters.
var table = search.Table{
	{Name: "hot", Type: search.Float, Default: "0.1", Min: 1e-6, Max: 1000,
		Help: "the first temperature of a round, as a share of the mean degree"},
	{Name: "cold", Type: search.Float, Default: "0.04", Min: 1e-6, Max: 1000,
		Help: "the last temperature of a round"},
	{Name: "round", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30, Unit: "steps",
		Help: "steps of the first round; each takes twice as many as the one before; 0: five for each color"},
	{Name: "every", Type: search.Int, Default: "100", Min: 1, Max: 1 << 30, Unit: "steps",
		Help: "steps between two lines of a trace"},
}

const (
	// perVertex and mostProposals say how many proposals a step has.
	perVertex     = 10
	mostProposals = 1 << 16
	// maxCells is how many numbers the table of a search can have.
	maxCells = 1 << 30
	// maxVertices keeps sums of degrees within 31 bits.
	maxVertices = 46_000
)

func init() {
	search.Register(search.Algorithm{
		Name:   name,
		Help:   "annealing of partial colorings, for graphs whose degrees differ",
		Paper:  "Morgenstern 1996",
		Kinds:  []problem.GenomeKind{problem.Discrete},
		Params: table,
		OnCPU:  true,
		Suits:  func(p problem.Problem) bool { _, err := graphOf(p); return err == nil },
		Patience: func(s search.Settings, p problem.Problem) int64 {
			return 64 * int64(firstRound(s, p.Representation().Alphabet))
		},
		Footprint: func(_ search.Settings, r problem.Representation) (float64, []string) {
			return float64(r.Length) * float64(4*r.Alphabet+32), nil
		},
		New: New,
	})
}

// graphOf is the graph of a problem, or why there can be no search on it.
func graphOf(p problem.Problem) (g graph.Graph, err error) {
	of, ok := p.(graph.Problem)
	if !ok {
		return g, fmt.Errorf("it colors graphs, and cannot solve a %s", p.Name())
	}
	g = of.Neighbors()
	if n, colors := g.Vertices(), p.Representation().Alphabet; n > maxVertices || n*colors > maxCells {
		return g, fmt.Errorf("%d vertices in %d colors are too many for one search", n, colors)
	}
	return g, nil
}

// firstRound is how many steps the first round has.
func firstRound(s search.Settings, colors int) int {
	if steps := s.Int("round"); steps > 0 {
		return steps
	}
	return 5 * colors
}

// plan is what all replicas share.
type plan struct {
	graph.Graph
	rep       problem.Representation
	colors    int
	proposals int
	round     int64
	hot, fall float64 // in degrees; the logarithm of cold over hot
	every     int64   // steps between two samples; 0: none
}

// temperature is that of a step, counted from 1.
func (p *plan) temperature(step int64) float64 {
	at, length := step-1, p.round
	for at >= length {
		at -= length
		length *= 2
	}
	return float64(p.hot * elementary.Exp(float64(p.fall*float64(at)/float64(length))))
}

// New makes a search for a coloring.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	s, r, err := population.Settings(table, c)
	if err != nil {
		return nil, err
	}
	g, err := graphOf(c.Problem)
	switch {
	case err != nil:
		return nil, &search.UnsuitedError{Algorithm: name, Reason: err.Error()}
	case c.Stop.Converged:
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave convergence out", Rule: "convergence"}
	case c.Device != nil:
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it runs on the CPU only"}
	}
	n := g.Vertices()
	mean := max(1, float64(len(g.List))/float64(max(1, n)))
	p := &plan{
		Graph: g, rep: r, colors: r.Alphabet, proposals: min(perVertex*n, mostProposals), round: int64(firstRound(s, r.Alphabet)),
		hot: float64(s.Float("hot") * mean), fall: elementary.Log(s.Float("cold") / s.Float("hot")),
	}
	if c.Trace {
		p.every = int64(s.Int("every"))
	}
	c.Trace = false // samples are the replica's own
	e, err := population.New(ctx, c, population.Algorithm{
		Name:        name,
		Params:      table,
		Members:     1,
		Block:       1,
		Evaluations: func(step int64) int64 { return step*int64(p.proposals) + 1 },
		Prepare: func(f *population.Frame) { // a checkpoint says nothing about the trace
			delete(f.Header.Values, "every")
		},
		Replica: func(int) population.Evolver { return &replica{plan: p} },
	})
	if err != nil {
		return nil, err
	}
	return population.Unranked{Engine: e}, nil
}

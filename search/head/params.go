package head

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// parameters lists those of an engine with so many members unless they are given.
func parameters(members string) search.Table {
	return search.Table{
		{Name: "population", Type: search.Int, Default: members, Min: 2, Max: 1 << 16,
			Help: "colorings, an even number: each pair of them has children with each other"},
		{Name: "iterations", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30, Symbol: "IterTC",
			Help: "iterations of TabuCol for every child; 0: a thirtieth of the square of the vertices, at least 4,000"},
		{Name: "cycle", Type: search.Int, Default: "10", Min: 1, Max: 1 << 30, Unit: "generations", Symbol: "Iter_cycle",
			Help: "generations after which a pair gets back the best coloring of the cycle before the last"},
		{Name: "min-distance", Type: search.Float, Default: "0.01", Min: 0, Max: 1,
			Help: "a pair whose colorings differ in at most this share of the vertices begins anew, with searches twice as long"},
	}
}

func init() {
	for _, a := range []search.Algorithm{
		{Name: "head", Help: "two colorings with GPX crossover and a TabuCol search for every child", Params: parameters("2"), OnCPU: true},
		{Name: "hea", Help: "many pairs of colorings with GPX crossover and a TabuCol search for every child, for devices", Params: parameters("512")},
	} {
		a.Paper = "Moalic and Gondran 2018; Galinier and Hao 1999"
		a.Kinds = []problem.GenomeKind{problem.Discrete}
		a.Suits = func(p problem.Problem) bool { _, err := graphOf(p); return err == nil }
		// A generation is many iterations.
		a.Patience = func(search.Settings, problem.Problem) int64 { return 200 }
		a.Footprint = footprint
		a.New = func(ctx context.Context, c search.Config) (search.Engine, error) { return newEngine(ctx, a, c) }
		search.Register(a)
	}
}

// graphOf is the graph of a problem, or why there can be no search on it.
func graphOf(p problem.Problem) (g graph.Graph, err error) {
	of, ok := p.(graph.Problem)
	if !ok {
		return g, fmt.Errorf("it colors graphs, and cannot solve a %s", p.Name())
	}
	g = of.Neighbors()
	for v := range g.Vertices() {
		if len(g.Of(v)) > maxDegree {
			return g, fmt.Errorf("vertex %d has %d neighbors; a search knows at most %d", v+1, len(g.Of(v)), maxDegree)
		}
	}
	if cells := g.Vertices() * strideOf(p.Representation().Alphabet); cells > maxCells {
		return g, fmt.Errorf("%d vertices in %d colors are too many for one search", g.Vertices(), p.Representation().Alphabet)
	}
	return g, nil
}

// maxCells is how many cells a search can have.
const maxCells = 1 << 31

// footprint is the members with their elites and children, and a table for each child.
func footprint(s search.Settings, r problem.Representation) (bytes float64, lower []string) {
	n, members := float64(r.Length), float64(s.Int("population"))
	search := 2*n*float64(strideOf(r.Alphabet)) + 20*n + 12*float64(ringOf(r.Length))
	return population.MemberBytes(r, members, 3) + members*search, []string{"population"}
}

// plan is what the parameters come down to.
type plan struct {
	*table
	rep         problem.Representation
	members     int
	iterations  int
	cycle       int64
	minDistance int
}

func newPlan(a search.Algorithm, c search.Config) (p plan, err error) {
	s, r, err := population.Settings(a.Params, c)
	if err != nil {
		return p, err
	}
	g, err := graphOf(c.Problem)
	if err != nil {
		return p, &search.UnsuitedError{Algorithm: a.Name, Reason: err.Error()}
	}
	p = plan{
		table: newTable(g, r.Alphabet), rep: r, members: s.Int("population"), iterations: s.Int("iterations"), cycle: int64(s.Int("cycle")),
		minDistance: int(s.Float("min-distance") * float64(r.Length)),
	}
	if p.members%2 != 0 {
		return p, &search.ParamError{Name: "population", Value: fmt.Sprint(p.members), Reason: "it is of pairs, so an even number"}
	}
	if p.iterations == 0 {
		p.iterations = max(4000, r.Length*r.Length/30)
	}
	return p, nil
}

package linkernighan

import (
	"context"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// name is the algorithm's.
const name = "lin-kernighan"

// table lists the parameters.
var table = search.Table{
	{Name: "neighbors", Type: search.Int, Default: "8", Min: 3, Max: 40,
		Help: "near cities that an edge may be added to; of each quadrant around a city two are among them, if there is room"},
	{Name: "depth", Type: search.Int, Default: "25", Min: 3, Max: 50, Unit: "edges",
		Help: "most edges that an exchange removes; 3: no more than three"},
	{Name: "walk", Type: search.Int, Default: "8", Min: 1, Max: 100, Unit: "steps",
		Help: "length of the random walk between two of the four edges of a kick"},
	{Name: "every", Type: search.Int, Default: "1000", Min: 1, Max: 1 << 30, Unit: "kicks",
		Help: "kicks between two lines of a trace"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   name,
		Help:   "chained Lin-Kernighan search on round trips: exchanges of edges, and kicks",
		Paper:  "Applegate, Cook and Rohe 2003",
		Kinds:  []problem.GenomeKind{problem.Permutation},
		Params: table,
		OnCPU:  true,
		Long:   true,
		Patience: func(_ search.Settings, p problem.Problem) int64 {
			return max(100_000, 20*int64(p.Representation().Length))
		},
		Suits: func(p problem.Problem) bool { _, ok := p.(tour.Problem); return ok },
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			return float64(r.Length) * float64(64+16*s.Int("neighbors")), []string{"neighbors"}
		},
		New: New,
	})
}

// New makes a search for tours.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	of, ok := c.Problem.(tour.Problem)
	if !ok {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it is for round trips through cities, not for a " + c.Problem.Name()}
	}
	s, _, err := population.Settings(table, c)
	switch {
	case err != nil:
		return nil, err
	case c.Stop.Converged:
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave convergence out", Rule: "convergence"}
	case c.Device != nil:
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it runs on the CPU only"}
	}
	p := &plan{of: of, neighbors: s.Int("neighbors"), depth: s.Int("depth"), walk: s.Int("walk")}
	if c.Trace {
		p.every = int64(s.Int("every"))
	}
	c.Trace = false // samples are the replica's own
	e, err := population.New(ctx, c, population.Algorithm{
		Name:        name,
		Params:      table,
		Members:     1,
		Block:       1,
		Evaluations: func(step int64) int64 { return step + 1 },
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

package eax

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of edge assembly crossover.
var table = search.Table{
	{Name: "population", Type: search.Int, Default: "32", Min: 2, Max: 1024, Symbol: "Npop",
		Help: "tours of the first population"},
	{Name: "largest", Type: search.Int, Default: "256", Min: 2, Max: 1024,
		Help: "a population that finds nothing more is followed by one of twice as many tours, up to so many"},
	{Name: "children", Type: search.Int, Default: "30", Min: 1, Max: 1024, Symbol: "Nch",
		Help: "most children of a pair of tours"},
	{Name: "neighbors", Type: search.Int, Default: "10", Min: 1, Max: 64,
		Help: "near cities of each that are looked at where subtours are joined, and in the first local searches"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "eax",
		Help:   "tours from the edges of two: edge assembly crossover, in populations that keep their diversity",
		Paper:  "Nagata and Kobayashi 2013",
		Kinds:  []problem.GenomeKind{problem.Permutation},
		Params: table,
		OnCPU:  true,
		// Two populations or three.
		Patience:  func(search.Settings, problem.Problem) int64 { return 500 },
		Suits:     func(p problem.Problem) bool { _, ok := p.(tour.Problem); return ok },
		Footprint: footprint,
		New:       newEngine,
	})
}

// edgesOfCity is about how many edges of a population begin at each city and lead to later
// ones; there are more in the first.
const edgesOfCity = 8

// footprint is two populations, and the edges of one.
func footprint(s search.Settings, r problem.Representation) (bytes float64, lower []string) {
	members := float64(max(s.Int("population"), s.Int("largest")))
	return population.MemberBytes(r, members, 2) + float64(r.Length)*(24+4*edgesOfCity), []string{"population", "largest"}
}

// plan is what all replicas share.
type plan struct {
	instance *instance
	first    int // tours of the first population
	members  int // and of the largest
	children int
	patience int64 // generations without a new best before one asks whether a stage is over
	crossing population.PerWorker[crossing]
	climber  population.PerWorker[climber]
}

// newEngine makes an engine for tours, on the CPU.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, err
	}
	of, ok := c.Problem.(tour.Problem)
	switch {
	case !ok:
		return nil, &search.UnsuitedError{Algorithm: "eax", Reason: fmt.Sprintf("it is for tours through cities, and problem %s has none", c.Problem.Name())}
	case c.Device != nil:
		return nil, &search.UnsuitedError{Algorithm: "eax", Reason: "it runs on the CPU only"}
	}
	p := &plan{first: s.Int("population"), children: s.Int("children")}
	p.members = max(p.first, s.Int("largest"))
	p.patience = int64(max(1, 1500/p.children)) // section 2.2
	pool := population.NewPool(c.Threads)
	defer pool.Watch(ctx)()
	if p.instance = newInstance(of.Cities(), s.Int("neighbors"), pool.Parallel); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.crossing.New = func() *crossing { return newCrossing(p.instance) }
	p.climber.New = func() *climber { return newClimber(p.instance) }
	return population.New(ctx, c, population.Algorithm{
		Name: "eax", Params: table, Members: p.members, Block: p.members,
		Evaluations: func(step int64) int64 { return int64(p.first) + step*int64(p.first)*int64(p.children) },
		Replica:     func(int) population.Evolver { return &replica{plan: p, rep: rep} },
	})
}

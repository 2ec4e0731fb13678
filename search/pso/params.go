package pso

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of particle swarm optimization.
var table = search.Table{
	{Name: "population", Type: search.Int, Default: "50", Min: 2, Max: 1 << 24,
		Help: "particles of the swarm"},
	{Name: "topology", Type: search.Choice, Default: "ring", Choices: []string{"global", "ring"},
		Help: "whose personal bests a particle knows: global: all; ring: those of its neighbors"},
	{Name: "neighbors", Type: search.Int, Default: "2", Min: 1, Max: 1024,
		Help: "ring: neighbors on each side"},
	{Name: "w", Type: search.Float, Default: "0.7298", Min: 0, Max: 2, Symbol: "chi", PerReplica: true,
		Help: "inertia: weight of the velocity"},
	{Name: "c1", Type: search.Float, Default: "1.49618", Min: 0, Max: 4, Symbol: "chi phi1", PerReplica: true,
		Help: "acceleration toward the particle's own best"},
	{Name: "c2", Type: search.Float, Default: "1.49618", Min: 0, Max: 4, Symbol: "chi phi2", PerReplica: true,
		Help: "acceleration toward the best that the particle knows of"},
	{Name: "vmax", Type: search.Float, Default: "0.5", Min: 1e-6, Max: 1, Symbol: "Vmax", PerReplica: true,
		Help: "largest velocity, as a share of each gene's range"},
	{Name: "bounds", Type: search.Choice, Default: "reflect", Choices: []string{"reflect", "absorb"},
		Help: "what happens beyond a bound: reflect: the gene is mirrored and turns round; absorb: it stops on the bound"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "pso",
		Help:   "particle swarm optimization for real vectors",
		Paper:  "Kennedy and Eberhart, Particle Swarm Optimization, 1995; Clerc and Kennedy, The Particle Swarm – Explosion, Stability, and Convergence in a Multidimensional Complex Space, 2002",
		Kinds:  []problem.GenomeKind{problem.Real},
		Params: table,
		Begins: true,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			one := replica{plan: planOf(s, r)}
			return population.Footprint(one.Arrays()), []string{"population"}
		},
		New: newEngine,
	})
}

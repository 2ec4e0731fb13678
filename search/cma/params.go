package cma

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of CMA-ES.
var table = search.Table{
	{Name: "population", Type: search.Int, Default: "0", Min: 0, Max: mostMembers, Symbol: "lambda",
		Help: "members of the first run's population, at least 4; 0: 4 + 3 ln n for n genes"},
	{Name: "parents", Type: search.Float, Default: "0.5", Min: 0, Max: 1, Symbol: "mu / lambda",
		Help: "share of the population that the mean is made of; at least one member is"},
	{Name: "sigma", Type: search.Float, Default: "0.3", Min: 1e-6, Max: 10, Symbol: "sigma", PerReplica: true,
		Help: "first step size, as a share of each gene's range"},
	{Name: "covariance", Type: search.Choice, Default: "full", Choices: []string{"full", "separable"},
		Help: "full: axes of any direction, for up to 256 genes; separable: axes along the genes, learned in fewer generations, for up to 10,000"},
	{Name: "active", Type: search.Bool, Default: "true", PerReplica: true,
		Help: "let the worst members shrink the distribution in their directions (negative weights)"},
	{Name: "restart", Type: search.Choice, Default: "ipop", Choices: []string{"ipop", "bipop"},
		Help: "how populations restart: ipop enlarges them one after the other, bipop has small ones with short steps in between"},
	{Name: "restarts", Type: search.Int, Default: "9", Min: 0, Max: 30,
		Help: "restarts that enlarge the population; later ones keep its size"},
	{Name: "increase", Type: search.Int, Default: "2", Min: 1, Max: 10,
		Help: "what a restart multiplies the population by"},
	{Name: "tolfun", Type: search.Float, Default: "1e-12", Min: 0, Max: 1e300, Symbol: "TolFun", PerReplica: true,
		Help: "a run ends when its best values, and all of the last generation, lie no further apart"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "cma",
		Help:   "evolution strategy with covariance matrix adaptation for real vectors, restarted with growing populations",
		Paper:  "Hansen, The CMA Evolution Strategy: A Tutorial, 2016; Auger and Hansen, A Restart CMA Evolution Strategy With Increasing Population Size, 2005; Ros and Hansen, A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity, 2008; Hansen, Benchmarking a BI-Population CMA-ES on the BBOB-2009 Function Testbed, 2009",
		Kinds:  []problem.GenomeKind{problem.Real},
		Params: table,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			n, cells := float64(r.Length), float64(r.Length) // five matrices
			if s.Choice("covariance") == "full" {
				cells *= n
			}
			return population.MemberBytes(r, float64(s.Int("population")), 2) + 40*cells, []string{"population", "the number of genes"}
		},
		New: newEngine,
	})
}

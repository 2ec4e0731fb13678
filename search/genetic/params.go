package genetic

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of the genetic algorithm.
var table = slices.Concat(search.Table{
	{Name: "population", Type: search.Int, Default: "200", Min: 2, Max: 1 << 24, Symbol: "N",
		Help: "members of the population, all demes together"},
	{Name: "selection", Type: search.Choice, Default: "tournament", Choices: selectionNames,
		Help: "how parents are chosen"},
	{Name: "tournament", Type: search.Int, Default: "2", Min: 1, Max: 1024,
		Help: "members that compete in a tournament"},
	{Name: "pressure", Type: search.Float, Default: "2", Min: 1, Max: 2,
		Help: "rank selection: how many children the best member expects"},
	{Name: "truncation", Type: search.Float, Default: "0.5", Min: 0, Max: 1,
		Help: "truncation selection: the share of the population that may breed"},
	{Name: "scaling", Type: search.Choice, Default: "none", Choices: scalingNames,
		Help: "how scores become the weights of roulette and universal selection"},
	{Name: "scale", Type: search.Float, Default: "0", Min: 0, Max: 100,
		Help: "the scaling's constant; 0 takes 1.2 for linear, 2 for sigma, 1.005 for power"},
}, variation.Params("probCross", "", "simulated-binary", "15"), search.Table{
	{Name: "replacement", Type: search.Choice, Default: "steady-state", Choices: replacementNames,
		Help: "generational: children replace all but the elites; steady-state: the best of old and new stay; incremental: likewise with two children a step"},
	{Name: "elitism", Type: search.Int, Default: "1", Min: 0, Max: 1 << 24,
		Help: "generational: how many of the best members of a deme survive unchanged"},
	{Name: "overlap", Type: search.Float, Default: "0.2", Min: 0, Max: 1,
		Help: "steady-state: children per step as a share of the population"},
	{Name: "unique", Type: search.Bool, Default: "true",
		Help: "steady-state and incremental: of members with the same score only one stays while there are others"},
	{Name: "demes", Type: search.Int, Default: "1", Min: 1, Max: 1 << 16,
		Help: "separate populations on a ring"},
	{Name: "migrants", Type: search.Int, Default: "1", Min: 0, Max: 1 << 20,
		Help: "best members of a deme that replace the worst of the next one"},
	{Name: "interval", Type: search.Int, Default: "10", Min: 1, Max: 1 << 30, Unit: "steps",
		Help: "steps between migrations"},
})

func init() {
	search.Register(search.Algorithm{
		Name:   "genetic",
		Help:   "general genetic algorithm: any genome, selection, crossover, mutation and replacement",
		Paper:  "Shah, Narayanan and Kothapalli, GPU-Accelerated Genetic Algorithms, 2010",
		Kinds:  []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation, problem.Real},
		Params: table,
		Breeds: true,
		Begins: true,
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			rows := 2.0 // this generation and the next
			if s.Choice("replacement") != "generational" {
				rows = 1 + s.Float("overlap")
			}
			return population.MemberBytes(r, float64(s.Int("population")), rows), []string{"population"}
		},
		New: newEngine,
	})
}

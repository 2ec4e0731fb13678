package differential

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of differential evolution.
var table = search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 4, Max: 1 << 24, Symbol: "NP",
		Help: "members of the population"},
	{Name: "strategy", Type: search.Choice, Default: "rand/1/bin", Choices: strategyNames(),
		Help: "what a trial vector is made of: the base, the number of differences, and binomial crossover"},
	{Name: "adapt", Type: search.Choice, Default: "jde", Choices: []string{"none", "jde"},
		Help: "none: f and cr hold for all; jde: every member has its own, and f and cr are where they start"},
	{Name: "f", Type: search.Float, Default: "0.5", Min: 0, Max: 2, Symbol: "F", PerReplica: true,
		Help: "weight of a difference"},
	{Name: "cr", Type: search.Float, Default: "0.9", Min: 0, Max: 1, Symbol: "CR", PerReplica: true,
		Help: "probability that a gene is crossed"},
	{Name: "tau", Type: search.Float, Default: "0.1", Min: 0, Max: 1, Symbol: "tau", PerReplica: true,
		Help: "jde: probability that a trial vector draws a new weight, and likewise a new rate"},
	{Name: "dither", Type: search.Float, Default: "0", Min: 0, Max: 1, PerReplica: true,
		Help: "without adaptation: every trial vector's weight is drawn from f - dither to f + dither"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "differential",
		Help:   "differential evolution for real vectors, with self-adapting weights and rates",
		Paper:  "Storn and Price, Differential Evolution, 1997; Brest et al., Self-Adapting Control Parameters in Differential Evolution, 2006",
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

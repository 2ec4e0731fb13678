package nsga2

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Table lists the parameters of NSGA-II.
var Table = search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 4, Max: 1 << 17, Symbol: "N",
		Help: "members of the population, and children of a step"},
	{Name: "unique", Type: search.Bool, Default: "true",
		Help: "of members with the same scores only one stays while there are others; false is the paper's way"},
	{Name: "crossover", Type: search.Choice, Default: "auto", Choices: variation.Crossovers,
		Help: "how two parents make two children; auto takes uniform, for permutations order, for reals binary-exchange, which is simulated-binary whose children exchange genes"},
	{Name: "pc", Type: search.Float, Default: "0.9", Min: 0, Max: 1, Symbol: "pc", PerReplica: true,
		Help: "probability that a pair crosses rather than being copied"},
	{Name: "pu", Type: search.Float, Default: "0.5", Min: 0, Max: 1,
		Help: "uniform crossover: probability that a gene is exchanged"},
	{Name: "blend", Type: search.Float, Default: "0.5", Min: 0, Max: 10, Symbol: "alpha",
		Help: "blend crossover: how far children may lie outside their parents"},
	{Name: "eta-c", Type: search.Float, Default: "20", Min: 0, Max: 1000, Symbol: "eta_c",
		Help: "simulated-binary crossover: larger keeps children nearer to their parents"},
	{Name: "mutation", Type: search.Choice, Default: "auto", Choices: variation.Mutations,
		Help: "how children change; auto takes flip, for discrete genomes reset, for permutations swap, for reals polynomial"},
	{Name: "pm", Type: search.Float, Default: "auto", Auto: true, Min: 0, Max: 1, Symbol: "pm", PerReplica: true,
		Help: "probability of a mutation, per gene or per genome as unit says; auto makes one mutation a child on average"},
	{Name: "unit", Type: search.Choice, Default: "gene", Choices: []string{"gene", "genome"},
		Help: "what pm counts for; inversion and scramble always count per genome"},
	{Name: "sigma", Type: search.Float, Default: "0.1", Min: 0, Max: 10,
		Help: "gaussian mutation: standard deviation as a share of a gene's range"},
	{Name: "eta-m", Type: search.Float, Default: "20", Min: 0, Max: 1000, Symbol: "eta_m",
		Help: "polynomial mutation: larger makes smaller changes"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "nsga2",
		Help:   "fronts of problems with several objectives: non-dominated sorting, crowding, constraints",
		Paper:  "Deb, Pratap, Agarwal and Meyarivan, A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II, 2002",
		Kinds:  []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation, problem.Real},
		Params: Table,
		OnCPU:  true,
		Fronts: true,
		Suits:  func(p problem.Problem) bool { _, ok := p.(problem.MultiObjective); return ok },
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			p := &plan{members: s.Int("population"), criteria: make([]problem.Criterion, 2)} // or more
			p.Rep = r
			return population.Footprint((&replica{plan: p}).Arrays()), []string{"population"}
		},
		New: New,
	})
}

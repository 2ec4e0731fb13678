package nsga2

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// table lists the parameters of NSGA-II.
var table = slices.Concat(search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 4, Max: 1 << 20, Symbol: "N",
		Help: "members of the population, and children of a step"},
	{Name: "unique", Type: search.Bool, Default: "true",
		Help: "of members with the same scores only one stays while there are others; false is the paper's way"},
}, variation.Params("pc", "pm", "binary-exchange, which is simulated-binary whose children exchange genes", "20"))

func init() {
	search.Register(search.Algorithm{
		Name:   "nsga2",
		Help:   "fronts of problems with several objectives: non-dominated sorting, crowding, constraints",
		Paper:  "Deb, Pratap, Agarwal and Meyarivan, A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II, 2002",
		Kinds:  []problem.GenomeKind{problem.Binary, problem.Discrete, problem.Permutation, problem.Real},
		Params: table,
		Breeds: true,
		Begins: true,
		OnCPU:  true,
		Fronts: true,
		Steps:  250, // those of the paper
		Suits:  func(p problem.Problem) bool { _, ok := p.(problem.MultiObjective); return ok },
		Footprint: func(s search.Settings, r problem.Representation) (float64, []string) {
			p := &plan{members: s.Int("population"), criteria: make([]problem.Criterion, 2)} // or more
			p.Rep = r
			return population.Footprint((&replica{plan: p}).Arrays()), []string{"population"}
		},
		New: newEngine,
	})
}

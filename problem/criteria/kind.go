package criteria

import (
	"context"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "pareto", Noun: "function", Unit: "problem",
		Help: "Find the fronts of problems with several objectives",
		Text: "Searches for the front of a problem with several objectives: solutions that are each better\n" +
			"than any other in something, with NSGA-II. A problem is a file that 'warbler generate profits'\n" +
			"(a knapsack with several profits) or 'warbler generate itinerary' (a round trip with several\n" +
			"costs) can make, or a function of the literature: " + strings.Join(names(), ", ") + ".\n" +
			"Solutions that violate a constraint are worse than all that do not.\n\n" +
			"Prints a table in CSV: the objectives of every solution, then the solution; of several replicas\n" +
			"the front of all of them together. --plot draws the front.",
		Examples: "  warbler pareto zdt1 --plot front.svg\n" +
			"  warbler pareto examples/profits-100.txt --generations 1000 --out front.csv\n" +
			"  warbler verify examples/profits-100.txt front.csv\n" +
			"  warbler pareto srn -p population=200 --replicas 10 --json\n" +
			"  warbler generate itinerary --places 30 | warbler pareto --generations 2000 -",
		Genomes: []problem.GenomeKind{problem.Real, problem.Binary}, Several: true,
		Names: names, Find: func(name string) (problem.Instance, error) { return named(name), nil },
		Usage: map[string]string{
			"plot":  "a .svg or .png `FILE` for a picture of the front",
			"start": "a `FILE` with a front to start from, as this command prints it",
		},
		Flags: []problem.Flag{
			{Name: "dim", Default: 0, Help: "variables of a function; 0 takes what is usual"},
			{Name: "objectives", Default: 0, Help: "objectives of a DTLZ function, 2 to 8; 0 takes three"},
		},
	})
}

// named is a function by its name.
type named string

// Task implements problem.Instance.
func (n named) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	p, err := find(string(n), problem.Option[int](o, "dim"), problem.Option[int](o, "objectives"))
	if err != nil {
		return nil, err
	}
	judge := func(x, claimed []float64) error { return check(p.name, x, claimed) }
	return &problem.Task{
		Instance: p.name, Problem: p, Front: answer.GeneFront{Shape: p.Representation(), Judge: judge}, Options: map[string]any{"dim": p.variables, "objectives": len(p.reference)},
	}, nil
}

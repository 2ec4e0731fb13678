package nsga2

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// plan is a run's settings, resolved and checked.
type plan struct {
	variation.Operators
	problem     problem.MultiObjective
	criteria    []problem.Criterion
	constrained problem.Constrained                                         // or nil
	together    func(g problem.Genome, to []problem.Score) problem.Score    // scores and violation, or nil
	batch       func(g problem.Genomes, scores, violations []problem.Score) // those of many, or nil
	members     int                                                         // n
	unique      bool
}

// newPlan is the plan of a run and the parameters of its replicas.
func newPlan(c search.Config) (*plan, []variation.Rates, error) {
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, nil, err
	}
	several, ok := c.Problem.(problem.MultiObjective)
	if !ok {
		return nil, nil, unsuited("it is for several objectives, and problem %s has one objective", c.Problem.Name())
	}
	// What is best depends on the objective, so no single value can tell when to stop.
	if c.Stop.Target != nil || c.Stop.Stagnation > 0 {
		return nil, nil, unsuited("a front has no single value that could reach a target or stagnate; stop it by generations or time")
	}
	p := &plan{problem: several, criteria: several.Criteria(), members: s.Int("population"), unique: s.Bool("unique")}
	if m := len(p.criteria); m < 2 || m > problem.MaxCriteria {
		return nil, nil, unsuited("problem %s has %d objectives, not 2 to %d", c.Problem.Name(), m, problem.MaxCriteria)
	}
	// The two ends of every criterion always survive, so that nothing best is lost.
	if least := 2 * len(p.criteria); p.members < least {
		return nil, nil, &search.ParamError{Name: "population", Reason: fmt.Sprintf("%d objectives need at least %d members, not %d", len(p.criteria), least, p.members)}
	}
	p.constrained, _ = c.Problem.(problem.Constrained)
	if b, ok := c.Problem.(interface {
		ScoresBatch(g problem.Genomes, scores, violations []problem.Score)
	}); ok && c.Device == nil {
		p.batch = b.ScoresBatch
	}
	if b, ok := c.Problem.(interface {
		ScoresAndViolation(g problem.Genome, to []problem.Score) problem.Score
	}); ok {
		p.together = b.ScoresAndViolation
	}
	if p.Operators, err = variation.New(c.Problem.Representation(), s); err != nil {
		return nil, nil, err
	}
	p.Own = problem.OperatorsOf(c.Problem)
	if p.Rep.Kind == problem.Real && s.Choice("crossover") == "auto" {
		p.Crossover = variation.CrossExchange
	}
	list, err := population.Params("nsga2", table, c, p.Rates())
	return p, list, err
}

func unsuited(format string, args ...any) error {
	return &search.UnsuitedError{Algorithm: "nsga2", Reason: fmt.Sprintf(format, args...)}
}

package nsga2

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// plan is a run's settings, resolved and checked.
type plan struct {
	variation.Operators
	problem     problem.MultiObjective
	criteria    []problem.Criterion
	constrained problem.Constrained // or nil
	members     int                 // n
	unique      bool
}

// replica is what differs between the replicas of an engine.
type replica struct {
	seed   uint64
	pc, pm uint64    // thresholds
	genes  rng.Masks // that mutate
}

func newPlan(c search.Config) (plan, []replica, error) {
	s, err := Table.Settings(c.Values)
	if err != nil {
		return plan{}, nil, err
	}
	several, ok := c.Problem.(problem.MultiObjective)
	if !ok {
		return plan{}, nil, unsuited("problem %s has one objective", c.Problem.Name())
	}
	// What is best depends on the objective, so no single value can tell when to stop.
	if c.Stop.Target != nil || c.Stop.Stagnation > 0 {
		return plan{}, nil, unsuited("a front has no single value that could reach a target or stagnate; stop it by generations or time")
	}
	p := plan{problem: several, criteria: several.Criteria(), members: s.Int("population"), unique: s.Bool("unique")}
	if m := len(p.criteria); m < 2 || m > problem.MaxCriteria {
		return plan{}, nil, unsuited("problem %s has %d objectives, not 2 to %d", c.Problem.Name(), m, problem.MaxCriteria)
	}
	// The two ends of every criterion always survive, so that nothing best is lost.
	if least := 2 * len(p.criteria); p.members < least {
		return plan{}, nil, &search.ParamError{Name: "population", Reason: fmt.Sprintf("%d objectives need at least %d members, not %d", len(p.criteria), least, p.members)}
	}
	p.constrained, _ = c.Problem.(problem.Constrained)
	if p.Operators, err = variation.New(c.Problem.Representation(), s); err != nil {
		return plan{}, nil, err
	}
	if p.Rep.Kind == problem.Real && s.Choice("crossover") == "auto" {
		p.Crossover = variation.CrossExchange
	}
	for j, lower := range p.Rep.Lower {
		if span := p.Rep.Upper[j] - lower; !(span >= 0 && span <= math.MaxFloat64) {
			return plan{}, nil, fmt.Errorf("nsga2: gene %d has no finite range: %v to %v", j, lower, p.Rep.Upper[j])
		}
	}
	reps, err := p.replicas(c, s)
	return p, reps, err
}

func (p *plan) replicas(c search.Config, s search.Settings) ([]replica, error) {
	if len(c.Replicas) == 0 {
		return nil, fmt.Errorf("nsga2: no replicas were asked for")
	}
	reps := make([]replica, len(c.Replicas))
	masks := map[uint64]rng.Masks{} // replicas mostly share them
	for i, r := range c.Replicas {
		own := s
		if len(r.Values) > 0 {
			var err error
			if own, err = Table.ReplicaSettings(c.Values, r); err != nil {
				return nil, fmt.Errorf("replica %d: %w", i, err)
			}
		}
		t := p.Rate(own.Float("pm"))
		if _, ok := masks[t]; !ok {
			masks[t] = rng.NewMasks(t)
		}
		reps[i] = replica{r.Seed, rng.Threshold(own.Float("pc")), t, masks[t]}
	}
	return reps, nil
}

func unsuited(format string, args ...any) error {
	return &search.UnsuitedError{Algorithm: "nsga2", Reason: fmt.Sprintf(format, args...)}
}

// evaluations is how many genomes a replica has scored by a step.
func (p *plan) evaluations(step int64) int64 { return int64(p.members) * (1 + step) }

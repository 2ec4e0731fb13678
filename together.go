package warbler

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Together is a problem with several objectives, two to problem.MaxCriteria:
// those of problems over the same genomes. None goes before the others, so its
// answer is Result.Front. What repairs genomes of the first repairs those of all,
// and the constraints of each (problem.Constrained) are those of all.
func Together(problems ...Problem) Problem {
	t := &together{problems: problems}
	if len(problems) > 0 {
		if r, ok := problems[0].(problem.Repairer); ok {
			return repairedTogether{t, r}
		}
	}
	return t
}

// together is several problems as one.
type together struct{ problems []Problem }

// repairedTogether is together with a Repairer.
type repairedTogether struct {
	*together
	problem.Repairer
}

var _ interface {
	problem.MultiObjective
	Repair(g Genome, at problem.Random)
} = repairedTogether{}

// check finds problems that do not go together.
func (t *together) check() error {
	if n := len(t.problems); n < 2 || n > problem.MaxCriteria {
		return fmt.Errorf("warbler: Together takes 2 to %d problems, not %d", problem.MaxCriteria, n)
	}
	for i, p := range t.problems {
		if p == nil {
			return fmt.Errorf("warbler: Together: problem %d is nil", i+1)
		}
		if unscored(p) {
			return fmt.Errorf("warbler: Together: %s, problem %d, has no objective", p.Name(), i+1)
		}
	}
	first := t.problems[0].Representation()
	for _, p := range t.problems[1:] {
		r := p.Representation()
		if r.Kind != first.Kind || r.Length != first.Length || r.Alphabet != first.Alphabet || !slices.Equal(r.Lower, first.Lower) || !slices.Equal(r.Upper, first.Upper) {
			return fmt.Errorf("warbler: Together: %s and %s have different genomes", t.problems[0].Name(), p.Name())
		}
	}
	return nil
}

// Name implements problem.Problem.
func (t *together) Name() string { return "together" }

// Representation implements problem.Problem.
func (t *together) Representation() problem.Representation { return t.problems[0].Representation() }

// Evaluate implements problem.Problem by the first objective.
func (t *together) Evaluate(g Genome) problem.Score { return problem.FirstScore(t, g) }

// Objective is the first one.
func (t *together) Objective() problem.Objective { return problem.ObjectiveOf(t.problems[0]) }

// Violation implements problem.Constrained: what all problems find violated.
func (t *together) Violation(g Genome) (sum problem.Score) {
	for _, p := range t.problems {
		c, ok := p.(problem.Constrained)
		if !ok {
			continue
		}
		v := c.Violation(g)
		if sum > math.MaxInt64-v {
			return math.MaxInt64
		}
		sum += v
	}
	return sum
}

// Criteria implements problem.MultiObjective. Problems that share a name are
// numbered.
func (t *together) Criteria() []problem.Criterion {
	list := make([]problem.Criterion, len(t.problems))
	for i, p := range t.problems {
		name := p.Name()
		if slices.ContainsFunc(t.problems, func(q Problem) bool { return q != p && q.Name() == name }) {
			name = fmt.Sprintf("%s%d", name, i+1)
		}
		list[i] = problem.Criterion{Name: name, Objective: problem.ObjectiveOf(p), Reference: problem.Worst}
	}
	return list
}

// Scores implements problem.MultiObjective.
func (t *together) Scores(g Genome, to []problem.Score) {
	for i, p := range t.problems {
		to[i] = p.Evaluate(g)
	}
}

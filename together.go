package warbler

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Together is a problem with several objectives, two to problem.MaxCriteria:
// those of problems over the same genomes. None goes before the others, so its
// answer is Result.Front. What repairs genomes of the first, and other operators that it brings,
// are those of all, and the constraints of each (problem.Constrained) are those of all.
func Together(problems ...Problem) Problem {
	return (&together{problems: problems}).problem()
}

// problem is several problems as one, with the powers that they have.
func (t *together) problem() Problem {
	t.parts = slices.Clone(t.problems)
	for i, p := range t.parts {
		if f := functionOf(p); f != nil && f.free != nil && f.said.weight == nil {
			t.parts[i] = part{f}
		}
	}
	if len(t.problems) > 0 {
		if r, ok := t.problems[0].(problem.Repairer); ok {
			return repairedTogether{t, r}
		}
	}
	return t
}

// live is the problems in a run.
func (t *together) live(l *life) Problem {
	c := &together{problems: slices.Clone(t.problems), life: l}
	for i, p := range c.problems {
		c.problems[i] = living(p, l)
	}
	return c.problem()
}

// Operators implements what problem.Operators says of it, by the first.
func (t *together) Operators() problem.Operators {
	if len(t.problems) == 0 {
		return problem.Operators{}
	}
	return problem.OperatorsOf(t.problems[0])
}

// Interrupt ends the evaluations of the run.
func (t *together) Interrupt() {
	if t.life != nil {
		t.life.end()
	}
}

// together is several problems as one.
type together struct {
	problems []Problem
	parts    []Problem // the same, scored without their constraints where these are functions
	life     *life
}

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
		if _, several := p.(problem.MultiObjective); several {
			return fmt.Errorf("warbler: Together: %s, problem %d, has several objectives itself", p.Name(), i+1)
		}
		if c, ok := p.(interface{ check() error }); ok {
			if err := c.check(); err != nil {
				return err
			}
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
func (t *together) Objective() problem.Objective { return problem.ObjectiveOf(t.parts[0]) }

// part is a function with constraints as one of several problems: these are those of
// all.
type part struct{ *function }

// Evaluate implements problem.Problem by the objective alone.
func (p part) Evaluate(g Genome) problem.Score { return p.free(p.life, g) }

// Objective implements problem.Valued.
func (p part) Objective() problem.Objective {
	o := p.objective
	o.Constrained = false
	return o
}

// Violation implements problem.Constrained.
func (p part) Violation(g Genome) problem.Score { return violated(p.violation(g)) }

// Violation implements problem.Constrained: what all problems find violated.
func (t *together) Violation(g Genome) (sum problem.Score) {
	number, real := 0.0, false
	for _, p := range t.parts {
		f, is := p.(part)
		c, ok := p.(problem.Constrained)
		switch {
		case is:
			number += f.violation(g)
			real = true
		case ok:
			v := c.Violation(g)
			number += float64(v)
			sum += min(v, math.MaxInt64-sum)
		}
	}
	if real {
		return violated(number)
	}
	return sum
}

// violation is Violation as a number, with what has a penalty instead.
func (t *together) violation(g Genome) (sum float64) {
	for _, p := range t.problems {
		sum += violationOf(p, g)
	}
	return sum
}

// violationOf is by how much a genome violates the constraints of a problem.
func violationOf(p Problem, g Genome) float64 {
	if f, ok := p.(interface{ violation(Genome) float64 }); ok {
		return f.violation(g)
	}
	o := problem.ObjectiveOf(p)
	c, ok := p.(problem.Constrained)
	switch {
	case ok && o.Float:
		return problem.ToFloat(c.Violation(g))
	case ok:
		return float64(c.Violation(g))
	}
	return 0
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
		list[i] = problem.Criterion{Name: name, Objective: problem.ObjectiveOf(t.parts[i]), Reference: problem.Worst}
	}
	return list
}

// Scores implements problem.MultiObjective.
func (t *together) Scores(g Genome, to []problem.Score) {
	for i, p := range t.parts {
		to[i] = p.Evaluate(g)
	}
}

// ScoresAndViolation implements what problem.MultiObjective says of it: an evaluation
// that failed is infeasible.
func (t *together) ScoresAndViolation(g Genome, to []problem.Score) problem.Score {
	t.Scores(g, to)
	v := t.Violation(g)
	for i, p := range t.parts {
		if f := functionOf(p); f != nil && f.tries && to[i] == problem.Worst && v == 0 {
			return math.MaxInt64
		}
	}
	return v
}

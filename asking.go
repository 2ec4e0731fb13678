package warbler

import (
	"context"
	"math"
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

// asking is a problem whose scores come from Tell.
type asking struct {
	Problem
	loop       *Loop
	ctx        context.Context
	mu         sync.Mutex
	function   *function // that the problem is made of, or nil
	objectives int
}

// askingRepaired is asking with repair.
type askingRepaired struct {
	*asking
	problem.Repairer
}

// askingSeveral is asking for the values of several objectives.
type askingSeveral struct {
	*asking
	several problem.MultiObjective
}

// askingRepairedSeveral is askingSeveral with repair.
type askingRepairedSeveral struct {
	askingSeveral
	problem.Repairer
}

func (l *Loop) ask(ctx context.Context, p Problem) Problem {
	if p == nil {
		return nil
	}
	a := &asking{Problem: p, loop: l, ctx: ctx, function: functionOf(p)}
	several, ok := p.(problem.MultiObjective)
	r, repairs := p.(problem.Repairer)
	switch {
	case ok && repairs:
		return askingRepairedSeveral{askingSeveral{a, several}, r}
	case ok:
		return askingSeveral{a, several}
	case repairs:
		return askingRepaired{a, r}
	}
	return a
}

// check finds what is wrong with the problem.
func (a *asking) check() error {
	if c, ok := a.Problem.(interface{ check() error }); ok {
		if err := c.check(); err != nil {
			return err
		}
	}
	a.objectives = len(objectivesOf(a.Problem))
	return nil
}

// itself is the function that the problem is made of.
func (a *asking) itself() *function { return a.function }

// violation is by how much a genome violates the problem's constraints.
func (a *asking) violation(g Genome) float64 { return violationOf(a.Problem, g) }

// Objective implements problem.Valued.
func (a *asking) Objective() problem.Objective { return problem.ObjectiveOf(a.Problem) }

// Bound implements problem.Targeted.
func (a *asking) Bound() (problem.Score, bool) {
	if t, ok := a.Problem.(problem.Targeted); ok {
		return t.Bound()
	}
	return 0, false
}

// Operators implements what problem.Operators says of it.
func (a *asking) Operators() problem.Operators { return problem.OperatorsOf(a.Problem) }

// Evaluate asks for one genome.
func (a *asking) Evaluate(g Genome) problem.Score {
	var score [1]problem.Score
	a.score([]Genome{g}, score[:])
	return score[0]
}

// EvaluateBatch asks for many.
func (a *asking) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	a.score(rows(g, len(scores)), scores)
}

func rows(g problem.Genomes, n int) []Genome {
	list := make([]Genome, n)
	for i := range list {
		list[i] = g.At(i)
	}
	return list
}

// score asks for those genomes that have a value.
func (a *asking) score(list []Genome, scores []problem.Score) {
	o := a.Objective()
	var batch []Genome
	violations, at := make([]float64, len(list)), make([]int, 0, len(list))
	for i, g := range list {
		if a.function != nil {
			violations[i] = a.function.violation(g)
		}
		if scores[i] = o.WithViolation(problem.Worst, violations[i]); !o.Constrained || violations[i] == 0 {
			batch, at = append(batch, g.Clone()), append(at, i)
		}
	}
	if len(batch) == 0 {
		return
	}
	for k, s := range a.tell(batch) {
		i := at[k]
		switch {
		case o.Constrained:
			s = o.WithViolation(s, 0)
		case a.function != nil && a.function.said.weight != nil:
			s = penalized(o, s, *a.function.said.weight, violations[i])
		}
		scores[i] = s
	}
}

// tell waits for the scores of a batch. A panic is the one way out of an engine
// that leaves its state as it was; search.Run makes an error of it.
func (a *asking) tell(batch []Genome) []problem.Score {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case a.loop.asked <- batch:
	case <-a.ctx.Done():
		panic(errClosed)
	}
	select {
	case scores := <-a.loop.told:
		return scores
	case <-a.ctx.Done():
		panic(errClosed)
	}
}

// Evaluate implements Problem by the first objective.
func (a askingSeveral) Evaluate(g Genome) problem.Score { return problem.FirstScore(a, g) }

// Criteria implements problem.MultiObjective.
func (a askingSeveral) Criteria() []problem.Criterion { return a.several.Criteria() }

// Scores implements problem.MultiObjective.
func (a askingSeveral) Scores(g Genome, to []problem.Score) { a.ScoresAndViolation(g, to) }

// Violation implements problem.Constrained.
func (a askingSeveral) Violation(g Genome) problem.Score {
	if c, ok := a.Problem.(problem.Constrained); ok {
		return c.Violation(g)
	}
	return 0
}

// ScoresAndViolation implements what problem.MultiObjective says of it.
func (a askingSeveral) ScoresAndViolation(g Genome, to []problem.Score) problem.Score {
	var violation [1]problem.Score
	a.assess([]Genome{g}, to, violation[:])
	return violation[0]
}

// ScoresBatch implements what problem.MultiObjective says of it.
func (a askingSeveral) ScoresBatch(g problem.Genomes, scores, violations []problem.Score) {
	a.assess(rows(g, len(violations)), scores, violations)
}

// assess asks for genomes. One without any value is infeasible beyond everything.
func (a askingSeveral) assess(list []Genome, scores, violations []problem.Score) {
	batch := make([]Genome, len(list))
	for i, g := range list {
		batch[i] = g.Clone()
	}
	copy(scores, a.tell(batch))
	for i, g := range list {
		own, values := scores[i*a.objectives:(i+1)*a.objectives], 0
		for m, s := range own {
			if s != problem.Worst {
				values++
			}
			if f := a.function; f != nil && f.said.weight != nil {
				own[m] = penalized(f.criteria[m].Objective, s, *f.said.weight, f.violation(g))
			}
		}
		if violations[i] = a.Violation(g); violations[i] == 0 && values == 0 {
			violations[i] = math.MaxInt64
		}
	}
}

var (
	_ problem.BatchEvaluator = (*asking)(nil)
	_ problem.Repairer       = askingRepaired{}
	_ problem.MultiObjective = askingSeveral{}
	_ problem.Repairer       = askingRepairedSeveral{}
)

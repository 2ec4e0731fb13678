package population

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// State is what a replica carries from step to step besides its members. Devices
// and checkpoints have it as it lies in memory.
type State struct {
	Status  search.Status
	Step    int64
	Best    problem.Score // so far
	Found   int64         // the step that found it
	Anchor  float64       // near the mean of the last step
	Online  float64       // sum over the steps of the mean
	Offline float64       // sum over the steps of the best so far
	Spread  float64       // the diversity after the last step
}

// NewState is the state before the first population, which is step 0.
func NewState() State { return State{Step: -1, Best: problem.Worst} }

// Rules are the stop rules in the form all devices judge them in: they have them as
// they lie in memory.
type Rules struct {
	Bound       problem.Score // a proven bound, or MaxInt64
	Target      problem.Score // or MaxInt64
	Steps       int64         // or MaxInt64
	Stagnation  int64         // or MaxInt64
	Patience    int64         // with Stagnation
	Convergence float64       // or -1
}

// early says that a run may end before its last step.
func (r Rules) early() bool {
	return r.Bound != math.MaxInt64 || r.Target != math.MaxInt64 || r.Stagnation != math.MaxInt64 || r.Convergence >= 0
}

// rulesFor collects the rules that apply to a problem.
func rulesFor(p problem.Problem, s search.Stop) Rules {
	r := Rules{math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64, 0, -1}
	if t, ok := p.(problem.Targeted); ok {
		if b, ok := t.Bound(); ok {
			r.Bound = b
		}
	}
	if s.Target != nil {
		r.Target = *s.Target
	}
	if s.Steps > 0 {
		r.Steps = s.Steps
	}
	if s.Stagnation > 0 {
		r.Stagnation, r.Patience = s.Stagnation, s.Patience
	}
	if s.Converged {
		r.Convergence = s.Convergence
	}
	return r
}

// Limit makes a limit of steps of that of evaluations: the last step that does not
// exceed it. An algorithm calls it again where it has found out what its first solution
// costs, before it judges that.
func (f *Frame) Limit() {
	if f.allowed == 0 {
		return
	}
	// A step that makes none counts as one, so that every run ends.
	least, beyond := int64(0), int64(1)
	for beyond <= f.allowed && f.Evaluations(beyond) <= f.allowed {
		least, beyond = beyond, 2*beyond
	}
	for beyond-least > 1 {
		if middle := (least + beyond) / 2; middle <= f.allowed && f.Evaluations(middle) <= f.allowed {
			least = middle
		} else {
			beyond = middle
		}
	}
	if least < f.Rules.Steps {
		f.Rules.Steps, f.spends = least, true
	}
}

// checkLimit refuses fewer evaluations than the first population needs.
func (f *Frame) checkLimit(a *Algorithm) error {
	first := f.Evaluations(0)
	if a.Counted {
		first = int64(a.Members)
	}
	if f.allowed > 0 && first > f.allowed {
		return &search.UnsuitedError{Algorithm: f.Name, Rule: "evaluations",
			Reason: fmt.Sprintf("its first population takes %d evaluations, and a run may make %d; allow more, or make the population smaller", first, f.allowed)}
	}
	return nil
}

// Afford ends a replica that counts its evaluations where another step would bring them
// to more than a run may make.
func (r *Replica) Afford(evaluations int64) {
	if r.allowed > 0 && evaluations > r.allowed {
		r.State.Status = search.Spent
	}
}

// Judge updates a state after a step whose best member scored best and whose
// diversity is spread. improved says that best is the best so far.
func (s *State) Judge(step int64, best problem.Score, mean, spread float64, r Rules, float bool) (improved bool) {
	s.Step = step
	improved = step == 0 || best > s.Best
	if improved {
		s.Best, s.Found = best, step
	}
	s.Anchor = mean
	if !(math.Abs(mean) <= math.MaxFloat64) {
		s.Anchor = 0
	}
	s.Spread = spread
	s.Online += mean
	switch {
	case s.Best < leastScore(float): // no number, whose bits would differ between devices
	case float:
		s.Offline += problem.ToFloat(s.Best)
	default:
		s.Offline += float64(s.Best)
	}
	s.check(r)
	return improved
}

// Stagnated reports whether nothing better was found for too long.
func (r Rules) Stagnated(step, found int64) bool {
	return step-found >= r.Stagnation && step-found >= r.Patience*found
}

// Recheck judges a state that was read from a checkpoint by the rules of the
// run that goes on.
func (s *State) Recheck(r Rules) {
	s.Status = search.Running
	s.check(r)
}

func (s *State) check(r Rules) {
	switch {
	case s.Best >= r.Bound:
		s.Status = search.Optimal
	case s.Best >= r.Target:
		s.Status = search.Reached
	case s.Step >= r.Steps:
		s.Status = search.Exhausted
	case r.Stagnated(s.Step, s.Found):
		s.Status = search.Stagnated
	case s.Spread <= r.Convergence:
		s.Status = search.Uniform
	}
}

package custom

import (
	"fmt"
	"math"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

// criterion is one of several objectives.
type criterion struct {
	Name      string
	Minimize  bool
	Reference problem.Score // see problem.Criterion; the worst where the header has none
}

// several reports whether a fragment has several objectives.
func (f *fragment) several() bool { return len(f.Criteria) > 0 }

// checkSeveral compares the functions with the objectives that the header names.
func (f *fragment) checkSeveral() error {
	i, ok := f.outline.defined(severalName)
	switch {
	case !ok && f.several():
		return lineError(f.File, 1, "there is no function scores, which several objectives need: write void scores(genome g, data d, score *to) { … }")
	case ok && !f.several():
		return lineError(f.File, i.line, `scores is for several objectives, and the header names none: objectives = ["cost", "weight"]`)
	case !ok:
		return nil
	}
	for _, name := range []string{fitnessName, groupName, deltaName} {
		if one, ok := f.outline.defined(name); ok {
			return lineError(f.File, one.line, "%s is for one objective, and scores for several: a fragment has one of them", name)
		}
	}
	return nil
}

// criteria are the objectives as searches see them.
func (f *fragment) criteria() (list []problem.Criterion) {
	for _, c := range f.Criteria {
		list = append(list, problem.Criterion{
			Name: c.Name, Objective: problem.Objective{Float: f.Real, Minimize: c.Minimize}, Reference: c.Reference,
		})
	}
	return list
}

// several is what scores gives a fragment.
type several struct{ of *native }

var _ interface {
	problem.Constrained
	problem.ScoresKernelled
} = several{}

// Criteria implements problem.MultiObjective.
func (s several) Criteria() []problem.Criterion { return s.of.criteria() }

// Scores calls scores.
func (s several) Scores(g problem.Genome, to []problem.Score) {
	began := time.Now()
	call(s.of.scores, row(g), 0, 0, 1, unsafe.Pointer(&to[0]), s.of.words())
	s.of.noted(time.Since(began))
}

// Violation calls violation, if there is one.
func (s several) Violation(g problem.Genome) problem.Score {
	var violation problem.Score
	if s.of.has(limitName) {
		call(s.of.violation, row(g), 0, 0, 1, unsafe.Pointer(&violation), s.of.words())
	}
	return violation
}

// ScoresKernel is the fragment for devices, which has the scores too.
func (s several) ScoresKernel() problem.Kernel { return s.of.Kernel() }

// together is a fragment with several objectives, as apart.
type together struct{ *apart }

var _ interface {
	problem.MultiObjective
	problem.Constrained
	problem.ScoresKernelled
} = together{}

// problem is the fragment with the powers that it has.
func (p *apart) problem() Problem {
	if p.fragment.several() {
		return together{p}
	}
	return p
}

// Criteria implements problem.MultiObjective.
func (t together) Criteria() []problem.Criterion { return t.fragment.criteria() }

// Scores has a child call scores; what cannot be scored is the worst.
func (t together) Scores(g problem.Genome, to []problem.Score) {
	scores, err := t.JudgeAll(g)
	for m := range to {
		if to[m] = problem.Worst; err == nil {
			to[m] = scores[m]
		}
	}
}

// Violation has a child call violation.
func (t together) Violation(g problem.Genome) problem.Score {
	scores, err := t.JudgeAll(g)
	if err != nil {
		return math.MaxInt64
	}
	return scores[len(scores)-1]
}

// ScoresKernel implements problem.ScoresKernelled.
func (t together) ScoresKernel() problem.Kernel { return t.fragment.Kernel() }

// front is how fronts are written. As with one objective, the code is all that there is
// to check by, in a process that has not searched.
type front struct {
	answer.GeneFront
	of together
}

// Check implements problem.FrontForm.
func (f front) Check(words, claimed []string) error {
	g, err := f.Genome(words)
	if err != nil {
		return err
	}
	scores, err := f.of.JudgeAll(g)
	if err != nil {
		return err
	}
	criteria := f.of.Criteria()
	if violation := scores[len(criteria)]; violation != 0 {
		return fmt.Errorf("it violates constraints by %g", problem.ToFloat(violation))
	}
	for m, c := range criteria {
		if value := c.Format(scores[m]); m >= len(claimed) || claimed[m] != value {
			return fmt.Errorf("its %s is %s", c.Name, value)
		}
	}
	return nil
}

package cli

import (
	"io"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// optimum ends a run that has no limit as soon as one of its replicas has
// reached the problem's bound: the others might go on for ever.
type optimum struct {
	problem problem.Problem
	reached func()
}

// Observe implements search.Observer.
func (o *optimum) Observe(p search.Progress, _ time.Duration) error {
	if t, ok := o.problem.(problem.Targeted); ok {
		if bound, known := t.Bound(); known && p.Best >= bound {
			o.reached()
		}
	}
	return nil
}

// improvements has a form print what is found as it comes, each once it has been
// verified.
type improvements struct {
	task     *Task
	reporter problem.Reporter
	out      io.Writer
	engine   search.Engine
	shown    problem.Score
}

// Observe implements search.Observer.
func (i *improvements) Observe(p search.Progress, _ time.Duration) error {
	if p.Best <= i.shown || !i.task.objective().Feasible(p.Best) {
		return nil
	}
	for r := range i.engine.Replicas() {
		s, err := i.engine.Best(r)
		if err != nil {
			return err
		}
		if s.Score < p.Best {
			continue
		}
		if err := i.task.check(s); err != nil {
			return WrongAnswer(i.task.Instance, err)
		}
		i.shown = s.Score
		return i.reporter.Improved(i.out, s.Score)
	}
	return nil
}

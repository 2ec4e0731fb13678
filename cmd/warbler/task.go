package main

import (
	"context"
	"errors"
	"io"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// task is one instance to be answered. The way from flags to the printed answer is
// the same for all.
type task struct {
	*problem.Task
	kind    *problem.Kind
	paste   []string // arguments that name this instance again
	seconds float64  // what reading it took
	enough  bool     // the search ends with the first replica that reaches the bound
	again   bool     // it is not the first search for an answer; the user has been told how

	// solve replaces the search where an answer takes several, or is nil.
	solve func(context.Context, *session, *task) (*outcome, error)
	// decide answers instead of a search, or is nil.
	decide func(ctx context.Context, s *session) (exitCode, error)
}

// newTask makes an instance ready.
func (a *app) newTask(ctx context.Context, k *problem.Kind, p picked, o problem.Options) (*task, error) {
	made, err := p.instance.Task(ctx, o)
	if err != nil {
		return nil, mendable(err)
	}
	if made.Form == nil {
		made.Form = problem.Genes{Problem: made.Problem}
	}
	for _, text := range made.Notes {
		a.note("%s", text)
	}
	return &task{Task: made, kind: k, paste: p.paste, seconds: p.seconds}, nil
}

// close releases what the task has opened.
func (t *task) close() {
	if c, ok := t.Form.(io.Closer); ok {
		_ = c.Close() // it has nothing to say
	}
}

// conclusion is what an outcome means.
type conclusion struct {
	status  string // for --json
	code    exitCode
	optimum bool // the best solution is known to be optimal
}

// conclude says what an outcome means. Where a search goes on until its answer is
// proven optimal, one that is says so.
func (t *task) conclude(o *outcome) conclusion {
	c := conclusion{status: o.result.Status.String()}
	if t.kind.Endless && t.optimal(o) {
		c = conclusion{status: search.Optimal.String(), optimum: true}
	}
	if r, ok := t.Form.(problem.Reporter); ok {
		status, code := r.Conclude(t.outcome(o))
		if c.code = exitCode(code); status != "" {
			c.status, c.optimum = status, false
		}
	}
	return c
}

// optimal reports whether the best solution is known to be optimal.
func (t *task) optimal(o *outcome) bool {
	if o.none {
		return false
	}
	if b, ok := t.Problem.(problem.Targeted); ok {
		if bound, known := b.Bound(); known && o.result.Solution().Score == bound {
			return true
		}
	}
	return o.result.Status == search.Optimal
}

// outcome is what a form may know of an outcome.
func (t *task) outcome(o *outcome) problem.Outcome {
	found := problem.Outcome{Optimal: t.optimal(o), None: o.none}
	for _, s := range o.top {
		found.Best = append(found.Best, problem.Found{Genome: s.Genome, Score: s.Score})
	}
	if len(found.Best) == 0 {
		s := o.result.Solution()
		found.Best = []problem.Found{{Genome: s.Genome, Score: s.Score}}
	}
	return found
}

// check judges a solution; it shares no code with the search.
func (t *task) check(s search.Solution) error {
	if t.Front != nil {
		return nil // it is one of the front, which is checked
	}
	return t.Form.Check(s.Genome, s.Score)
}

// verify is check with what every problem can do.
func (t *task) verify(s search.Solution) error {
	err := errors.Join(search.Verify(t.Problem, s), t.check(s))
	if err == nil || isA[search.Fate](err) { // it did not come to a check
		return err
	}
	if d, ok := t.Form.(problem.Doubter); ok {
		err = d.Doubt(err)
	}
	return wrongAnswer(t.Instance, err)
}

// choose is the algorithm where none was named.
func (t *task) choose(device string) string { return warbler.Choose(t.Problem, device) }

func (t *task) objective() problem.Objective { return problem.ObjectiveOf(t.Problem) }

// show is a solution for --json.
func (t *task) show(s search.Solution) any {
	if t.Front != nil {
		return showRow(t, s.Genome)
	}
	return t.Form.Show(s.Genome, s.Score)
}

// criteria are the objectives, where there are several.
func (t *task) criteria() []problem.Criterion { return t.Problem.(problem.MultiObjective).Criteria() }

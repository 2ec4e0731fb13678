package cli

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Task is one instance to be answered. The way from flags to the printed answer is
// the same for all.
type Task struct {
	*problem.Task
	Kind    *problem.Kind
	Paste   []string // arguments that name this instance again
	Seconds float64  // what reading it took
	Enough  bool     // the search ends with the first replica that reaches the bound
	Steps   int64    // the search makes no more, if that is not 0
	Again   bool     // it is not the first search for an answer; the user has been told how
	several bool     // its answer is one of several, so a header says whose it is

	// solve replaces the search where an answer takes several, or is nil.
	Solve func(context.Context, *Session, *Task) (*Outcome, error)
	// decide answers instead of a search, or is nil.
	Decide func(ctx context.Context, s *Session) (ExitCode, error)
}

// NewTask makes an instance ready.
func (a *App) NewTask(ctx context.Context, k *problem.Kind, p Picked, o problem.Options) (*Task, error) {
	made, err := p.Instance.Task(ctx, o)
	if err != nil {
		return nil, AsUserError(err)
	}
	if made.Form == nil {
		made.Form = answer.Genes{Problem: made.Problem}
	}
	for _, text := range made.Notes {
		a.Note("%s", text)
	}
	for _, text := range made.Details {
		a.Log.Info(text, "instance", made.Instance)
	}
	return &Task{Task: made, Kind: k, Paste: p.Paste, Seconds: p.Seconds}, nil
}

// Close releases what the task has opened.
func (t *Task) close() {
	if c, ok := t.Form.(io.Closer); ok {
		_ = c.Close() // it has nothing to say
	}
}

// conclusion is what an outcome means.
type conclusion struct {
	status  string // for --json
	code    ExitCode
	optimum bool // the best solution is known to be optimal
}

// conclude says what an outcome means. Where a search goes on until its answer is
// proven optimal, one that is says so.
func (t *Task) conclude(o *Outcome) conclusion {
	c := conclusion{status: o.Result.Status.String()}
	if t.Kind.Endless && t.optimal(o) {
		c = conclusion{status: search.Optimal.String(), optimum: true}
	}
	if !o.none && t.unscored(o.Result.Solution().Score) {
		c = conclusion{status: "nan", code: ExitInside}
	}
	if r, ok := t.Form.(problem.Reporter); ok {
		status, code := r.Conclude(t.outcome(o))
		if c.code = ExitCode(code); status != "" {
			c.status, c.optimum = status, false
		}
	}
	return c
}

// unscored reports whether a score is no number, so that nothing is known of its
// solution.
func (t *Task) unscored(score problem.Score) bool {
	o := t.objective()
	return t.Front == nil && math.IsNaN(o.Value(score)) && !(o.Violation(score) > 0)
}

// optimal reports whether the best solution is known to be optimal.
func (t *Task) optimal(o *Outcome) bool {
	return !o.none && (t.bounds(o.Result.Solution().Score) || o.Result.Status == search.Optimal)
}

// bounds reports whether no score is better than this one.
func (t *Task) bounds(score problem.Score) bool {
	b, ok := t.Problem.(problem.Targeted)
	if !ok {
		return false
	}
	bound, known := b.Bound()
	return known && score >= bound
}

// Outcome is what a form may know of an outcome.
func (t *Task) outcome(o *Outcome) problem.Outcome {
	found := problem.Outcome{Optimal: t.optimal(o), None: o.none}
	for _, s := range o.top {
		found.Best = append(found.Best, problem.Found{Genome: s.Genome, Score: s.Score})
	}
	if len(found.Best) == 0 {
		s := o.Result.Solution()
		found.Best = []problem.Found{{Genome: s.Genome, Score: s.Score}}
	}
	return found
}

// check judges a solution; it shares no code with the search.
func (t *Task) check(s search.Solution) error {
	if t.Front != nil {
		return nil // it is one of the front, which is checked
	}
	return t.Form.Check(s.Genome, s.Score)
}

// verify is check with what every problem can do.
func (t *Task) verify(s search.Solution) error {
	err := errors.Join(search.Verify(t.Problem, s), t.check(s))
	if err == nil || errors.As(err, new(search.StatusError)) { // it did not come to a check
		return err
	}
	if t.Doubt != nil {
		err = t.Doubt(err)
	}
	return WrongAnswer(t.Instance, err)
}

// Choose is the algorithm where none was named.
func (t *Task) Choose(f *SearchFlags) string {
	return choose.Algorithm(t.Problem, f.Device, f.evaluations)
}

func (t *Task) objective() problem.Objective { return problem.ObjectiveOf(t.Problem) }

// Show is a solution for --json.
func (t *Task) show(s search.Solution) any {
	if t.Front != nil {
		return showRow(t, s.Genome)
	}
	return t.Form.Show(s.Genome, s.Score)
}

// criteria are the objectives, where there are several.
func (t *Task) criteria() []problem.Criterion { return t.Problem.(problem.MultiObjective).Criteria() }

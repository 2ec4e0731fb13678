package cli

import (
	"io"
	"path/filepath"
	"time"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/trace"
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

// observers are what watches a run.
func (s *Session) observers(t *Task, e search.Engine, until search.Stop) ([]search.Observer, error) {
	var watch []search.Observer
	f := s.Flags
	if r, ok := t.Form.(problem.Reporter); ok && !f.Json {
		watch = append(watch, &improvements{task: t, reporter: r, out: s.Out, engine: e, shown: problem.Worst})
	}
	watch = append(watch, s.watcher(t, until))
	if f.Plot != "" && t.Front == nil {
		picture, err := plot.To(f.Plot, t.Kind.Name+" "+filepath.Base(t.Instance), t.objective())
		if err != nil {
			return nil, AsUserError(err)
		}
		watch = append(watch, picture)
	}
	// The trace is the only one with an open file, so it is the last to fail.
	if f.Trace != "" {
		after := int64(-1)
		if s.resumed != nil {
			after = s.resumed.Steps
		}
		w, err := trace.Open(f.Trace, t.objective(), t.Front != nil, after)
		if err != nil {
			return nil, AsUserError(err)
		}
		watch = append(watch, w)
	}
	if f.Checkpoint != "" {
		watch = append(watch, search.SaveTo(e, f.Checkpoint, f.checkpointEvery))
	}
	return watch, nil
}

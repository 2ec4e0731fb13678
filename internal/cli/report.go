package cli

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// report verifies what was found and prints it.
func (s *Session) report(t *Task, o *Outcome) error {
	if t.Mend != nil {
		for i := range o.Result.Runs {
			run := &o.Result.Runs[i]
			var why string
			if run.Genome, run.Score, why = t.Mend(run.Genome, run.Score); why != "" && i == o.Result.Best {
				s.Note("%s: %s", t.Instance, why)
			}
		}
		o.top = slices.DeleteFunc(o.top, func(s search.Solution) bool { _, _, why := t.Mend(s.Genome, s.Score); return why != "" })
	}
	o.top = best(o.Result, o.top, s.Flags.top)
	for _, solution := range append(o.Result.Runs, o.top...) {
		if err := t.verify(solution); err != nil {
			return err
		}
	}
	if t.Front != nil {
		if err := s.concludeFronts(t, o, s.Flags.Plot); err != nil {
			return err
		}
	}
	s.Log.Info("solved", "instance", t.Instance, "algorithm", o.Algorithm, "device", o.Device, "status", o.Result.Status,
		"generations", o.Result.Steps, "evaluations", o.Result.Evaluations, "took", o.Result.Elapsed.Round(time.Microsecond))
	s.codes = append(s.codes, t.conclude(o).code)
	if objective, score := t.objective(), o.top[0].Score; !o.none && !objective.Feasible(score) {
		s.Note("%s: no feasible solution was found; the best has %s", t.Instance, objective.Describe(score))
	}
	if n := len(o.top); n < s.Flags.top && !o.none {
		s.Note("%s: found %d of the %d different answers that --top asks for", t.Instance, n, s.Flags.top)
	}
	if _, tells := t.Form.(problem.Reporter); o.proven() && !s.Flags.Json && !tells {
		s.Note("%s: proven optimal", t.Instance)
	}
	if err := s.print(t, o); err != nil || t.Picture == "" {
		return err
	}
	return AsUserError(atomicfile.Write(t.Picture, func(w io.Writer) error { return t.Draw(w, o.top[0].Genome) }))
}

// proven reports whether an exact method has shown that nothing is better.
func (o *Outcome) proven() bool {
	return o.Algorithm == "exact" && o.Result.Status == search.Optimal && !o.none
}

// print writes an answer as it was asked for.
func (s *Session) print(t *Task, o *Outcome) error {
	reporter, tells := t.Form.(problem.Reporter)
	switch {
	case s.Flags.Json:
		return writeJSON(s.Out, s.Flags, s.Devices.Seconds, o)
	case t.Front != nil:
		return writeFront(s.Out, t, o.front)
	case tells:
		return reporter.Report(s.Out, t.outcome(o))
	}
	for _, solution := range o.top {
		if err := t.Form.Write(s.Out, solution.Genome, solution.Score); err != nil {
			return err
		}
	}
	return nil
}

// WrongAnswer is the error of a solution that did not pass its check.
func WrongAnswer(instance string, err error) error {
	return fmt.Errorf("%s: the search returned a wrong answer: %w", instance, err)
}

// best are the count best solutions with different genomes, the best first:
// of all replicas, and of those an engine ranked itself.
func best(r search.Result, ranked []search.Solution, count int) []search.Solution {
	return replicas.Different(slices.Concat([]search.Solution{r.Solution()}, r.Runs, ranked), count)
}

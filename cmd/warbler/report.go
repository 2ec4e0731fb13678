package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// report verifies what was found and prints it.
func (s *session) report(t *task, o *outcome) error {
	if m, ok := t.Form.(problem.Mender); ok {
		for i := range o.result.Runs {
			run := &o.result.Runs[i]
			var why string
			if run.Genome, run.Score, why = m.Mend(run.Genome, run.Score); why != "" && i == o.result.Best {
				s.note("%s: %s", t.Instance, why)
			}
		}
		o.top = slices.DeleteFunc(o.top, func(s search.Solution) bool { _, _, why := m.Mend(s.Genome, s.Score); return why != "" })
	}
	o.top = best(o.result, o.top, s.flags.top)
	for _, solution := range append(o.result.Runs, o.top...) {
		if err := t.verify(solution); err != nil {
			return err
		}
	}
	if t.Front != nil {
		if err := s.concludeFronts(t, o, s.flags.plot); err != nil {
			return err
		}
	}
	s.log.Info("solved", "instance", t.Instance, "algorithm", o.algorithm, "device", o.device, "status", o.result.Status,
		"generations", o.result.Steps, "evaluations", o.result.Evaluations, "took", o.result.Elapsed.Round(time.Microsecond))
	s.codes = append(s.codes, t.conclude(o).code)
	if objective, score := t.objective(), o.top[0].Score; !o.none && !objective.Feasible(score) {
		s.note("%s: no feasible solution was found; the best has %s", t.Instance, objective.Describe(score))
	}
	if n := len(o.top); n < s.flags.top && !o.none {
		s.note("%s: found %d of the %d different answers that --top asks for", t.Instance, n, s.flags.top)
	}
	if _, tells := t.Form.(problem.Reporter); o.proven() && !s.flags.json && !tells {
		s.note("%s: proven optimal", t.Instance)
	}
	if err := s.print(t, o); err != nil || t.Picture == nil {
		return err
	}
	return mendable(search.WriteFile(t.Picture.Path, func(w io.Writer) error { return t.Picture.Draw(w, o.top[0].Genome) }))
}

// proven reports whether an exact method has shown that nothing is better.
func (o *outcome) proven() bool {
	return o.algorithm == "exact" && o.result.Status == search.Optimal && !o.none
}

// print writes an answer as it was asked for.
func (s *session) print(t *task, o *outcome) error {
	reporter, tells := t.Form.(problem.Reporter)
	switch {
	case s.flags.json:
		return writeJSON(s.out, s.flags, s.devices.seconds, o)
	case t.Front != nil:
		return writeFront(s.out, t, o.front)
	case tells:
		return reporter.Report(s.out, t.outcome(o))
	}
	for _, solution := range o.top {
		if err := t.Form.Write(s.out, solution.Genome, solution.Score); err != nil {
			return err
		}
	}
	return nil
}

// wrongAnswer is the error of a solution that did not pass its check.
func wrongAnswer(instance string, err error) error {
	return fmt.Errorf("%s: the search returned a wrong answer: %w", instance, err)
}

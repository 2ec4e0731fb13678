package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/search"
)

// report verifies what was found and prints it.
func (s *session) report(t *task, o *outcome) error {
	if t.mend != nil {
		for i := range o.result.Runs {
			mended, why := t.mend(o.result.Runs[i])
			if why != "" && i == o.result.Best {
				s.note("%s: %s", t.instance, why)
			}
			o.result.Runs[i] = mended
		}
		o.top = slices.DeleteFunc(o.top, func(s search.Solution) bool { _, why := t.mend(s); return why != "" })
	}
	o.top = best(o.result, o.top, s.flags.top)
	for _, solution := range append(o.result.Runs, o.top...) {
		if err := errors.Join(search.Verify(t.problem, solution), t.check(solution)); err != nil {
			if isA[search.StatusError](err) { // it did not come to a check
				return err
			}
			if t.doubt != nil {
				err = t.doubt(err)
			}
			return wrongAnswer(t.instance, err)
		}
	}
	if t.fronts != nil {
		if err := t.fronts(o); err != nil {
			return err
		}
	}
	s.log.Info("solved", "instance", t.instance, "algorithm", o.algorithm, "device", o.device, "status", o.result.Status,
		"generations", o.result.Steps, "evaluations", o.result.Evaluations, "took", o.result.Elapsed.Round(time.Microsecond))
	s.codes = append(s.codes, t.conclude(o).code)
	if objective, score := t.objective(), o.top[0].Score; !o.none && !objective.Feasible(score) {
		s.note("%s: no feasible solution was found; the best has %s", t.instance, objective.Describe(score))
	}
	if n := len(o.top); n < s.flags.top && !o.none {
		s.note("%s: found %d of the %d different answers that --top asks for", t.instance, n, s.flags.top)
	}
	if o.proven() && !s.flags.json && t.write == nil { // else the answer itself tells
		s.note("%s: proven optimal", t.instance)
	}
	if err := s.print(t, o); err != nil || t.picture == nil {
		return err
	}
	return t.picture(o.top[0])
}

// proven reports whether an exact method has shown that nothing is better.
func (o *outcome) proven() bool {
	return o.algorithm == "exact" && o.result.Status == search.Optimal && !o.none
}

// print writes an answer as it was asked for.
func (s *session) print(t *task, o *outcome) error {
	switch {
	case s.flags.json:
		return writeJSON(s.out, s.flags, s.devices.seconds, o)
	case t.write != nil:
		return t.write(s.out, o)
	}
	for _, solution := range o.top {
		if err := t.print(s.out, solution); err != nil {
			return err
		}
	}
	return nil
}

// wrongAnswer is the error of a solution that did not pass its check.
func wrongAnswer(instance string, err error) error {
	return fmt.Errorf("%s: the search returned a wrong answer: %w", instance, err)
}

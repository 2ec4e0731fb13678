package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Answer is what --json prints; its names are an interface to other programs.
type Answer struct {
	Problem        string         `json:"problem"`
	Instance       string         `json:"instance"`
	Options        map[string]any `json:"options,omitempty"`
	Algorithm      string         `json:"algorithm"`
	Parameters     map[string]any `json:"parameters"`
	Device         string         `json:"device"`
	DeviceName     string         `json:"device_name"`
	Seed           uint64         `json:"seed"`
	Replicas       int            `json:"replicas"`
	Value          any            `json:"value,omitempty"` // as the problem states it
	Status         string         `json:"status"`
	Error          string         `json:"error,omitempty"` // what broke the search off
	Score          any            `json:"score"`
	Cost           any            `json:"cost,omitempty"`
	Violation      any            `json:"violation,omitempty"` // of constraints, where scores tell it
	OptimumKnown   any            `json:"optimum_known"`
	Bound          any            `json:"bound,omitempty"` // that no value is better than, where none is known to reach it
	Generations    int64          `json:"generations"`
	Evaluations    int64          `json:"evaluations"`
	ElapsedSeconds float64        `json:"elapsed_seconds"`
	ReadSeconds    float64        `json:"read_seconds"`
	DeviceSeconds  float64        `json:"device_seconds"`
	Solution       any            `json:"solution"`
	Verified       bool           `json:"verified"`
	Version        string         `json:"version"`
	Unsatisfied    any            `json:"unsatisfied,omitempty"`
	Objectives     []Aim          `json:"objectives,omitempty"`
	Front          []frontAnswer  `json:"front,omitempty"`
	Hypervolume    any            `json:"hypervolume,omitempty"`
	IGD            any            `json:"igd,omitempty"` // from the front that is known, if one is
	IGDPlus        any            `json:"igd_plus,omitempty"`
	Spread         any            `json:"spread,omitempty"`
	Statistics     *statistics    `json:"statistics,omitempty"` // of several replicas
	Runs           []RunAnswer    `json:"runs"`
	Top            []topAnswer    `json:"top,omitempty"`
}

// RunAnswer is one replica.
type RunAnswer struct {
	Seed           uint64  `json:"seed"`
	Value          any     `json:"value,omitempty"`
	Status         string  `json:"status"`
	Score          any     `json:"score"`
	Cost           any     `json:"cost,omitempty"`
	Generations    int64   `json:"generations"`
	Evaluations    int64   `json:"evaluations"`
	ElapsedSeconds float64 `json:"elapsed_seconds"`
	Hypervolume    any     `json:"hypervolume,omitempty"`
}

// topAnswer is one of several different solutions.
type topAnswer struct {
	Score    any `json:"score"`
	Cost     any `json:"cost,omitempty"`
	Value    any `json:"value,omitempty"`
	Solution any `json:"solution"`
}

// writeJSON prints an outcome whose solutions have been verified; that there is
// none cannot be. Replicas run side by side, so each took as long as all.
func writeJSON(w io.Writer, f *SearchFlags, deviceSeconds float64, o *Outcome) error {
	objective := o.Task.objective()
	r, meaning := o.Result, o.Task.conclude(o)
	out := Answer{
		Problem: o.Task.Kind.Name, Instance: o.Task.Instance, Options: o.Task.Options,
		Algorithm: o.Algorithm, Parameters: params.Typed(o.Params, o.Values),
		Device: o.Device, DeviceName: o.Name, Seed: o.Replicas[0].Seed, Replicas: len(o.Replicas),
		Status: meaning.status, Generations: r.Steps, Evaluations: r.Evaluations,
		ElapsedSeconds: r.Elapsed.Seconds(), ReadSeconds: o.Task.Seconds, DeviceSeconds: deviceSeconds,
		Solution: o.Task.show(r.Solution()), Verified: !o.none && !o.Task.unscored(r.Solution().Score), Version: warbler.Version(),
	}
	if o.failed != nil {
		out.Error = o.failed.Error()
	}
	out.Score, out.Cost = scoreAndCost(objective, r.Solution().Score)
	if out.Value = valueOf(objective, r.Solution().Score); o.none {
		out.Score, out.Value = null, null
	}
	if objective.Constrained {
		out.Violation = measured(objective.Violation(r.Solution().Score))
	}
	out.Statistics = o.statistics(f)
	optimum := o.Task.Optimum
	if meaning.optimum {
		score := r.Solution().Score
		optimum = &score
	}
	if optimum != nil {
		score, cost := scoreAndCost(objective, *optimum)
		if out.OptimumKnown = score; objective.Minimize {
			out.OptimumKnown = cost
		}
	}
	if o.Task.Bound != nil {
		if bound, known := o.Task.Bound(); known && !o.none && bound > r.Solution().Score {
			out.Bound = valueOf(objective, bound)
		}
	}
	if reporter, ok := o.Task.Form.(problem.Reporter); ok && !o.none {
		var err error
		if out.Unsatisfied, err = reporter.Remainder(r.Solution().Genome); err != nil {
			return err
		}
	}
	if o.Task.Front != nil {
		for _, c := range o.Task.criteria() {
			out.Objectives = append(out.Objectives, Aim{c.Name, c.Minimize})
		}
		out.Front, out.Hypervolume = frontAnswers(o.Task, o.front), measured(o.volume)
		if known, ok := o.Task.Problem.(problem.ReferenceFronted); ok && !o.none {
			of := distancesOf(o.Task.criteria(), o.front, known.ReferenceFront())
			out.IGD, out.IGDPlus, out.Spread = measured(of.igd), measured(of.plus), measured(of.spread)
		}
	}
	for i, s := range r.Runs {
		run := RunAnswer{
			Seed: s.Seed, Status: s.Status.String(), Generations: s.Steps, Evaluations: s.Evaluations,
			ElapsedSeconds: r.Elapsed.Seconds(),
		}
		run.Value = valueOf(objective, s.Score)
		if run.Score, run.Cost = scoreAndCost(objective, s.Score); o.none {
			run.Score, run.Value, run.Status = null, null, meaning.status
		}
		if i < len(o.volumes) {
			run.Hypervolume = measured(o.volumes[i])
		}
		out.Runs = append(out.Runs, run)
	}
	if f.top > 1 {
		for _, s := range o.top {
			t := topAnswer{Solution: o.Task.show(s), Value: valueOf(objective, s.Score)}
			t.Score, t.Cost = scoreAndCost(objective, s.Score)
			out.Top = append(out.Top, t)
		}
	}
	return json.NewEncoder(w).Encode(out)
}

// measured is a number for JSON, or nothing.
func measured(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}

// null is what JSON has for a number that does not exist; nil would leave the
// field out.
var null = json.RawMessage("null")

// scoreAndCost are the two ways to state a score: larger is better, and, where
// the problem minimizes, the cost itself, which what is not feasible has not.
func scoreAndCost(o problem.Objective, s problem.Score) (score, cost any) {
	plain := o
	plain.Minimize = false
	score = Number(plain, s)
	switch {
	case o.Minimize && o.Feasible(s) && s != problem.Worst:
		cost = Number(o, s)
	case o.Minimize:
		cost = null
	}
	return score, cost
}

// valueOf is a score as the problem states it, or nothing where it is not feasible.
func valueOf(o problem.Objective, s problem.Score) any {
	if !o.Feasible(s) || s == problem.Worst {
		return null
	}
	return Number(o, s)
}

// Number is a score as an exact JSON number; JSON has no infinity.
func Number(o problem.Objective, s problem.Score) any {
	if !o.Feasible(s) && o.Constrained {
		return null
	}
	if v := o.Value(s); math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return json.Number(o.Format(s))
}

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
	if !o.none && t.unscored(o.top[0].Score) {
		s.Note("%s: the best score that was found is no number (NaN), so the answer is not verified", t.Instance)
	}
	if n := len(o.top); n < s.Flags.top && !o.none {
		s.Note("%s: found %d of the %d different answers that --top asks for", t.Instance, n, s.Flags.top)
	}
	if _, tells := t.Form.(problem.Reporter); o.proven() && !s.Flags.Json && !tells {
		s.Note("%s: proven optimal", t.Instance)
	}
	s.noteReplicas(t, o)
	s.noteEnd(t, o)
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
	if t.several && !s.Flags.Json && !tells { // a reporter does so when it prints its first line
		if _, err := fmt.Fprintf(s.Out, "%s%s\n", header, t.head()); err != nil {
			return err
		}
	}
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

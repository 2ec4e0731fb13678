package warbler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Result is what a run found, and how.
type Result struct {
	Best        Genome        // the best solution
	Value       float64       // what it is worth, as the problem states it
	Score       problem.Score // the same, exactly, and larger for better
	Status      search.Status // why the run ended
	Verified    bool          // the solutions were evaluated once more, and the best has a value
	Runs        []Solution    // the best of every replica
	Top         []Solution    // the best different solutions; as many as the option Top wants
	Front       []Solution    // with several objectives: what nothing found is better than, from the best by the first on
	Algorithm   string
	Parameters  search.Values // all of them
	Device      string        // "cpu", "cuda:0,cuda:1"
	Steps       int64         // of the replica that went furthest
	Evaluations int64         // by all replicas
	Violation   float64       // of the best
	Failed      int64         // evaluations, of an objective that can fail
	Failure     error         // the last of them
	Elapsed     time.Duration

	best      int
	objective problem.Objective
	rules     search.Stop
	replicas  []search.Replica
	started   int // solutions to begin with
	params    search.Table
}

// report makes the result of a run and verifies it.
func (r *Run) report(found search.Result, a search.Algorithm, c search.Config, where replicas.Places, life *life) (*Result, error) {
	params := a.Params.For(r.problem.Representation().Kind)
	result := &Result{
		Best: found.Solution().Genome, Score: found.Solution().Score, Status: found.Status,
		Algorithm: a.Name, Parameters: params.Fill(c.Values), Device: where.ID(),
		Steps: found.Steps, Evaluations: found.Evaluations, Failed: life.failed.Load(), Failure: life.failure(), Elapsed: found.Elapsed,
		best: found.Best, objective: problem.ObjectiveOf(r.problem), rules: c.Stop, replicas: c.Replicas, started: len(c.Start), params: params,
	}
	ranked := []search.Solution{}
	if e, ok := r.engine.(search.Ranked); ok && r.settings.top > 1 {
		var err error
		if ranked, err = e.Top(r.settings.top); err != nil {
			return nil, err
		}
	}
	top := replicas.Different(slices.Concat([]search.Solution{found.Solution()}, found.Runs, ranked), r.settings.top)
	again := newLife(context.WithoutCancel(r.ctx)) // the run's has ended
	defer again.end()
	p := living(r.problem, again)
	fronts, err := r.addFront(result, p)
	if err != nil {
		return nil, err
	}
	if result.Runs, err = valued(p, found.Runs, fronts...); err != nil {
		return nil, err
	}
	if result.Top, err = valued(p, top, fronts...); err != nil {
		return nil, err
	}
	result.Value, result.Violation = result.Runs[found.Best].Value, result.Runs[found.Best].Violation
	if !r.bare {
		others := slices.DeleteFunc(slices.Clone(result.Top), func(s Solution) bool { // evaluations may be slow
			return slices.ContainsFunc(result.Runs, func(r Solution) bool { return s.Score == r.Score && s.Genome.Equal(r.Genome) })
		})
		for _, s := range slices.Concat(result.Runs, others) {
			if err := verify(p, s.Solution); err != nil && again.failure() == nil {
				return nil, err
			}
		}
	}
	scored := !math.IsNaN(result.Value) || result.Violation > 0 || result.Front != nil
	result.Verified = scored && !r.bare && again.failure() == nil
	if result.Failure == nil {
		result.Failure = again.failure()
	}
	if result.Score == problem.Worst && result.Failed > 0 && result.Violation == 0 {
		return result, fmt.Errorf("warbler: no evaluation gave a value; %d failed, the last with: %w", result.Failed, result.Failure)
	}
	if result.worthless() && !r.bare {
		result.Verified = false
		return result, errors.New("warbler: nothing has a value: the objective or a constraint was NaN for every genome")
	}
	return result, nil
}

// worthless reports whether nothing that was found has a value, or violates constraints by
// an amount that is a number.
func (r *Result) worthless() bool {
	worst := r.Score == problem.Worst && (math.IsNaN(r.Value) || r.Failed > 0) && (r.Violation == 0 || math.IsInf(r.Violation, 1))
	valued := func(s Solution) bool { return slices.ContainsFunc(s.Values, func(v float64) bool { return v == v }) }
	return worst && !slices.ContainsFunc(r.Front, valued)
}

// addFront joins the fronts of all replicas, evaluates them once more, and returns them.
func (r *Run) addFront(to *Result, p Problem) (fronts [][]search.Member, err error) {
	e, ok := r.engine.(search.Fronted)
	if !ok {
		return nil, nil
	}
	fronts = make([][]search.Member, r.engine.Replicas())
	for i := range fronts {
		if fronts[i], err = e.Front(i); err != nil {
			return nil, err
		}
	}
	joined := replicas.JoinFronts(fronts)
	if to.Front, err = valuedFront(p, joined); err != nil || r.bare {
		return fronts, err
	}
	for _, m := range joined {
		if err := verifyMember(p, m); err != nil {
			return nil, err
		}
	}
	return fronts, nil
}

// verify evaluates a solution once more.
func verify(p Problem, s search.Solution) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = search.Panicked(v)
		}
	}()
	var wrong *search.VerifyError
	if err := search.Verify(p, s); !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("%w; is the objective a pure function?", wrong)
}

// verifyMember evaluates a member of a front once more. One whose evaluation fails now
// stands as it is.
func verifyMember(p Problem, m search.Member) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = search.Panicked(v)
		}
	}()
	scores := make([]problem.Score, len(m.Scores))
	p.(problem.MultiObjective).Scores(m.Genome, scores)
	if failed := scores[0] == problem.Worst; !failed && !slices.Equal(scores, m.Scores) {
		return fmt.Errorf("warbler: a member of the front has the scores %v, and was found with %v; are the objectives pure functions?", scores, m.Scores)
	}
	return nil
}

// String is the result in a line.
func (r *Result) String() string {
	what := r.objective.Describe(r.Score)
	switch {
	case r.worthless():
		what = "nothing with a value,"
	case r.Violation > 0 && r.Value == r.Value:
		what = fmt.Sprintf("%v with constraints violated by %.6g", r.Value, r.Violation)
	case r.Violation > 0:
		what = fmt.Sprintf("nothing feasible, constraints violated by %.6g at least,", r.Violation)
	case len(r.Front) > 0:
		what = fmt.Sprintf("a front of %d, %s at best by the first objective,", len(r.Front), what)
	}
	failed := ""
	if r.Failed > 0 {
		failed = fmt.Sprintf(", %d of which failed", r.Failed)
	}
	return fmt.Sprintf("%s by %s on %s (%s after %d steps, %d evaluations%s, %v)",
		what, r.Algorithm, r.Device, r.Status, r.Steps, r.Evaluations, failed, r.Elapsed.Round(time.Millisecond))
}

// Reproduce is a line of Go that gives the same solutions again, on any device
// and whatever ended this run; where the clock has stopped replicas at different
// steps, it gives the best of them.
func (r *Result) Reproduce() string {
	seed, replicas, steps := r.replicas[0].Seed, len(r.replicas), r.Steps
	unlimited, cut := r.rules.Patience > 0, false
	for _, s := range r.Runs {
		cut = cut || s.Status >= search.TimedOut
	}
	for _, s := range r.Runs {
		if cut && s.Steps != r.Steps && (unlimited || s.Status >= search.TimedOut) {
			// A replica equals a run alone.
			seed, replicas, steps = r.Runs[r.best].Seed, 1, r.Runs[r.best].Steps
		}
	}
	words := []string{"ctx", "problem", fmt.Sprintf("warbler.Algorithm(%q)", r.Algorithm)}
	defaults := r.params.Fill(nil)
	for _, p := range r.params {
		if value := r.Parameters[p.Name]; value != defaults[p.Name] {
			if p.Type == search.Choice || value == "auto" {
				value = strconv.Quote(value)
			}
			words = append(words, fmt.Sprintf("warbler.Param(%q, %s)", p.Name, value))
		}
	}
	add := func(given bool, option string, value any) {
		if given {
			words = append(words, fmt.Sprintf("warbler.%s(%v)", option, value))
		}
	}
	add(true, "Seed", seed)
	add(replicas > 1, "Replicas", replicas)
	add(r.started > 0, "Start", "solutions...")
	if r.rules.Target != nil {
		add(true, "Target", strconv.FormatFloat(r.objective.Value(*r.rules.Target), 'g', -1, 64))
	}
	add(r.rules.Stagnation > 0 && !unlimited, "Stagnation", r.rules.Stagnation)
	add(r.rules.Converged, "Convergence", r.rules.Convergence)
	add(steps > 0 && !(unlimited && !cut), "Generations", steps) // what ended a run without a limit ends it again
	add(steps == 0, "Time", 1)                                   // the first population, and nothing more
	return "warbler.Solve(" + strings.Join(words, ", ") + ")"
}

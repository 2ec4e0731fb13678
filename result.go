package warbler

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Solution is the best of one replica.
type Solution = search.Solution

// Result is what a run found, and how.
type Result struct {
	Best        Genome          // the best solution
	Value       float64         // what it is worth, as the problem states it
	Score       problem.Score   // the same, exactly, and larger for better
	Status      search.Status   // why the run ended
	Verified    bool            // the solutions were evaluated once more
	Runs        []Solution      // the best of every replica
	Top         []Solution      // the best different solutions; as many as the option Top wants
	Front       []search.Member // with several objectives: what nothing found is better than, from the best by the first on
	Algorithm   string
	Parameters  search.Values // all of them
	Device      string        // "cpu", "cuda:0,cuda:1"
	Steps       int64         // of the replica that went furthest
	Evaluations int64         // by all replicas
	Elapsed     time.Duration

	best      int
	objective problem.Objective
	rules     search.Stop
	replicas  []search.Replica
	started   int // solutions to begin with
	params    search.Table
}

// report makes the result of a run and verifies it.
func (r *Run) report(found search.Result, a search.Algorithm, c search.Config, where replicas.Places) (*Result, error) {
	o, s := problem.ObjectiveOf(r.problem), found.Solution()
	result := &Result{
		Best: s.Genome, Value: o.Value(s.Score), Score: s.Score, Status: found.Status, Runs: found.Runs,
		Algorithm: a.Name, Parameters: a.Params.Fill(c.Values), Device: where.ID(),
		Steps: found.Steps, Evaluations: found.Evaluations, Elapsed: found.Elapsed,
		best: found.Best, objective: o, rules: c.Stop, replicas: c.Replicas, started: len(c.Start), params: a.Params,
	}
	ranked := []Solution{}
	if e, ok := r.engine.(search.Ranked); ok && r.settings.top > 1 {
		var err error
		if ranked, err = e.Top(r.settings.top); err != nil {
			return nil, err
		}
	}
	result.Top = replicas.Different(slices.Concat([]Solution{s}, found.Runs, ranked), r.settings.top)
	if err := r.addFront(result); err != nil {
		return nil, err
	}
	if r.bare {
		return result, nil
	}
	for _, s := range slices.Concat(result.Runs, result.Top) {
		if err := verify(r.problem, s); err != nil {
			return nil, err
		}
	}
	result.Verified = true
	return result, nil
}

// addFront joins the fronts of all replicas, and evaluates them once more.
func (r *Run) addFront(to *Result) error {
	e, ok := r.engine.(search.Fronted)
	if !ok {
		return nil
	}
	fronts := make([][]search.Member, len(to.Runs))
	for i := range fronts {
		var err error
		if fronts[i], err = e.Front(i); err != nil {
			return err
		}
	}
	to.Front = replicas.JoinFronts(fronts)
	p := r.problem.(problem.MultiObjective)
	scores := make([]problem.Score, len(p.Criteria()))
	for _, m := range to.Front {
		if p.Scores(m.Genome, scores); !slices.Equal(scores, m.Scores) {
			return fmt.Errorf("warbler: a member of the front has the scores %v, and was found with %v; are the objectives pure functions?", scores, m.Scores)
		}
	}
	return nil
}

// verify evaluates a solution once more.
func verify(p Problem, s Solution) (err error) {
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

// String is the result in a line.
func (r *Result) String() string {
	return fmt.Sprintf("%s by %s on %s (%s after %d steps, %d evaluations, %v)",
		r.objective.Describe(r.Score), r.Algorithm, r.Device, r.Status, r.Steps, r.Evaluations, r.Elapsed.Round(time.Millisecond))
}

// Reproduce is a line of Go that gives the same solutions again, on any device
// and whatever ended this run; where the clock has stopped replicas at different
// steps, it gives the best of them.
func (r *Result) Reproduce() string {
	seed, replicas, steps := r.replicas[0].Seed, len(r.replicas), r.Steps
	for _, s := range r.Runs {
		if s.Status >= search.TimedOut && s.Steps != r.Steps {
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
	add(r.rules.Stagnation > 0, "Stagnation", r.rules.Stagnation)
	add(r.rules.Converged, "Convergence", r.rules.Convergence)
	add(steps > 0, "Generations", steps)
	add(steps == 0, "Time", 1) // the first population, and nothing more
	return "warbler.Solve(" + strings.Join(words, ", ") + ")"
}

package warbler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/trace"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Solve searches for the best solution of a problem until an option ends the
// run, or ctx does. The end of ctx is no error: the result has the best so far
// and its status says so; only where it comes before anything was scored there is
// no result, and the error is that of ctx. Without any limit, in options or ctx, the
// run ends when it has found nothing better for twice as many steps as its best took,
// and for some least number of them, most often 1000, that the algorithm decides; with
// several objectives after 250 steps. That counts steps alone, so a seed gives the same
// result everywhere.
//
// Every solution is evaluated once more before it is returned. An error may
// come with a result, the best so far: that of a file that cannot be written,
// and that of an objective that panics, a *search.PanicError that says where.
func Solve(ctx context.Context, p Problem, options ...Option) (*Result, error) {
	return New(ctx, p, options...).Result()
}

// Run is a problem that is being solved: Solve for those who want to see how
// it goes on. It is for one goroutine.
type Run struct {
	ctx      context.Context
	problem  Problem
	settings *settings
	bare     bool   // the scores cannot be verified
	saved    []byte // the checkpoint to go on from, or nil
	resumed  int64  // its steps, or -1
	engine   search.Engine
	moving   *replicas.Moving // the engine, if it may move
	result   *Result
	err      error
	done     bool
}

// New makes a run. Nothing happens before Progress or Result is called, and
// nothing is left open behind them.
func New(ctx context.Context, p Problem, options ...Option) *Run {
	return &Run{ctx: ctx, problem: p, settings: newSettings(options), resumed: -1}
}

// Progress is how far a run has come.
type Progress struct {
	search.Progress               // of all replicas
	Value           float64       // of the best solution so far, as the problem states it; NaN where that violates constraints
	Violation       float64       // of constraints, by the best solution so far, where it goes before its value
	Elapsed         time.Duration // since the run began to make its first population
	Failed          int64         // evaluations, of an objective that can fail
}

// Progress solves the problem and reports on the way, about four times a second
// or as Every has it. Leaving the loop ends the run, and Result then has the
// best so far.
func (r *Run) Progress() iter.Seq[Progress] {
	return r.solve
}

// Best is the best solution so far, for the body of a loop over Progress.
func (r *Run) Best() (Solution, error) {
	switch {
	case r.engine == nil && r.result != nil:
		return r.result.Runs[r.result.best], nil
	case r.engine == nil:
		return Solution{}, errors.New("warbler: Best: the run has not begun")
	}
	which := 0
	best, err := r.engine.Best(0)
	for i := 1; i < r.engine.Replicas() && err == nil; i++ {
		var s search.Solution
		if s, err = r.engine.Best(i); s.Score > best.Score {
			which, best = i, s
		}
	}
	var front []search.Member
	if e, ok := r.engine.(search.Fronted); ok && err == nil {
		front, err = e.Front(which)
	}
	if err != nil {
		return Solution{}, err
	}
	list, err := valued(r.problem, []search.Solution{best}, front)
	if err != nil {
		return Solution{}, err
	}
	return list[0], nil
}

// Result is what the run found. It solves the problem if that was not done
// yet; within a loop over Progress it is an error, and Best is what to ask.
func (r *Run) Result() (*Result, error) {
	r.solve(nil)
	return r.result, r.err
}

// reporter is an observer that gives a loop its next turn. To leave the loop ends the
// run.
type reporter struct {
	objective problem.Objective
	life      *life
	yield     func(Progress) bool
	leave     context.CancelFunc
}

// Observe implements search.Observer.
func (r *reporter) Observe(p search.Progress, elapsed time.Duration) error {
	violation := 0.0
	if p.Best != problem.Worst {
		violation = r.objective.Violation(p.Best)
	}
	value := r.objective.Value(p.Best)
	if p.Best == problem.Worst && r.life.failed.Load() > 0 {
		value = math.NaN()
	}
	if !r.yield(Progress{p, value, violation, elapsed, r.life.failed.Load()}) {
		r.leave()
	}
	return nil
}

// solve runs to the end, once. yield is the body of a loop over Progress, or nil.
func (r *Run) solve(yield func(Progress) bool) {
	if r.done {
		return
	}
	// What Result says within the loop, and after a loop that has panicked.
	r.done, r.err = true, errors.New("warbler: Result: the run has not ended")
	defer func() { r.engine = nil }()
	r.result, r.err = r.search(yield)
}

func (r *Run) search(yield func(Progress) bool) (result *Result, err error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	a, c, err := r.plan()
	if err != nil {
		return nil, err
	}
	// It ends when the engine says so, not with the caller's context: see population.Pool.
	life := newLife(context.WithoutCancel(r.ctx))
	defer life.end()
	c.Problem = living(r.problem, life)
	_, limited := r.ctx.Deadline()
	if c.Stop, err = r.settings.rules(a, c, limited); err != nil {
		return nil, err
	}
	where, closeDevices, err := r.open(a, c)
	if err != nil {
		return nil, unwrapped(err)
	}
	defer func() { err = errors.Join(err, r.engine.Close(), closeDevices()) }()
	watch, err := r.observers(a, c)
	if err != nil {
		return nil, err
	}
	ctx, leave := context.WithCancel(r.ctx)
	defer leave()
	if yield != nil {
		watch = append(watch, &reporter{problem.ObjectiveOf(r.problem), life, yield, leave})
	}
	engine := r.engine
	if r.settings.every > 0 {
		engine = &paced{engine, int64(r.settings.every), 0}
	}
	found, err := search.Run(ctx, engine, c.Stop, watch...)
	if r.moving != nil {
		where = r.moving.Places()
	}
	where.Failed(err)
	if err = unwrapped(err); len(found.Runs) == 0 {
		return nil, err
	}
	result, failed := r.report(found, a, c, where, life)
	return result, errors.Join(err, unwrapped(failed))
}

// check finds what is wrong before anything is made.
func (r *Run) check() error {
	if r.problem == nil {
		return errors.New("warbler: there is no problem to solve")
	}
	if r.ctx == nil {
		return errors.New("warbler: there is no context; use context.Background()")
	}
	if unscored(r.problem) && !r.bare {
		return errors.New("warbler: the problem has no objective; give it one, or use NewLoop")
	}
	if t, ok := r.problem.(interface{ check() error }); ok {
		if err := t.check(); err != nil {
			return err
		}
	}
	if err := r.problem.Representation().Validate(); err != nil {
		return err
	}
	return r.settings.check()
}

// plan chooses the algorithm and completes its parameters. What the options
// leave open, a checkpoint decides; where both speak and differ, the engine
// refuses.
func (r *Run) plan() (a search.Algorithm, c search.Config, err error) {
	s := r.settings
	c = search.Config{Problem: r.problem, Threads: s.threads, Replicas: search.Seeds(s.seed, s.replicas), Start: s.start, Trace: s.trace != "" || slices.ContainsFunc(s.watch, begins)}
	if c.Values, err = params.FromMap(s.params); err != nil {
		return a, c, err
	}
	name := s.algorithm
	if s.resume != "" {
		if r.saved, err = os.ReadFile(s.resume); err != nil {
			return a, c, err
		}
		checkpoint, err := search.ReadCheckpoint(bytes.NewReader(r.saved))
		if err != nil {
			return a, c, fmt.Errorf("%s: %w", s.resume, err)
		}
		saved := checkpoint.Header
		r.resumed = saved.Steps - saved.Behind
		if name == "auto" || name == "" {
			name = saved.Algorithm
		}
		if err := saved.For(name, r.problem); err != nil {
			return a, c, fmt.Errorf("%s: %w", s.resume, err)
		}
		for param, value := range saved.Values {
			if _, given := c.Values[param]; !given {
				c.Values[param] = value
			}
		}
		if !s.seeded {
			c.Replicas = saved.Replicas
		}
	}
	if name == "auto" || name == "" {
		name = choose.Algorithm(r.problem, s.where(), s.stop.Evaluations)
	}
	own := problem.OperatorsOf(r.problem)
	if a, err = search.LookupFor(r.problem, name); err != nil {
		return a, c, err
	}
	if err := a.Fits(r.problem); err != nil {
		return a, c, err
	}
	for param, replaced := range map[string]bool{"crossover": own.Cross != nil, "mutation": own.Mutate != nil, "pm": own.Mutate != nil} {
		if _, given := s.params[param]; given && replaced {
			return a, c, fmt.Errorf("warbler: Param(%q): the problem has an operator of its own instead", param)
		}
	}
	_, err = a.Params.Settings(c.Values)
	return a, c, err
}

// beginner is an observer that needs to know what it observes, and statistics.
type beginner interface {
	Begin(e search.Engine, a search.Algorithm, c search.Config) error
}

func begins(o search.Observer) bool { _, ok := o.(beginner); return ok }

func (r *Run) observers(a search.Algorithm, c search.Config) ([]search.Observer, error) {
	s := r.settings
	watch := s.watch[:len(s.watch):len(s.watch)]
	for _, w := range watch {
		if b, ok := w.(beginner); ok {
			if err := b.Begin(r.engine, a, c); err != nil {
				return nil, err
			}
		}
	}
	if s.trace != "" {
		w, err := trace.Open(s.trace, problem.ObjectiveOf(r.problem), a.Fronts, r.resumed)
		if err != nil {
			return nil, err
		}
		watch = append(watch, w)
	}
	if s.checkpoint != "" {
		// Before the run, which may take hours.
		if _, err := os.Stat(filepath.Dir(s.checkpoint)); err != nil {
			return nil, fmt.Errorf("warbler: Checkpoint(%q): %w", s.checkpoint, err)
		}
		watch = append(watch, search.SaveTo(r.engine, s.checkpoint, s.checkpointEvery))
	}
	return watch, nil
}

// paced is an engine that reports after so many steps, whatever it is asked
// for.
type paced struct {
	search.Engine
	every, reached int64
}

// Step implements search.Engine.
func (p *paced) Step(ctx context.Context, _ int) (search.Progress, error) {
	to := p.reached - p.reached%p.every + p.every
	var samples []search.Sample
	for {
		progress, err := p.Engine.Step(ctx, int(max(1, to-p.reached)))
		if err != nil {
			return progress, err
		}
		p.reached = progress.Steps
		samples = append(samples, progress.Samples...)
		if progress.Samples = samples; p.reached >= to || progress.Running == 0 || ctx.Err() != nil {
			return progress, nil
		}
	}
}

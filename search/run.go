package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

const (
	// reportEvery is how often observers are called on a long run: often enough
	// to look alive, rarely enough to cost nothing.
	reportEvery = 250 * time.Millisecond
	// firstSlice is the number of steps asked for before the speed is known. It
	// covers a short run whole; engines bound their own launches, so a slow one
	// returns sooner.
	firstSlice = 1024
	// sliceGrowth bounds how much a slice may exceed the last: the first steps of
	// a run may be far faster than the rest.
	sliceGrowth = 8
)

// Result is what a run gave.
type Result struct {
	Runs        []Solution // a best solution per replica, but for those that had scored nothing when the run ended
	Best        int        // the best of them; among equals the first
	Status      Status     // of the best, or why the run was cut short
	Elapsed     time.Duration
	Steps       int64 // of the replica that went furthest
	Evaluations int64 // by all replicas
}

// Solution is the best of all replicas.
func (r Result) Solution() Solution { return r.Runs[r.Best] }

// Observer sees a run as it goes. It is called between two Steps, so it may
// use the engine; an error ends the run, and what the run
// has found is kept. One that has something to close can also have
//
//	Finish(r Result) error
//
// which is called once, however the run ended; on an engine's error Result has no Runs.
// One that needs Progress.Samples, or to know what it observes, can have
//
//	Begin(e Engine, a Algorithm, c Config) error
//
// which package warbler calls before the first step; it sets Config.Trace then.
type Observer interface {
	Observe(p Progress, elapsed time.Duration) error
}

// Ranked is an Engine that can list more than one good solution.
type Ranked interface {
	// Top are up to count different solutions, the best first, over all replicas.
	Top(count int) ([]Solution, error)
}

// Costed is an Engine that knows beforehand what its steps cost.
type Costed interface {
	// Cost is how many genomes a replica has scored by a step, once the first population
	// is made; 0 where that depends on what is found.
	Cost(step int64) int64
}

// Fronted is an engine for problems with several objectives.
type Fronted interface {
	// Front lists the different members of a replica that no other member is
	// better than: by the first criterion from the best on, then by the next ones.
	// Where no member is feasible they are those that violate least.
	Front(replica int) ([]Member, error)
}

// Member is a solution of a problem with several objectives.
type Member struct {
	Genome    problem.Genome
	Scores    []problem.Score // by criterion
	Violation problem.Score   // 0: feasible
}

// StatusError is the error of a step, or the value of a panic, that broke an engine off
// and knows how its run ended, as where the engine is in another process that is lost.
// The engine makes no checkpoints any more, but its Best still tells what had been
// found. A panic without it has Crashed.
type StatusError interface {
	error
	Status() Status
}

// broken reports whether an error broke an engine off, and how its run ended.
func broken(err error) (Status, bool) {
	var ended StatusError
	var panicked *PanicError
	switch {
	case errors.As(err, &ended):
		return ended.Status(), true
	case errors.As(err, &panicked):
		return Crashed, true
	}
	return Running, false
}

// Run steps an engine until it has finished, the time of until is over, or ctx
// ends. The last two are no errors: the result has the best solutions so far
// and says so in its status. until must be the rules the engine was made with;
// those that are judged per replica are the engine's business. An observer's
// error comes with the best solutions so far, and so do a *PanicError and a
// StatusError.
//
// The engine stays open; closing it is the caller's business.
func Run(ctx context.Context, e Engine, until Stop, watch ...Observer) (Result, error) {
	began := time.Now()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if until.Time > 0 {
		limited, cancel = context.WithDeadline(ctx, began.Add(until.Time))
	}
	defer cancel()

	var result Result
	watching, err := steps(limited, e, watch, began, &result)
	result.Elapsed = time.Since(began)
	seen := result // by observers: an engine that broke off has no state to save
	if cut, off := broken(errors.Join(err, watching)); err == nil || off {
		switch {
		case off:
		case ctx.Err() != nil, watching != nil:
			cut = Interrupted
		case limited.Err() != nil:
			cut = TimedOut
		}
		if failed := collect(e, cut, &result); !off {
			err, seen = failed, result
		} else {
			result.tally()
		}
	}
	err = errors.Join(err, watching)
	for _, w := range watch {
		if f, ok := w.(interface{ Finish(r Result) error }); ok {
			err = errors.Join(err, f.Finish(seen))
		}
	}
	return result, err
}

// tally counts what a step had done that was left half way and so was never
// reported.
func (r *Result) tally() {
	var evaluations int64
	for _, s := range r.Runs {
		r.Steps = max(r.Steps, s.Steps)
		evaluations += s.Evaluations
	}
	r.Evaluations = max(r.Evaluations, evaluations)
}

// steps is the loop, with the errors of the observers and of the engine. It
// calls the engine at least once, so that even a run whose time is over at once
// has an answer: engines score something before they look at the time.
func steps(ctx context.Context, e Engine, watch []Observer, began time.Time, r *Result) (watching, err error) {
	slice := math.MaxInt
	if len(watch) > 0 {
		slice = firstSlice
	}
	for {
		before := time.Now()
		p, err := guarded(func() (Progress, error) { return e.Step(ctx, slice) })
		if err != nil && !ended(ctx, err) {
			return nil, err
		}
		now := time.Now()
		if err == nil || p.Steps > 0 {
			done := p.Steps - r.Steps
			r.Steps, r.Evaluations = p.Steps, p.Evaluations
			if len(watch) > 0 {
				slice = nextSlice(slice, done, now.Sub(before))
			}
			for _, w := range watch {
				if p.Evaluations > 0 { // else there is nothing to see yet
					watching = errors.Join(watching, w.Observe(p, now.Sub(began)))
				}
			}
			if p.Running == 0 || watching != nil {
				return watching, nil
			}
		}
		if ctx.Err() != nil {
			return nil, nil
		}
	}
}

// ended reports whether an engine's error only says that the context is over.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded))
}

// nextSlice is the number of steps that take about reportEvery.
func nextSlice(slice int, done int64, took time.Duration) int {
	if done <= 0 {
		return slice
	}
	most := float64(slice) * sliceGrowth
	want := float64(done) * float64(reportEvery) / float64(max(took, time.Microsecond))
	return int(max(1, min(want, most, math.MaxInt32)))
}

// collect fetches the solutions and says how the run ended; cut is the status of
// replicas that had not finished.
func collect(e Engine, cut Status, r *Result) error {
	unfinished := false
	var runs []Solution
	for i := range e.Replicas() {
		s, err := e.Best(i)
		if err != nil {
			return fmt.Errorf("search: no solution of replica %d: %w", i, err)
		}
		if s.Status == Running {
			s.Status, unfinished = cut, true
		}
		if !s.scored() {
			continue
		}
		if runs = append(runs, s); s.Score > runs[r.Best].Score {
			r.Best = len(runs) - 1
		}
	}
	if r.Runs = runs; len(runs) == 0 {
		r.Status = cut
		return nil
	}
	// A proof or a target reached by one replica stands, whatever happened to
	// the others.
	if r.Status = runs[r.Best].Status; unfinished && r.Status != Optimal && r.Status != Reached {
		r.Status = cut
	}
	return nil
}

// VerifyError is a solution that is not what its engine said.
type VerifyError struct {
	Claimed, Found problem.Score
	Reason         string // set where the genome itself is wrong
	Objective      problem.Objective
}

func (e *VerifyError) Error() string {
	if e.Reason != "" {
		return "search: a solution is not a genome of the problem: " + e.Reason
	}
	return fmt.Sprintf("search: a solution of score %s was reported with %s", e.Objective.Format(e.Found), e.Objective.Format(e.Claimed))
}

// Verify evaluates a solution again, from the problem's original data, and
// compares.
func Verify(p problem.Problem, s Solution) error {
	if err := CheckGenome(p.Representation(), s.Genome); err != nil {
		return &VerifyError{Claimed: s.Score, Reason: err.Error()}
	}
	var found problem.Score
	var err error
	if o, ok := p.(Opener); ok {
		found, err = o.Judge(s.Genome)
	} else {
		found = p.Evaluate(s.Genome)
	}
	if err == nil && found != s.Score {
		err = &VerifyError{Claimed: s.Score, Found: found, Objective: problem.ObjectiveOf(p)}
	}
	return err
}

package main

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// task is one instance to be answered, with what its subcommand knows about
// it. The rest of the way, from flags to the printed answer, is the same for
// all.
type task struct {
	kind     string // the problem, as --json names it
	instance string // its name
	problem  problem.Problem
	options  map[string]any   // flags that belong to the problem, for --json
	optimum  *problem.Score   // what the file claims, or nil
	paste    []string         // arguments that name this instance again
	seconds  float64          // what reading it took
	endless  bool             // without a limit the search has none; else it has the paper's
	settled  bool             // exact has its proof at hand, whatever algorithm was named
	begin    []problem.Genome // to start from where --start names nothing
	enough   bool             // the search ends with the first replica that reaches the bound
	again    bool             // it is not the first search for an answer; the user has been told how

	generations int64 // without a limit, instead of the paper's

	// solve replaces the search where an answer takes several, or is nil.
	solve func(context.Context, *session, *task) (*outcome, error)
	// auto chooses an algorithm where none was named, for what --device says; nil:
	// as the library does.
	auto func(device string) string
	// exact proves an optimum where it can, or is nil.
	exact func(ctx context.Context, auto bool) (proof, error)
	// mend may replace a solution that is no answer, and then says why; or it is
	// nil.
	mend func(search.Solution) (search.Solution, string)
	// check judges a solution; it shares no code with the search.
	check func(search.Solution) error
	// doubt says more about a solution that did not pass, or is nil.
	doubt func(error) error
	// print writes a solution as the field's programs do.
	print func(io.Writer, search.Solution) error
	// write replaces print where an answer is more than its solutions.
	write func(io.Writer, *outcome) error
	// watch is an observer that prints parts of the answer as they are found, or
	// nil.
	watch func(io.Writer, search.Engine) search.Observer
	// picture draws the best solution, or is nil.
	picture func(search.Solution) error
	// judge says what an outcome means in the field's terms, or is nil.
	judge func(*outcome) conclusion
	// falsified is for --json what a solution leaves undone, or nil.
	falsified func(search.Solution) (any, error)
	// show is a solution for --json.
	show func(search.Solution) any
	// fronts checks the fronts of an outcome and draws them, or is nil where there
	// is one objective; showFront is the front for --json.
	fronts    func(*outcome) error
	showFront func(*outcome) []frontAnswer
	// decide answers instead of all of the above, or is nil.
	decide func(ctx context.Context, s *session) (exitCode, error)
	// start reads a file with an answer.
	start func(path string) (problem.Genome, error)
}

// proof is what an exact method found.
type proof struct {
	solution search.Solution
	optimal  bool // proven; else the best it has seen, if any
	found    bool
	none     bool // proven that no solution is feasible; solution is any
}

// conclusion is what an outcome means.
type conclusion struct {
	status  string // for --json
	code    exitCode
	optimum bool // the best solution is known to be optimal
}

// conclude is judge, or that an answer is an answer.
func (t *task) conclude(o *outcome) conclusion {
	if t.judge != nil {
		return t.judge(o)
	}
	return conclusion{status: o.result.Status.String()}
}

// choose is the algorithm where none was named.
func (t *task) choose(device string) string {
	if t.auto != nil {
		return t.auto(device)
	}
	return warbler.Choose(t.problem, device)
}

func (t *task) objective() problem.Objective { return problem.ObjectiveOf(t.problem) }

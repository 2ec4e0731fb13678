package main

import (
	"context"
	"io"

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
	options  map[string]any // flags that belong to the problem, for --json
	optimum  *problem.Score // what the file claims, or nil
	paste    []string       // arguments that name this instance again
	seconds  float64        // what reading it took

	// auto chooses an algorithm where none was named.
	auto func() string
	// exact proves an optimum where it can, or is nil.
	exact func(ctx context.Context, auto bool) (proof, error)
	// mend may replace a solution that is no answer, and then says why; or it is
	// nil.
	mend func(search.Solution) (search.Solution, string)
	// check judges a solution; it shares no code with the search.
	check func(search.Solution) error
	// print writes a solution as the field's programs do.
	print func(io.Writer, search.Solution) error
	// show is a solution for --json.
	show func(search.Solution) any
	// start reads a file with an answer.
	start func(path string) (problem.Genome, error)
}

// proof is what an exact method found.
type proof struct {
	solution search.Solution
	optimal  bool // proven; else the best it has seen, if any
	found    bool
}

func (t *task) objective() problem.Objective { return problem.ObjectiveOf(t.problem) }

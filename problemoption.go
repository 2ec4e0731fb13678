package warbler

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

// ProblemOption says more about a problem that was made of a function.
type ProblemOption func(*function)

// said is what the options of a problem say.
type said struct {
	copies     bool // what the objective gets is a copy of the genes
	objectives []string
	minimize   bool
	minimized  []string // or all
	limit      *float64
	timeout    time.Duration
	timed      bool
	// Functions over genes, whose type the problem knows.
	repair, cross, mutate, first any
	constraints                  []any
	weight                       *float64 // of a penalty; nil: feasibility goes first
}

// Name is what the problem is called, in messages and in checkpoints; without it that is
// "function".
func Name(name string) ProblemOption { return func(f *function) { f.name = name } }

// Objectives names the objectives of a function that returns []float64, and so says
// how many there are: 2 to problem.MaxCriteria. None goes before the others, and the
// answer is Result.Front.
func Objectives(names ...string) ProblemOption {
	return func(f *function) { f.said.objectives = names }
}

// Minimize makes smaller values better; without it larger ones are. With several
// objectives it can name those that it is about.
func Minimize(names ...string) ProblemOption {
	return func(f *function) {
		f.said.minimize = true
		f.said.minimized = append(f.said.minimized, names...)
	}
}

// Bound is a value that is known to be unbeatable: a run that reaches it is
// over, and its status is Optimal.
func Bound(value float64) ProblemOption { return func(f *function) { f.said.limit = &value } }

// EvaluationTimeout ends the context of an evaluation after so long; one that takes
// longer has failed. It is for objectives with a context: TryReal and its like. One that does not
// return when its context ends is left behind in a goroutine of its own, with a genome of its
// own, and the search goes on: a program with many of those runs out of memory.
// Where evaluations are late, runs are not reproducible.
func EvaluationTimeout(limit time.Duration) ProblemOption {
	return func(f *function) { f.said.timeout, f.said.timed = limit, true }
}

// Repair changes a genome in place, before it is scored, into one that keeps
// the problem's rules. Repairs that draw random numbers implement
// problem.Repairer instead. It gets what the objective gets, or a Genome.
func Repair[G any](repair func(genes G)) ProblemOption {
	return func(f *function) { f.said.repair = repair }
}

// setObjectives finds out which objectives there are.
func (f *function) setObjectives(several bool) {
	names, minimized := f.said.objectives, f.said.minimized
	for i, name := range names {
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' }) || name == "" || slices.Contains(names[:i], name) {
			f.wrong(fmt.Errorf("%q, objective %d: names are different words", name, i+1), "Objectives")
		}
	}
	switch n := len(names); {
	case several && names == nil:
		f.wrong(errors.New("the objective returns []float64, so the option Objectives must name what the numbers are"), "several objectives")
	case several && (n < 2 || n > problem.MaxCriteria):
		f.wrong(fmt.Errorf("there are 2 to %d of them, not %d", problem.MaxCriteria, n), "Objectives")
	case !several && names != nil:
		f.wrong(fmt.Errorf("the objective returns one number; to have %d, return []float64", n), "Objectives")
	case !several && len(minimized) > 0:
		f.wrong(errors.New("names are for several Objectives; the problem has one"), "Minimize(%q)", minimized[0])
	case several && f.said.limit != nil:
		f.wrong(errors.New("several objectives have no single bound"), "Bound(%v)", *f.said.limit)
	}
	for _, name := range minimized {
		if several && !slices.Contains(names, name) {
			f.wrong(fmt.Errorf("the Objectives are %s", strings.Join(names, ", ")), "Minimize(%q)", name)
		}
	}
	if !several {
		f.objective.Minimize = f.said.minimize
		return
	}
	f.criteria = make([]problem.Criterion, len(names))
	for i, name := range names {
		o := problem.Objective{Float: true, Minimize: f.said.minimize && (minimized == nil || slices.Contains(minimized, name))}
		f.criteria[i] = problem.Criterion{Name: name, Objective: o, Reference: problem.Worst}
	}
	if len(names) > 0 {
		f.objective = f.criteria[0].Objective
	}
}

// setTimeout checks the timeout.
func (f *function) setTimeout() {
	switch limit := f.said.timeout; {
	case !f.said.timed:
	case !f.tries:
		f.wrong(errors.New("the objective has no context that could end; use TryReal or its like"), "EvaluationTimeout(%v)", limit)
	case limit <= 0 || limit == math.MaxInt64:
		f.wrong(errors.New("it is longer than 0"), "EvaluationTimeout(%v)", limit)
	}
}

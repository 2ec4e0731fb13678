package warbler

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// function is a problem made of a function.
type function struct {
	name           string
	representation problem.Representation
	objective      problem.Objective   // the first, where there are several
	criteria       []problem.Criterion // of several, or nil
	tries          bool                // the objective takes a context and can fail
	said           said
	constraints    []func(Genome) float64
	repair         func(Genome)
	own            problem.Operators

	// One of the two is set, or none where the values come from a Loop.
	score  func(l *life, g Genome) problem.Score
	scores func(l *life, g Genome, to []problem.Score) (violation problem.Score)
	free   func(l *life, g Genome) problem.Score // score without constraints, if there are any

	life    *life // of the run; nil: of none
	bound   problem.Score
	bounded bool
	err     error // what is wrong with the options
}

// newAbout is a function of which all is known but how it scores.
func newAbout[V Value, G any](r problem.Representation, genes func(Genome) G, tries bool, options []ProblemOption) *function {
	f := &function{name: "function", representation: r, tries: tries}
	for _, option := range options {
		if option != nil {
			option(f)
		}
	}
	kind := reflect.TypeFor[V]().Kind()
	f.objective.Float = kind != reflect.Int && kind != reflect.Int64
	f.setObjectives(kind == reflect.Slice)
	f.setTimeout()
	if limit := f.said.limit; limit != nil {
		score, err := target(f.objective, *limit)
		f.bound, f.bounded = score, err == nil
		f.wrong(err, "Bound(%v)", *limit)
	}
	adapt(f, genes)
	return f
}

// wrong keeps the first error of the options.
func (f *function) wrong(err error, option string, args ...any) {
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("warbler: %s: %w", fmt.Sprintf(option, args...), err)
	}
}

// score makes scores of values, which a run without any has not.
func score[V Value](f *function, value func(*life, Genome) (V, bool)) {
	o := f.objective
	switch {
	case f.criteria != nil:
		f.scores = func(l *life, g Genome, to []problem.Score) problem.Score {
			v, ok := value(l, g)
			if !ok {
				return failed(to)
			}
			f.split(g, list(v), to)
			return 0
		}
	case o.Float && o.Minimize:
		f.score = func(l *life, g Genome) problem.Score {
			if v, ok := value(l, g); ok {
				return problem.FromFloat(-float(v))
			}
			return problem.Worst
		}
	case o.Float:
		f.score = func(l *life, g Genome) problem.Score {
			if v, ok := value(l, g); ok {
				return problem.FromFloat(float(v))
			}
			return problem.Worst
		}
	case o.Minimize:
		f.score = func(l *life, g Genome) problem.Score {
			if v, ok := value(l, g); ok {
				return problem.Difference(0, whole(v))
			}
			return problem.Worst
		}
	default:
		f.score = func(l *life, g Genome) problem.Score {
			if v, ok := value(l, g); ok {
				return whole(v)
			}
			return problem.Worst
		}
	}
}

// failed are the scores of an evaluation that failed, which is infeasible beyond
// everything.
func failed(to []problem.Score) (violation problem.Score) {
	for m := range to {
		to[m] = problem.Worst
	}
	return math.MaxInt64
}

// split makes the scores of the values of several objectives.
func (f *function) split(g Genome, values []float64, to []problem.Score) {
	if len(values) != len(f.criteria) {
		panic(&brokenError{fmt.Sprintf("the objective returned %d values where Objectives names %d, of %v", len(values), len(f.criteria), genesOf(g))})
	}
	for m, v := range values {
		if f.criteria[m].Minimize {
			v = -v
		}
		to[m] = problem.FromFloat(v)
	}
}

// genesOf is the field of a genome that is set.
func genesOf(g Genome) any {
	switch {
	case g.Bits != nil:
		return Bits(g.Bits)
	case g.Symbols != nil:
		return g.Symbols
	case g.Order != nil:
		return g.Order
	case g.Long != nil:
		return g.Long
	}
	return g.Reals
}

// brokenError is what ends a run from within an evaluation: a panic with it, of which
// search.Run makes an error, with the best so far.
type brokenError struct{ reason string }

func (e *brokenError) Error() string { return "warbler: " + e.reason }

// Status implements search.StatusError.
func (e *brokenError) Status() search.Status { return search.Crashed }

// unwrapped is an error without the panic that brought it here.
func unwrapped(err error) error {
	var broken *brokenError
	if errors.As(err, &broken) {
		return broken
	}
	return err
}

// problem is the function as a problem with the powers that it has: to have a method
// is to say so.
func (f *function) problem() Problem {
	switch {
	case f.criteria != nil && f.repair != nil:
		return repairedSeveral{several{f}}
	case f.criteria != nil:
		return several{f}
	case f.repair != nil:
		return repaired{f}
	}
	return f
}

// Name implements Problem.
func (f *function) Name() string { return f.name }

// Representation implements Problem.
func (f *function) Representation() problem.Representation { return f.representation }

// Evaluate implements Problem.
func (f *function) Evaluate(g Genome) problem.Score { return f.score(f.life, g) }

// Objective implements problem.Valued.
func (f *function) Objective() problem.Objective { return f.objective }

// Bound implements problem.Targeted.
func (f *function) Bound() (problem.Score, bool) { return f.bound, f.bounded }

// unscored reports whether a problem was made of a function that is nil.
func unscored(p Problem) bool {
	f, ok := p.(interface{ scored() bool })
	return ok && !f.scored()
}

func (f *function) scored() bool { return f.score != nil || f.scores != nil }

// itself is the function within the types that embed it.
func (f *function) itself() *function { return f }

// functionOf is the function that a problem is made of, or nil.
func functionOf(p Problem) *function {
	if f, ok := p.(interface{ itself() *function }); ok {
		return f.itself()
	}
	return nil
}

// live is the function in a run.
func (f *function) live(l *life) Problem {
	c := *f
	c.life = l
	return c.problem()
}

// Interrupt ends the evaluations of the run.
func (f *function) Interrupt() {
	if f.life != nil {
		f.life.end()
	}
}

// check finds what is wrong with the options.
func (f *function) check() error { return f.err }

// repaired is a function whose genomes are repaired.
type repaired struct{ *function }

// Repair implements problem.Repairer.
func (r repaired) Repair(g Genome, _ problem.Random) { r.repair(g) }

// several is a function with several objectives.
type several struct{ *function }

// Evaluate implements Problem by the first objective.
func (s several) Evaluate(g Genome) problem.Score { return problem.FirstScore(s, g) }

// Criteria implements problem.MultiObjective.
func (s several) Criteria() []problem.Criterion { return s.criteria }

// Scores implements problem.MultiObjective.
func (s several) Scores(g Genome, to []problem.Score) { s.scores(s.life, g, to) }

// Violation implements problem.Constrained.
func (s several) Violation(g Genome) problem.Score {
	if s.said.weight != nil {
		return 0
	}
	return violated(s.violation(g))
}

// ScoresAndViolation implements what problem.MultiObjective says of it.
func (s several) ScoresAndViolation(g Genome, to []problem.Score) problem.Score {
	return s.scores(s.life, g, to)
}

// repairedSeveral is several with repair.
type repairedSeveral struct{ several }

// Repair implements problem.Repairer.
func (r repairedSeveral) Repair(g Genome, _ problem.Random) { r.repair(g) }

// target is the score of a value that is to be reached.
func target(o problem.Objective, value float64) (problem.Score, error) {
	return answer.ParseScore(o, strconv.FormatFloat(value, 'f', -1, 64))
}

var (
	_ problem.MultiObjective = several{}
	_ interface {
		problem.MultiObjective
		problem.Repairer
	} = repairedSeveral{}
)

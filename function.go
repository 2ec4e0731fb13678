package warbler

import (
	"context"
	"reflect"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Problem is what is solved: a name, a representation and Evaluate, whose
// scores are larger for better. Its optional powers are interfaces of package
// problem. Binary, Discrete, Permutation and Real make one of a function.
type Problem = problem.Problem

// Genome is one candidate; which of its fields is set follows from the kind of
// problem.
type Genome = problem.Genome

// Value is what an objective may return: a number, or one for each of several
// Objectives.
type Value interface {
	~int | ~int64 | ~float32 | ~float64 | ~[]float64
}

// Binary is a problem over n bits with an objective to be maximized. The
// objective must be a pure function, is called from several goroutines at once,
// and must neither change nor keep its argument. This holds for Discrete,
// Permutation and Real as well. NaN is worse than every other value.
//
// One that returns []float64 has several objectives, which the option Objectives
// names.
func Binary[V Value](n int, objective func(genes Bits) V, options ...ProblemOption) Problem {
	return newFunction(binary(n), objective, bitsOf, options)
}

// Discrete is a problem over n genes, each a symbol from 0 to symbols-1.
func Discrete[V Value](n, symbols int, objective func(genes []uint8) V, options ...ProblemOption) Problem {
	return newFunction(discrete(n, symbols), objective, symbolsOf, options)
}

// Permutation is a problem over the orders of 0 to n-1.
func Permutation[V Value](n int, objective func(order []uint16) V, options ...ProblemOption) Problem {
	return newFunction(permutation(n), objective, orderOf, options)
}

// Real is a problem over vectors with a lower and an upper bound for every
// coordinate.
func Real[V Value](lower, upper []float64, objective func(x []float64) V, options ...ProblemOption) Problem {
	return newFunction(reals(lower, upper), objective, realsOf, options)
}

// TryBinary is Binary for an objective that can fail, and may take long: a
// simulation, another program. An evaluation that fails has the worst score, so it
// is never the best; it does not end the run. Result.Failed counts them, and
// Result.Failure is the last error. Only where all fail the run has an error.
//
// The context ends with the run: by Time, by the caller's context, by leaving the
// loop over Progress, and by the EvaluationTimeout. An objective should then return soon,
// since the run waits for it; what it returns after the end of the run counts for nothing.
// This holds for TryDiscrete, TryPermutation and TryReal as well.
func TryBinary[V Value](n int, objective func(ctx context.Context, genes Bits) (V, error), options ...ProblemOption) Problem {
	return newTry(binary(n), objective, bitsOf, options)
}

// TryDiscrete is Discrete for an objective that can fail: see TryBinary.
func TryDiscrete[V Value](n, symbols int, objective func(ctx context.Context, genes []uint8) (V, error), options ...ProblemOption) Problem {
	return newTry(discrete(n, symbols), objective, symbolsOf, options)
}

// TryPermutation is Permutation for an objective that can fail: see TryBinary.
func TryPermutation[V Value](n int, objective func(ctx context.Context, order []uint16) (V, error), options ...ProblemOption) Problem {
	return newTry(permutation(n), objective, orderOf, options)
}

// TryReal is Real for an objective that can fail: see TryBinary.
func TryReal[V Value](lower, upper []float64, objective func(ctx context.Context, x []float64) (V, error), options ...ProblemOption) Problem {
	return newTry(reals(lower, upper), objective, realsOf, options)
}

func binary(n int) problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: n}
}

func discrete(n, symbols int) problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: n, Alphabet: symbols}
}

func permutation(n int) problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: n}
}

func reals(lower, upper []float64) problem.Representation {
	return problem.Representation{Kind: problem.Real, Length: len(lower), Lower: slices.Clone(lower), Upper: slices.Clone(upper)}
}

func bitsOf(g Genome) Bits       { return g.Bits }
func symbolsOf(g Genome) []uint8 { return g.Symbols }
func orderOf(g Genome) []uint16  { return g.Order }
func realsOf(g Genome) []float64 { return g.Reals }

// newFunction makes a problem of an objective over genes of any type that genes makes
// of a genome. The two share memory.
func newFunction[V Value, G any](r problem.Representation, objective func(G) V, genes func(Genome) G, options []ProblemOption) Problem {
	f := newAbout[V](r, genes, false, options)
	if objective == nil {
		f.constrain()
		return f.problem()
	}
	anyObjective := func(g Genome) V { return objective(genes(g)) }
	// Cheap objectives are called from as near as can be.
	switch objective := any(objective).(type) {
	case func(G) int:
		f.score = scoreWhole(objective, genes, f.objective.Minimize)
	case func(G) int64:
		f.score = scoreWhole(objective, genes, f.objective.Minimize)
	case func(G) float64:
		f.score = scoreFloat(objective, genes, f.objective.Minimize)
	default:
		score(f, func(_ *life, g Genome) (V, bool) { return anyObjective(g), true })
	}
	f.constrain()
	return f.problem()
}

// scoreWhole makes scores of an objective of whole numbers.
func scoreWhole[V int | int64, G any](objective func(G) V, genes func(Genome) G, minimize bool) func(*life, Genome) problem.Score {
	if minimize {
		return func(_ *life, g Genome) problem.Score { return problem.Difference(0, int64(objective(genes(g)))) }
	}
	return func(_ *life, g Genome) problem.Score { return int64(objective(genes(g))) }
}

// scoreFloat makes scores of an objective of real numbers.
func scoreFloat[G any](objective func(G) float64, genes func(Genome) G, minimize bool) func(*life, Genome) problem.Score {
	if minimize {
		return func(_ *life, g Genome) problem.Score { return problem.FromFloat(-objective(genes(g))) }
	}
	return func(_ *life, g Genome) problem.Score { return problem.FromFloat(objective(genes(g))) }
}

// newTry is newFunction for an objective that can fail.
func newTry[V Value, G any](r problem.Representation, objective func(context.Context, G) (V, error), genes func(Genome) G, options []ProblemOption) Problem {
	f := newAbout[V](r, genes, true, options)
	if objective != nil {
		evaluate := func(ctx context.Context, g Genome) (V, error) { return objective(ctx, genes(g)) }
		score(f, func(l *life, g Genome) (V, bool) { return attempt(l, f.said.timeout, g, evaluate) })
	}
	f.constrain()
	return f.problem()
}

// whole, float and list are the values of an objective, of a type that is known only
// where it is called.
func whole[V Value](v V) int64   { return reflect.ValueOf(v).Int() }
func float[V Value](v V) float64 { return reflect.ValueOf(v).Float() }
func list[V Value](v V) []float64 {
	if v, ok := any(v).([]float64); ok {
		return v
	}
	return reflect.ValueOf(v).Convert(reflect.TypeFor[[]float64]()).Interface().([]float64)
}

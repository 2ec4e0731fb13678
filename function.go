package warbler

import (
	"iter"
	"math/bits"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

// Problem is what is solved: a name, a representation and Evaluate, whose
// scores are larger for better. Its optional powers are interfaces of package
// problem. Binary, Discrete, Permutation and Real make one of a function.
type Problem = problem.Problem

// Genome is one candidate; which of its fields is set follows from the kind of
// problem.
type Genome = problem.Genome

// Number is what an objective may return.
type Number interface{ int | int64 | float64 }

// Bits is a genome of Binary: gene i is bit i%64 of word i/64.
type Bits []uint64

// Has reports whether gene i is set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Count is the number of genes that are set.
func (b Bits) Count() int {
	count := 0
	for _, w := range b {
		count += bits.OnesCount64(w)
	}
	return count
}

// Ones are the genes that are set, in order.
func (b Bits) Ones() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// ProblemOption says more about a problem that was made of a function.
type ProblemOption func(*function)

// Minimize makes smaller values better; without it larger ones are.
func Minimize() ProblemOption { return func(f *function) { f.objective.Minimize = true } }

// Name is what the problem is called, in messages and in checkpoints.
func Name(name string) ProblemOption { return func(f *function) { f.name = name } }

// Bound is a value that is known to be unbeatable: a run that reaches it is
// over, and its status is Optimal.
func Bound(value float64) ProblemOption { return func(f *function) { f.limit = &value } }

// Repair changes a genome in place, before it is scored, into one that keeps
// the problem's rules. Repairs that draw random numbers implement
// problem.Repairer instead.
func Repair(repair func(Genome)) ProblemOption { return func(f *function) { f.repair = repair } }

// Binary is a problem over n bits with an objective to be maximized. The
// objective must be a pure function, is called from several goroutines at once,
// and must neither change nor keep its argument. This holds for Discrete,
// Permutation and Real as well.
func Binary[V Number](n int, objective func(genes Bits) V, options ...ProblemOption) Problem {
	r := problem.Representation{Kind: problem.Binary, Length: n}
	return newFunction(r, objective, func(g Genome) Bits { return g.Bits }, options)
}

// Discrete is a problem over n genes, each a symbol from 0 to symbols-1.
func Discrete[V Number](n, symbols int, objective func(genes []uint8) V, options ...ProblemOption) Problem {
	r := problem.Representation{Kind: problem.Discrete, Length: n, Alphabet: symbols}
	return newFunction(r, objective, func(g Genome) []uint8 { return g.Symbols }, options)
}

// Permutation is a problem over the orders of 0 to n-1.
func Permutation[V Number](n int, objective func(order []uint16) V, options ...ProblemOption) Problem {
	r := problem.Representation{Kind: problem.Permutation, Length: n}
	return newFunction(r, objective, func(g Genome) []uint16 { return g.Order }, options)
}

// Real is a problem over vectors with a lower and an upper bound for every
// coordinate.
func Real[V Number](lower, upper []float64, objective func(x []float64) V, options ...ProblemOption) Problem {
	r := problem.Representation{Kind: problem.Real, Length: len(lower), Lower: slices.Clone(lower), Upper: slices.Clone(upper)}
	return newFunction(r, objective, func(g Genome) []float64 { return g.Reals }, options)
}

// function is a problem made of a function.
type function struct {
	name           string
	representation problem.Representation
	objective      problem.Objective
	score          func(Genome) problem.Score // nil: the scores come from Tell
	repair         func(Genome)
	limit          *float64
	bound          problem.Score
	bounded        bool
}

// repaired is a function whose genomes are repaired. It is a type of its own
// because to have the method is to say so.
type repaired struct{ *function }

// Repair implements problem.Repairer.
func (r repaired) Repair(g Genome, _ problem.Random) { r.repair(g) }

func newFunction[V Number, G any](r problem.Representation, objective func(G) V, genes func(Genome) G, options []ProblemOption) Problem {
	f := &function{name: "function", representation: r}
	_, f.objective.Float = any(V(0)).(float64)
	for _, option := range options {
		if option != nil {
			option(f)
		}
	}
	if objective != nil {
		f.score = scorer(func(g Genome) V { return objective(genes(g)) }, f.objective)
	}
	if f.limit != nil {
		if score, err := target(f.objective, *f.limit); err == nil {
			f.bound, f.bounded = score, true
		}
	}
	if f.repair != nil {
		return repaired{f}
	}
	return f
}

// scorer makes scores of values.
func scorer[V Number](value func(Genome) V, o problem.Objective) func(Genome) problem.Score {
	switch {
	case o.Float && o.Minimize:
		return func(g Genome) problem.Score { return problem.FromFloat(-float64(value(g))) }
	case o.Float:
		return func(g Genome) problem.Score { return problem.FromFloat(float64(value(g))) }
	case o.Minimize:
		return func(g Genome) problem.Score { return problem.Difference(0, int64(value(g))) }
	}
	return func(g Genome) problem.Score { return problem.Score(value(g)) }
}

// Name implements Problem.
func (f *function) Name() string { return f.name }

// Representation implements Problem.
func (f *function) Representation() problem.Representation { return f.representation }

// Evaluate implements Problem.
func (f *function) Evaluate(g Genome) problem.Score { return f.score(g) }

// unscored reports whether a problem was made of a function that is nil.
func unscored(p Problem) bool {
	f, ok := p.(interface{ scored() bool })
	return ok && !f.scored()
}

func (f *function) scored() bool { return f.score != nil }

// Objective implements problem.Valued.
func (f *function) Objective() problem.Objective { return f.objective }

// Bound implements problem.Targeted.
func (f *function) Bound() (problem.Score, bool) { return f.bound, f.bounded }

// target is the score of a value that is to be reached.
func target(o problem.Objective, value float64) (problem.Score, error) {
	return answer.ParseScore(o, strconv.FormatFloat(value, 'f', -1, 64))
}

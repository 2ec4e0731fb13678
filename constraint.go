package warbler

import (
	"errors"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/problem"
)

// Constraint is a rule that solutions keep: violation is at most 0 where it is kept,
// and else by how much it is not. It gets what the objective gets, or a Genome, and there
// may be any number of them. What keeps all is better than what does not, and of two that do not
// that whose violations have the smaller sum. NaN is worse than everything.
//
// With one objective, the objective is not called for genomes that violate something,
// which have no value: it may rely on the rules. Several objectives are always valued.
func Constraint[G any](violation func(genes G) float64) ProblemOption {
	return func(f *function) { f.said.constraints = append(f.said.constraints, violation) }
}

// Penalty makes violations of constraints cost so much instead: weight times their
// sum makes values worse, and genomes that violate something may win. The objective is
// called for all of them. Progress, Target, Bound and Score then go by values with their
// penalties, and Result.Value is without.
func Penalty(weight float64) ProblemOption {
	return func(f *function) { f.said.weight = &weight }
}

// adapt makes what the options give, over the genes of the problem, functions of genomes.
func adapt[G any](f *function, genes func(Genome) G) {
	for _, c := range f.said.constraints {
		switch c := c.(type) {
		case func(G) float64:
			f.constraints = append(f.constraints, func(g Genome) float64 { return c(genes(g)) })
			f.present(c != nil, "Constraint")
		case func(Genome) float64:
			f.constraints = append(f.constraints, c)
			f.present(c != nil, "Constraint")
		default:
			f.wrong(mismatched[func(G) float64](c), "Constraint")
		}
	}
	switch r := f.said.repair.(type) {
	case nil:
	case func(G):
		f.repair = func(g Genome) { r(genes(g)) }
		f.present(r != nil, "Repair")
		changing[G](f, "Repair")
	case func(Genome):
		f.repair = r
		f.present(r != nil, "Repair")
	default:
		f.wrong(mismatched[func(G)](r), "Repair")
	}
	adaptOperators(f, genes)
	if w := f.said.weight; w != nil {
		switch {
		case len(f.said.constraints) == 0:
			f.wrong(errors.New("there is no Constraint that could be violated"), "Penalty(%v)", *w)
		case !(*w > 0) || math.IsInf(*w, 1):
			f.wrong(errors.New("it is a positive number"), "Penalty(%v)", *w)
		}
	}
}

// changing refuses a function that would change a copy.
func changing[G any](f *function, option string) {
	if f.said.copies {
		f.wrong(fmt.Errorf("a %T is made of the genes, and to change it would not change them: take a warbler.Genome", *new(G)), "%s", option)
	}
}

// present refuses a function that is nil.
func (f *function) present(is bool, option string) {
	if !is {
		f.wrong(errors.New("the function is nil"), "%s", option)
	}
}

// mismatched is the error for a function over other genes than those of the problem.
func mismatched[F any](got any) error {
	var want F
	return fmt.Errorf("it has a %T, and genes of this problem take a %T", got, want)
}

// violation is by how much a genome violates the constraints.
func (f *function) violation(g Genome) (sum float64) {
	for _, c := range f.constraints {
		if v := c(g); !(v <= 0) {
			sum += v
		}
	}
	return sum
}

// violated is a violation as problem.Constrained has it.
func violated(sum float64) problem.Score {
	if sum != sum {
		return math.MaxInt64
	}
	return problem.FromFloat(sum)
}

// constrain makes the scores heed the constraints.
func (f *function) constrain() {
	if f.constraints == nil {
		return
	}
	f.objective.Constrained = f.criteria == nil && f.said.weight == nil
	if !f.scored() {
		return
	}
	score, scores, o := f.score, f.scores, &f.objective
	f.free = score
	switch w := f.said.weight; {
	case f.criteria != nil && w == nil:
		f.scores = func(l *life, g Genome, to []problem.Score) problem.Score {
			bad := scores(l, g, to)
			if v := f.violation(g); v != 0 {
				return violated(v)
			}
			return bad
		}
	case f.criteria != nil:
		f.scores = func(l *life, g Genome, to []problem.Score) problem.Score {
			bad, v := scores(l, g, to), f.violation(g)
			for m := range to {
				to[m] = penalized(f.criteria[m].Objective, to[m], *w, v)
			}
			return bad
		}
	case w == nil:
		f.score = func(l *life, g Genome) problem.Score {
			if v := f.violation(g); v != 0 {
				return o.WithViolation(problem.Worst, v)
			}
			return o.WithViolation(score(l, g), 0)
		}
	default:
		f.score = func(l *life, g Genome) problem.Score {
			return penalized(*o, score(l, g), *w, f.violation(g))
		}
	}
}

// penalized is a score less its penalty, rounded up for whole numbers.
func penalized(o problem.Objective, s problem.Score, weight, violation float64) problem.Score {
	penalty := weight * violation
	switch {
	case violation == 0 || s == problem.Worst:
		return s
	case o.Float:
		return problem.FromFloat(problem.ToFloat(s) - penalty)
	case penalty < math.MaxInt64:
		return problem.Difference(s, int64(math.Ceil(penalty)))
	}
	return problem.Worst
}

// worth is the value of a genome without the penalty for a violation.
func (f *function) worth(g Genome, value, violation float64) float64 {
	switch w := f.said.weight; {
	case w == nil || f.criteria != nil:
		return value
	case f.free != nil:
		return f.objective.Value(f.free(f.life, g))
	case f.objective.Minimize: // the values were told
		return value - *w*violation
	default:
		return value + *w*violation
	}
}

// Package choose is what is taken where users leave something open: the algorithm, and
// when a run ends.
package choose

import (
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// fewEvaluations is up to how many evaluations for each exchange of two places annealing
// finds more than memetic, whose generations cost thousands. Of nug30, tai35b, sko49 and
// chr25a none was the other way round.
const fewEvaluations = 30_000

// Algorithm is the algorithm for a problem where none was named, by the problem, by the
// devices that were asked for, and by a limit of evaluations, where there is one: what
// has been best on problems like it.
func Algorithm(p problem.Problem, device string, evaluations int64) string {
	if a, ok := p.(problem.Advised); ok {
		cpu := device == "" || device == "auto" || device == "cpu" // is a choice
		return a.Prefers(cpu)
	}
	if _, several := p.(problem.MultiObjective); several {
		return "nsga2"
	}
	if own := problem.OperatorsOf(p); own.Cross != nil || own.Mutate != nil {
		return "genetic"
	}
	switch p.Representation().Kind {
	case problem.Permutation:
		if x, ok := p.(problem.Exchanger); ok {
			// Numbers may be too large for what its local searches keep.
			if _, err := x.Exchanges(); err == nil {
				return onExchanges(p, evaluations)
			}
		}
	case problem.Real:
		for _, v := range p.Representation().Variables {
			if v.Type >= problem.Choice { // nothing lies between its values
				return "genetic"
			}
		}
		return "differential"
	}
	return "genetic"
}

// onExchanges is the algorithm for permutations whose exchanges are valued quickly.
func onExchanges(p problem.Problem, evaluations int64) string {
	n := int64(p.Representation().Length)
	if evaluations > 0 && evaluations < fewEvaluations*n*(n-1)/2 {
		if a, err := search.LookupFor(p, "annealing"); err == nil && a.Fits(p) == nil {
			return "annealing"
		}
	}
	return "memetic"
}

// Without a limit a run ends when it has found nothing better for the steps that its
// algorithm says, or for leastPatience of them, and for twice as many steps as it took
// to find its best.
const (
	leastPatience = 1000
	patience      = 2
)

// Unlimited are the rules for a run that was given no limit. They count steps alone, so
// that the same seed gives the same answer on every machine. A front has nothing that
// could stagnate: it has a number of steps.
func Unlimited(a search.Algorithm, c search.Config) search.Stop {
	if a.Fronts {
		return search.Stop{Steps: a.Steps}
	}
	least := int64(leastPatience)
	if s, err := a.Params.Settings(c.Values); err == nil && a.Patience != nil { // the engine says what is wrong
		least = a.Patience(s, c.Problem)
	}
	return search.Stop{Stagnation: least, Patience: patience}
}

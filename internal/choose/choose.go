// Package choose is what "auto" means where an algorithm is to be named.
package choose

import "github.com/warbler-opt/warbler/problem"

// Algorithm is the algorithm for a problem where none was named, by the problem
// and by the devices that were asked for: what has been best on problems like it.
func Algorithm(p problem.Problem, device string) string {
	if a, ok := p.(problem.Advised); ok {
		cpu := device == "" || device == "auto" || device == "cpu" // is a choice
		return a.Prefers(cpu)
	}
	if _, several := p.(problem.MultiObjective); several {
		return "nsga2"
	}
	switch p.Representation().Kind {
	case problem.Permutation:
		if x, ok := p.(problem.Exchanger); ok {
			// Numbers may be too large for what its local searches keep.
			if _, err := x.Exchanges(); err == nil {
				return "memetic"
			}
		}
	case problem.Real:
		return "differential"
	}
	return "genetic"
}

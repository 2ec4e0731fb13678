package warbler

import "github.com/warbler-opt/warbler/problem"

// Choose is the algorithm for a problem where none was named, by the problem
// and by what Device says: what has been best on problems like it.
func Choose(p Problem, device string) string {
	if a, ok := p.(problem.Advised); ok {
		return a.Prefers(anywhere(device))
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

// anywhere reports whether Device leaves the CPU as a choice.
func anywhere(device string) bool { return device == "" || device == "auto" || device == "cpu" }

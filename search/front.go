package search

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Fronted is an engine for problems with several objectives.
type Fronted interface {
	// Front lists the different members of a replica that no other member is
	// better than: by the first criterion from the best on, then by the next ones.
	// Where no member is feasible they are those that violate least.
	Front(replica int) ([]Member, error)
}

// Member is a solution of a problem with several objectives.
type Member struct {
	Genome    problem.Genome
	Scores    []problem.Score // by criterion
	Violation problem.Score   // 0: feasible
}

// JoinFronts is the front of the feasible members of several, each with scores
// of its own; of equals the one of the first front stays.
func JoinFronts(fronts [][]Member) []Member {
	var all []Member
	for _, front := range fronts {
		for _, m := range front {
			if m.Violation == 0 {
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Member) int { return slices.Compare(b.Scores, a.Scores) })
	// Who is better comes earlier, so only those that have stayed can be; of two
	// objectives the last that has stayed is the best by the second.
	var kept []Member
	for _, m := range all {
		rivals := kept
		if len(m.Scores) == 2 && len(kept) > 0 {
			rivals = kept[len(kept)-1:]
		}
		if !slices.ContainsFunc(rivals, func(k Member) bool { return atLeast(k.Scores, m.Scores) }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// atLeast reports whether a is nowhere worse than b.
func atLeast(a, b []problem.Score) bool {
	for k := range a {
		if a[k] < b[k] {
			return false
		}
	}
	return true
}

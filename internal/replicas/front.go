package replicas

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// JoinFronts is the front of the feasible members of several, each with scores
// of its own; of equals the one of the first front stays.
func JoinFronts(fronts [][]search.Member) []search.Member {
	var all []search.Member
	for _, front := range fronts {
		for _, m := range front {
			if m.Violation == 0 {
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b search.Member) int { return slices.Compare(b.Scores, a.Scores) })
	// Who is better comes earlier, so only those that have stayed can be; of two
	// objectives the last that has stayed is the best by the second.
	var kept []search.Member
	for _, m := range all {
		rivals := kept
		if len(m.Scores) == 2 && len(kept) > 0 {
			rivals = kept[len(kept)-1:]
		}
		if !slices.ContainsFunc(rivals, func(k search.Member) bool { return atLeast(k.Scores, m.Scores) }) {
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

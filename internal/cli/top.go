package cli

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/search"
)

// best are the count best solutions with different genomes, the best first:
// of all replicas, and of those an engine ranked itself.
func best(r search.Result, ranked []search.Solution, count int) []search.Solution {
	all := slices.Concat([]search.Solution{r.Solution()}, r.Runs, ranked)
	slices.SortStableFunc(all, func(a, b search.Solution) int { return cmp.Compare(b.Score, a.Score) })
	var top []search.Solution
	for _, s := range all {
		if len(top) < count && !slices.ContainsFunc(top, func(t search.Solution) bool { return s.Genome.Equal(t.Genome) }) {
			top = append(top, s)
		}
	}
	return top
}

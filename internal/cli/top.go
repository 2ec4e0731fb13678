package cli

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/search"
)

// best are the count best solutions with different genomes, the best first:
// of all replicas, and of those an engine ranked itself.
func best(r search.Result, ranked []search.Solution, count int) []search.Solution {
	return replicas.Different(slices.Concat([]search.Solution{r.Solution()}, r.Runs, ranked), count)
}

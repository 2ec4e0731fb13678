package population

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Top lists up to count different solutions, the best first: among the members of
// all replicas and the best that each replica has seen. Of equal scores the earlier
// replica's comes first, and its best before its members.
func (e *Engine) Top(count int) ([]search.Solution, error) {
	all, err := e.Snapshot(0, e.Replicas())
	if err != nil {
		return nil, err
	}
	type entry struct {
		score   problem.Score
		replica *Replica
		genome  problem.Genome
	}
	var list []entry
	for _, one := range all {
		r := one.replica()
		if r.State.Step < 0 { // it has its best at most
			continue
		}
		list = append(list, entry{r.State.Best, r, r.Best})
		for i, s := range *r.scores {
			list = append(list, entry{s, r, r.genomes.At(i)})
		}
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(b.score, a.score) })
	var top []search.Solution
	seen := map[string]bool{}
	for _, x := range list {
		if len(top) == count {
			break
		}
		one := problem.NewGenomes(e.Rep, 1)
		one.At(0).Set(x.genome)
		if key := string(Raw(one)); !seen[key] {
			seen[key] = true
			s := e.Solution(x.replica.Index, x.replica.State, one.At(0))
			s.Score = x.score
			top = append(top, s)
		}
	}
	return top, nil
}

package population

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Top lists up to count different genomes, the best first: among the members of
// all replicas, which lie replica after replica, and the best that each replica
// has seen. Of equal scores the earlier replica's comes first, and its best
// before its members.
func (f *Frame) Top(count int, states []State, best, members problem.Genomes, scores []problem.Score) []search.Solution {
	type entry struct {
		score   problem.Score
		replica int
		genome  problem.Genome
	}
	var list []entry
	each := len(scores) / len(states)
	for r, s := range states {
		list = append(list, entry{s.Best, r, best.At(r)})
		for i := r * each; i < (r+1)*each; i++ {
			list = append(list, entry{scores[i], r, members.At(i)})
		}
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(b.score, a.score) })
	var top []search.Solution
	seen := map[string]bool{}
	for _, e := range list {
		if len(top) == count {
			break
		}
		one := problem.NewGenomes(members.Representation, 1)
		one.At(0).Set(e.genome)
		if key := string(Raw(one)); !seen[key] {
			seen[key] = true
			s := f.Solution(e.replica, states[e.replica], one.At(0))
			s.Score = e.score
			top = append(top, s)
		}
	}
	return top
}

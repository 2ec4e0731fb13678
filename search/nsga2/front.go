package nsga2

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// engine has fronts instead of an order of its solutions.
type engine struct {
	search.Engine
	all *population.Engine
}

// Front lists the first front of a replica.
func (e *engine) Front(r int) ([]search.Member, error) {
	if err := e.all.CheckReplica(r); err != nil {
		return nil, err
	}
	one, err := e.all.Snapshot(r, r+1)
	if err != nil {
		return nil, err
	}
	return one[0].(*replica).front(), nil
}

// front lists the different members of the first front, the best by the first
// criterion first.
func (r *replica) front() []search.Member {
	var list []search.Member
	seen := map[string]bool{}
	for i, rank := range r.ranks {
		if rank != 0 {
			continue
		}
		if key := string(population.Raw(r.genomes.Slice(i, i+1))); !seen[key] {
			seen[key] = true
			list = append(list, search.Member{
				Genome:    r.genomes.At(i).Clone(),
				Scores:    slices.Clone(r.candidates.of(i)),
				Violation: r.candidates.violation[i],
			})
		}
	}
	slices.SortStableFunc(list, func(a, b search.Member) int { return slices.Compare(b.Scores, a.Scores) })
	return list
}

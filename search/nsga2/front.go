package nsga2

import (
	"math"
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
	ranks := r.ranks
	if r.State.Step < 0 {
		ranks = r.early()
	}
	var list []search.Member
	seen := map[string]bool{}
	for i, rank := range ranks {
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

// early ranks the members of a first population that is not complete; those that are not
// scored come last.
func (r *replica) early() []uint32 {
	q := r.plan.pool()
	var members []int
	for i, scored := range r.scored {
		if scored {
			members = append(members, i)
			q.scores, q.violation = append(q.scores, r.candidates.of(i)...), append(q.violation, r.candidates.violation[i])
		}
	}
	q.allocate(len(members), func() bool { return false })
	q.sort(len(members))
	ranks := slices.Repeat([]uint32{math.MaxUint32}, len(r.scored))
	for k, i := range members {
		ranks[i] = q.rank[k]
	}
	return ranks
}

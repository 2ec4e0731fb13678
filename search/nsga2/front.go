package nsga2

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
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
	var list []int
	if r.State.Step < 0 {
		list = r.early()
	}
	for i, rank := range r.ranks {
		if rank == 0 && r.State.Step >= 0 {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, j int) int {
		return cmp.Or(slices.Compare(r.candidates.Of(j), r.candidates.Of(i)), cmp.Compare(i, j))
	})
	front := make([]search.Member, 0, len(list))
	for from, k := 0, 0; k < len(list); k++ {
		i := list[k]
		if !slices.Equal(r.candidates.Of(i), r.candidates.Of(list[from])) {
			from = k
		}
		// Only who has the same scores can be the same.
		if slices.ContainsFunc(list[from:k], func(j int) bool { return bytes.Equal(r.row(i), r.row(j)) }) {
			continue
		}
		front = append(front, search.Member{
			Genome:    r.genomes.At(i).Clone(),
			Scores:    slices.Clone(r.candidates.Of(i)),
			Violation: r.candidates.Violation[i],
		})
	}
	return front
}

// row is the genome of a member as bytes.
func (r *replica) row(i int) []byte { return population.Raw(r.genomes.Slice(i, i+1)) }

// early is the first front of a first population that is not complete.
func (r *replica) early() []int {
	q := r.plan.pool()
	var members []int
	for i := range r.plan.members {
		if i < r.Scored || i < len(r.scored) && r.scored[i] {
			members = append(members, i)
			q.Scores, q.Violation = append(q.Scores, r.candidates.Of(i)...), append(q.Violation, r.candidates.Violation[i])
		}
	}
	q.allocate(len(members), func() bool { return false })
	var list []int
	for _, k := range q.First(len(members)) {
		list = append(list, members[k])
	}
	return list
}

// Leading implements population.Leader: of those that violate least, the best by the first
// criterion.
func (r *replica) Leading(members int) (member int, score problem.Score) {
	q := &r.candidates
	for i := range members {
		if v, least := q.Violation[i], q.Violation[member]; v < least || v == least && q.Of(i)[0] > q.Of(member)[0] {
			member = i
		}
	}
	if q.Violation[member] != 0 { // what violates something has no score
		return member, problem.Worst
	}
	return member, q.Of(member)[0]
}

package nsga2

import (
	"github.com/warbler-opt/warbler/internal/dominance"
	"github.com/warbler-opt/warbler/problem"
)

// pool is the candidates for the next population, members and children, with their
// fronts and crowding distances.
type pool struct {
	dominance.Candidates
	criteria     []problem.Criterion
	crowding     []float64
	stays        []bool
	order, spare []int // scratch: candidates in some order
}

// pool is a pool without candidates.
func (p *plan) pool() pool {
	return pool{criteria: p.criteria, Candidates: dominance.Candidates{Objectives: len(p.criteria), Unique: p.unique}}
}

// allocate makes room to rank so many candidates.
func (q *pool) allocate(size int, aborted func() bool) {
	q.Allocate(size, aborted)
	q.crowding, q.stays = make([]float64, size), make([]bool, size)
	q.order, q.spare = make([]int, size), make([]int, size)
}

// number is a score by a criterion for arithmetic.
func (q *pool) number(i, m int) float64 { return q.criteria[m].Number(q.Of(i)[m]) }

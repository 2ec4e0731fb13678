package linkernighan

import (
	"sync"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/tour"
)

// quadrant is how many neighbors of each quadrant are listed.
const quadrant = 2

// plan is what all replicas share.
type plan struct {
	of                     tour.Problem
	neighbors, depth, walk int
	every                  int64 // kicks between two samples; 0: none

	sync.Mutex
	number []int32 // by city of the search, which lie near each other in memory, that of the problem
	inner  []int32 // the inverse
	cities *tour.Cities
	lists  *tour.Neighbors
	near   *tour.Distances
	first  []int32 // the greedy tour
}

// renumber numbers the cities along a space-filling curve, and reports false when the
// pool is aborted.
func (p *plan) renumber(pool *population.Pool) bool {
	p.Lock()
	defer p.Unlock()
	if p.cities != nil {
		return true
	}
	c := p.of.Cities()
	number := tour.Curve(c, pool.Parallel)
	if pool.Aborted() {
		return false
	}
	inner := make([]int32, len(number))
	for i, city := range number {
		inner[city] = int32(i)
	}
	p.number, p.inner, p.cities = number, inner, c.Renumbered(number)
	return true
}

// prepare finds what all replicas need, and reports false when the pool is aborted.
func (p *plan) prepare(pool *population.Pool) bool {
	if !p.renumber(pool) {
		return false
	}
	p.Lock()
	defer p.Unlock()
	if p.lists == nil {
		lists := tour.NearestNeighbors(p.cities, p.neighbors, quadrant, pool.Parallel)
		if pool.Aborted() {
			return false
		}
		p.lists = lists
	}
	if p.near == nil {
		near := tour.NewDistances(p.cities, p.lists, pool.Parallel)
		if pool.Aborted() {
			return false
		}
		p.near = near
	}
	if p.first == nil {
		first := tour.Greedy(p.cities, p.lists, pool.Parallel, pool.Aborted)
		if pool.Aborted() {
			return false
		}
		p.first = first
	}
	return true
}

package linkernighan

import (
	"sync"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
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
	cities *tour.Cities
	lists  *tour.Neighbors
	near   *tour.Distances
	first  []int32 // the greedy tour
}

// own is a tour through the cities of the problem as one through those of the search.
func (p *plan) own(g problem.Genome) []int32 {
	inner, order := make([]int32, len(p.number)), make([]int32, 0, len(p.number))
	for i, city := range p.number {
		inner[city] = int32(i)
	}
	for _, city := range g.Order {
		order = append(order, inner[city])
	}
	for _, city := range g.Long {
		order = append(order, inner[city])
	}
	return order
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
	cities := c.Renumbered(number, pool.Parallel)
	if pool.Aborted() {
		return false
	}
	p.number, p.cities = number, cities
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

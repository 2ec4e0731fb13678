package tour

import (
	"cmp"
	"slices"
)

// Neighbors are lists of cities that are near, of the same length for each city: the
// nearest first.
type Neighbors struct {
	each int
	list []int32
}

// Of are the neighbors of a city.
func (n *Neighbors) Of(city int) []int32 { return n.list[city*n.each : (city+1)*n.each] }

// Each is how many neighbors a city has.
func (n *Neighbors) Each() int { return n.each }

// block is how many cities a task looks at.
const block = 512

// NearestNeighbors lists the nearest cities of each, at most as many as there are. Of
// each quadrant around a city at least some are among them if there are so many in it,
// so that clusters are connected; 0 where only the distance counts. Those that are known
// by their distances, and many that lie on the earth, have no quadrants.
func NearestNeighbors(c *Cities, each, quadrant int, parallel ParallelFor) *Neighbors {
	n := &Neighbors{each: min(each, c.n-1)}
	n.list = make([]int32, c.n*n.each)
	if n.each == 0 {
		return n
	}
	if c.weights == Explicit || c.weights == Geographic && c.table == nil {
		quadrant = 0
	}
	if c.table != nil {
		c.nearestByTable(n, quadrant, parallel)
		return n
	}
	every := make([]int32, c.n)
	for i := range every {
		every[i] = int32(i)
	}
	t := newTree(c, every, parallel)
	// In the order of the tree, so that what one city needs is in the cache for the next.
	parallel((c.n+block-1)/block, func(_, task int) {
		var all []candidate
		for i := block * task; i < min(block*(task+1), c.n); i++ {
			around := near{at: t.places[i], city: t.cities[i], other: -1, want: n.each, found: all[:0]}
			t.search(&around, 0, c.n)
			all = around.found
			if quadrant > 0 {
				all = t.addQuadrants(all, i, c, quadrant)
			}
			c.choose(n.Of(int(t.cities[i])), t.cities[i], all, quadrant)
		}
	})
	return n
}

// nearestByTable sorts the distances of each city.
func (c *Cities) nearestByTable(n *Neighbors, quadrant int, parallel ParallelFor) {
	const some = 16
	parallel((c.n+some-1)/some, func(_, task int) {
		var all []candidate
		for city := some * task; city < min(some*(task+1), c.n); city++ {
			all = all[:0]
			for other := range c.n {
				if other != city {
					all = append(all, candidate{float64(c.table[city*c.n+other]), int32(other)})
				}
			}
			slices.SortFunc(all, byNearness)
			c.choose(n.Of(city), int32(city), all, quadrant)
		}
	})
}

// addQuadrants adds to the nearest cities of the one at place i the nearest of each
// quadrant that has too few of them.
func (t *tree) addQuadrants(all []candidate, i int, c *Cities, quadrant int) []candidate {
	var count [4]int
	for _, x := range all {
		count[c.quadrant(t.cities[i], x.city)]++
	}
	nearest := len(all)
	for q := range count {
		if count[q] >= quadrant {
			continue
		}
		one := near{at: t.places[i], city: t.cities[i], other: -1, want: quadrant, quadrant: q, sides: [2]float64{float64(2*(q&1) - 1), float64(q&2 - 1)}}
		t.search(&one, 0, len(t.places))
		for _, x := range one.found {
			if !slices.Contains(all[:nearest], x) {
				all = append(all, x)
			}
		}
	}
	slices.SortFunc(all[nearest:], byNearness)
	return all
}

// quadrant is that in which a city sees another, by the signs of the differences.
func (c *Cities) quadrant(from, to int32) int {
	a, b := &c.points[from], &c.points[to]
	return quadrantOf(b.x-a.x, b.y-a.y)
}

// quadrantOf is the quadrant of a difference. Each has one of the half axes beside it.
func quadrantOf(dx, dy float64) int {
	switch {
	case dx >= 0 && dy > 0:
		return 3
	case dx > 0:
		return 1
	case dx < 0 && dy >= 0:
		return 2
	}
	return 0
}

// choose fills a list of neighbors with candidates, which are sorted: those of quadrants
// first, then the nearest.
func (c *Cities) choose(to []int32, city int32, all []candidate, quadrant int) {
	chosen := all[:min(len(to), len(all))]
	if quadrant > 0 {
		var count [4]int
		var picked, rest []candidate
		for _, x := range all {
			if q := c.quadrant(city, x.city); count[q] < quadrant && len(picked) < len(to) {
				count[q]++
				picked = append(picked, x)
			} else if len(rest) < len(to) {
				rest = append(rest, x)
			}
		}
		chosen = append(picked, rest[:len(to)-len(picked)]...)
		slices.SortFunc(chosen, byNearness)
	}
	for k, x := range chosen {
		to[k] = x.city
	}
}

func byNearness(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.squares, b.squares), cmp.Compare(a.city, b.city))
}

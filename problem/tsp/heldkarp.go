package tsp

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/tour"
)

// Held and Karp's bound (1970, 1971): a round trip is a tree that spans all cities but one, and
// two edges from that one to others, in which every city has two edges. Without this last
// condition it is a 1-tree, and the shortest is found soon. A price for every edge that a city
// has changes the length of all tours alike, by twice the prices, but not that of 1-trees:
// prices that rise where a city has too many edges and fall where it has one make the
// shortest 1-tree longer, and more like a tour.
//
// All lengths are whole numbers, those of the instance times unit, so that nothing is rounded
// and a bound is one.
const (
	unit     = 1 << 8
	maxBound = 2048 // cities; a table of all distances has 32 MB
	// outside is the length of an edge that is excluded, and minus what makes one that is
	// included short.
	outside = 1 << 50
)

// ascent looks for prices.
type ascent struct {
	n      int
	cost   []int64 // n·n, in units; excluded edges are outside
	price  []int64
	parent []int32 // in the tree: city 0 has none
	near   []int64 // Prim's algorithm: how far the tree is
	rest   []int32 // cities that are not in it
	degree []int32
	last   []int32  // the degrees of the 1-tree before
	ends   [2]int32 // the neighbors of city 0
	work   int64    // looks at edges so far
	forced int      // edges that are included
}

func newAscent(c *tour.Cities) *ascent {
	n := c.Len()
	a := &ascent{n: n, cost: make([]int64, n*n), price: make([]int64, n), parent: make([]int32, n), near: make([]int64, n), degree: make([]int32, n), last: make([]int32, n)}
	for i := range n {
		for j := range i {
			d := unit * c.Distance(i, j)
			a.cost[i*n+j], a.cost[j*n+i] = d, d
		}
	}
	return a
}

// oneTree finds a shortest 1-tree around city 0 and returns its length less twice the
// prices, which no tour is below, in units.
func (a *ascent) oneTree() int64 {
	n := a.n
	clear(a.degree)
	a.rest = a.rest[:0]
	for i := 2; i < n; i++ {
		a.rest = append(a.rest, int32(i))
		a.near[i], a.parent[i] = a.cost[n+i]+a.price[1]+a.price[i], 1
	}
	total := int64(0)
	for len(a.rest) > 0 { // Prim's algorithm
		at := 0
		for k, city := range a.rest {
			if a.near[city] < a.near[a.rest[at]] {
				at = k
			}
		}
		city := a.rest[at]
		a.rest[at] = a.rest[len(a.rest)-1]
		a.rest = a.rest[:len(a.rest)-1]
		total += a.near[city]
		a.degree[city]++
		a.degree[a.parent[city]]++
		row, price := a.cost[int(city)*n:int(city+1)*n], a.price[city]
		for _, other := range a.rest {
			if d := row[other] + price + a.price[other]; d < a.near[other] {
				a.near[other], a.parent[other] = d, city
			}
		}
	}
	// The two shortest edges of city 0.
	first, second := int32(-1), int32(-1)
	length := func(city int32) int64 { return a.cost[city] + a.price[0] + a.price[city] }
	for city := int32(1); city < int32(n); city++ {
		switch {
		case first < 0 || length(city) < length(first):
			first, second = city, first
		case second < 0 || length(city) < length(second):
			second = city
		}
	}
	a.ends = [2]int32{first, second}
	total += length(first) + length(second)
	a.degree[0] = 2
	a.degree[first]++
	a.degree[second]++
	for _, p := range a.price {
		total -= 2 * p
	}
	a.work += int64(n) * int64(n)
	return total + int64(a.forced)*outside
}

// isTour reports whether the last 1-tree is a round trip.
func (a *ascent) isTour() bool {
	for _, d := range a.degree {
		if d != 2 {
			return false
		}
	}
	return true
}

// climb raises the bound by so many 1-trees, with steps that become shorter (Volgenant and
// Jonker 1982, section 3), until it reaches enough or a 1-tree is a tour. It keeps the best
// prices.
func (a *ascent) climb(ctx context.Context, rounds int, step float64, enough int64) (bound int64, isTour bool) {
	bound = math.MinInt64
	best, shrink := make([]int64, a.n), elementary.Pow(2, -8/float64(rounds)) // to a 256th
	for round := range rounds {
		now := a.oneTree()
		if now > bound {
			bound = now
			copy(best, a.price)
		}
		if a.isTour() {
			return now, true
		}
		if now >= enough || ctx.Err() != nil {
			break
		}
		if round == 0 {
			copy(a.last, a.degree)
		}
		for i, d := range a.degree {
			a.price[i] += int64(step * (float64(0.7*float64(d-2)) + float64(0.3*float64(a.last[i]-2))))
		}
		a.degree, a.last = a.last, a.degree
		step *= shrink
	}
	copy(a.price, best)
	return bound, false
}

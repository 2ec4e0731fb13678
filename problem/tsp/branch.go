package tsp

import (
	"context"
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/tour"
)

// proof is what is known of the shortest tour: one, and a bound that no tour is below.
type proof struct {
	order []int32
	upper int64 // its length
	lower int64
	whole bool // the tour is a shortest one
}

// How many looks at edges a proof may take that is to be quick, for which no more than
// quickCities are taken; of more a bound alone is found.
const (
	quickWork   = 2e8
	quickCities = 150
)

// boundTours finds a lower bound by Held and Karp and, unless it is to be quick and that would take
// long, a shortest tour by branch and bound (Volgenant and Jonker 1982): where a city has three edges
// in a 1-tree, one of them is excluded or included.
func boundTours(ctx context.Context, c *tour.Cities, quick bool) proof {
	n := c.Len()
	if n < 4 || n > maxBound {
		return proof{}
	}
	b := &brancher{ascent: newAscent(c), cities: c, count: make([]int, n), limit: 1 << 62}
	if quick {
		b.limit = quickWork
	}
	b.start(ctx, quick)
	mean := float64(unit*b.upper) / float64(n)
	rounds := int(min(max(quickWork/2/(int64(n)*int64(n)), 40), 400))
	bound, isTour := b.climb(ctx, rounds, mean, unit*(b.upper-1)+1)
	b.lower = roundUp(bound)
	if isTour {
		b.keep()
	}
	if b.whole = b.lower >= b.upper; !b.whole && !(quick && n > quickCities) && ctx.Err() == nil {
		b.step = mean / 16
		if b.whole = b.branch(ctx, 0); b.whole {
			b.lower = b.upper
		}
	}
	return b.proof
}

// roundUp is a bound in units as a length.
func roundUp(bound int64) int64 { return (bound + unit - 1) / unit }

// brancher is a search for a shortest tour.
type brancher struct {
	*ascent
	proof
	cities *tour.Cities
	count  []int // included edges of each city
	undo   []changed
	step   float64
	limit  int64 // of work
}

// changed is an edge and what it has cost.
type changed struct {
	a, b     int32
	cost     int64
	included bool
}

// start finds a good tour.
func (b *brancher) start(ctx context.Context, quick bool) {
	c := b.cities
	lists := tour.NearestNeighbors(c, 8, 2, tour.Serial)
	near := tour.NewDistances(c, lists, tour.Serial)
	o := tour.NewOptimizer(c, near, 25)
	stop := func() bool { return ctx.Err() != nil }
	o.Set(tour.Greedy(c, lists, tour.Serial, stop), tour.Serial)
	for i := range c.Len() {
		o.Push(int32(i))
	}
	o.Settle(stop)
	kicks := uint64(20 * c.Len())
	if quick {
		kicks = 500
	}
	for kick := range kicks {
		if four, ok := near.Walk(rng.Address{Step: kick, Purpose: rng.Walk}, 8); ok {
			o.Kick(four)
		}
		if stop() {
			break
		}
	}
	b.order, b.upper = slices.Clone(o.Order()), o.Length()
}

// set changes what an edge costs.
func (b *brancher) set(x, y int32, cost int64, include bool) {
	n := int32(b.n)
	b.undo = append(b.undo, changed{x, y, b.cost[x*n+y], include})
	b.cost[x*n+y], b.cost[y*n+x] = cost, cost
	if include {
		b.forced++
		b.count[x]++
		b.count[y]++
	}
}

// include makes every 1-tree have an edge, and exclude none.
func (b *brancher) include(x, y int32) {
	b.set(x, y, b.cost[int(x)*b.n+int(y)]-outside, true)
	for _, city := range [2]int32{x, y} {
		if b.count[city] == 2 {
			b.excludeOthers(city)
		}
	}
}

func (b *brancher) exclude(x, y int32) {
	if b.free(x, y) {
		b.set(x, y, outside, false)
	}
}

// excludeOthers excludes the edges of a city that are free.
func (b *brancher) excludeOthers(city int32) {
	for other := range int32(b.n) {
		if other != city {
			b.exclude(city, other)
		}
	}
}

// free reports whether an edge is neither included nor excluded.
func (b *brancher) free(x, y int32) bool {
	cost := b.cost[int(x)*b.n+int(y)]
	return cost > -outside/2 && cost < outside/2
}

// back takes changes back.
func (b *brancher) back(to int) {
	n := int32(b.n)
	for k := len(b.undo) - 1; k >= to; k-- {
		e := b.undo[k]
		b.cost[e.a*n+e.b], b.cost[e.b*n+e.a] = e.cost, e.cost
		if e.included {
			b.forced--
			b.count[e.a]--
			b.count[e.b]--
		}
	}
	b.undo = b.undo[:to]
}

// branch reports whether no tour that has the edges that are included, and none of those that are
// excluded, is shorter than the best; it is false when that was not found out.
func (b *brancher) branch(ctx context.Context, depth int) bool {
	if ctx.Err() != nil || b.work > b.limit {
		return false
	}
	bound, isTour := b.climb(ctx, 30, b.step, unit*(b.upper-1)+1)
	if isTour {
		b.keep()
		return true
	}
	if roundUp(bound) >= b.upper {
		return true
	}
	b.oneTree() // at the best prices
	city, first, second := b.fork()
	if city < 0 {
		return false
	}
	prices := slices.Clone(b.price)
	mark := len(b.undo)
	whole := true
	for child := range 3 {
		copy(b.price, prices)
		switch child {
		case 0: // both, and none else
			if second < 0 {
				continue // one is included already, so the next child is this one
			}
			b.include(city, first)
			if b.free(city, second) {
				b.include(city, second)
			}
		case 1: // the first alone
			b.include(city, first)
			if second >= 0 {
				b.exclude(city, second)
			}
		case 2: // not the first
			b.exclude(city, first)
		}
		whole = b.branch(ctx, depth+1) && whole
		b.back(mark)
		if !whole {
			return false
		}
	}
	return whole
}

// fork is a city with most edges in the 1-tree, and two of them that are free; one where
// another is included.
func (b *brancher) fork() (city, first, second int32) {
	city, first, second = -1, -1, -1
	for i, d := range b.degree {
		if d > 2 && (city < 0 || d > b.degree[city]) {
			city = int32(i)
		}
	}
	if city < 0 {
		return city, first, second
	}
	for _, e := range b.edges() {
		if e[0] != city && e[1] != city {
			continue
		}
		other := e[0] + e[1] - city
		switch {
		case !b.free(city, other):
		case first < 0:
			first = other
		case second < 0:
			second = other
		}
	}
	if b.count[city] == 1 {
		second = -1
	}
	if first < 0 {
		city = -1
	}
	return city, first, second
}

// edges are those of the last 1-tree.
func (a *ascent) edges() [][2]int32 {
	list := [][2]int32{{0, a.ends[0]}, {0, a.ends[1]}}
	for i := int32(2); i < int32(a.n); i++ {
		list = append(list, [2]int32{i, a.parent[i]})
	}
	return list
}

// keep takes the last 1-tree, which is a round trip, if it is shorter than the best.
func (b *brancher) keep() {
	next := make([][]int32, b.n)
	for _, e := range b.edges() {
		next[e[0]] = append(next[e[0]], e[1])
		next[e[1]] = append(next[e[1]], e[0])
	}
	order := []int32{0}
	for at, from := next[0][0], int32(0); at != 0; {
		order = append(order, at)
		to := next[at][0]
		if to == from {
			to = next[at][1]
		}
		at, from = to, at
	}
	if length := b.cities.Length(order); len(order) == b.n && length < b.upper {
		b.order, b.upper = order, length
	}
}

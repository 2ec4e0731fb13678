package eax

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/tour"
)

type edge struct{ u, v int32 }

// is reports whether it joins two cities.
func (e edge) is(u, v int32) bool { return e.u == u && e.v == v || e.u == v && e.v == u }

// instance is what crossings and climbs know of the cities.
type instance struct {
	n      int
	cities *tour.Cities
	near   neighbors // where subtours are joined
	around neighbors // for climbs
	curve  []int32   // all cities, so that those beside each other are near
	place  []int32   // of each city on the curve
}

// neighbors are near cities of each, the nearest first, and their distances.
type neighbors struct {
	list []int32
	far  []int64
	each int
}

// of are those of a city.
func (n *neighbors) of(v int32) ([]int32, []int64) {
	lo, hi := int(v)*n.each, int(v+1)*n.each
	return n.list[lo:hi], n.far[lo:hi]
}

// quadrant is how many neighbors of a city a climb sees in each quadrant at least, so that
// clusters of cities are connected.
const quadrant = 2

func newInstance(c *tour.Cities, each int, parallel tour.ParallelFor) *instance {
	t := &instance{n: c.Len(), cities: c, curve: tour.Curve(c, parallel), place: make([]int32, c.Len())}
	for i, v := range t.curve {
		t.place[v] = int32(i)
	}
	t.near, t.around = t.neighbors(each, 0, parallel), t.neighbors(each, quadrant, parallel)
	return t
}

func (t *instance) neighbors(each, quadrant int, parallel tour.ParallelFor) neighbors {
	near := tour.NearestNeighbors(t.cities, each, quadrant, parallel)
	n := neighbors{each: near.Each(), list: make([]int32, 0, t.n*near.Each()), far: make([]int64, 0, t.n*near.Each())}
	for v := range t.n {
		for _, w := range near.Of(v) {
			n.list = append(n.list, w)
			n.far = append(n.far, t.cities.Distance(v, int(w)))
		}
	}
	return n
}

func (t *instance) dist(i, j int32) int64 { return t.cities.Distance(int(i), int(j)) }

// crossing makes children of two tours, as changes of the first.
type crossing struct {
	*instance
	cycles
	random stream

	order []int32 // of A
	pos   []int32 // of each city in it
	a, b  []int32 // neighbors in the tours: two of each city
	link  []leg   // those in the child under way, or A's
	legs  []leg   // A's

	touched []int32 // cities whose neighbors in link are not A's

	// The child is a number of paths of A, at whose ends edges were removed: path i ends
	// at place cuts[i], and path 0 goes on beyond the last place. Each has two ends, 2i
	// and 2i+1, and ends are joined.
	cuts   []int32
	joined []int32
	endAt  []int32 // of cities at the ends of paths

	// The paths make up subtours.
	tourOf []int32 // of each path
	next   []int32 // path of the same subtour, or -1
	tours  []subtour

	removed, added []edge // what makes the child of A
	gain           int64

	best struct {
		removed, added []edge
		gain, entropy  int64
		found          bool
	}
	centers []int32 // of blocks, in the order in which they are drawn
	block   block
}

// leg is a neighbor in a tour, and its distance.
type leg struct {
	to  int32
	far int64
}

// subtour is one of the closed tours of which a child consists before they are joined.
type subtour struct {
	first, last int32 // path
	cities      int32
}

func newCrossing(t *instance) *crossing {
	n := t.n
	x := &crossing{instance: t, order: make([]int32, n), pos: make([]int32, n),
		a: make([]int32, 2*n), b: make([]int32, 2*n), link: make([]leg, 2*n), legs: make([]leg, 2*n), endAt: make([]int32, n)}
	x.cycles.init(n)
	return x
}

// parents sets the two tours.
func (x *crossing) parents(a, b []uint16) {
	links(x.a, a)
	links(x.b, b)
	for i, v := range a {
		x.order[i], x.pos[v] = int32(v), int32(i)
	}
	before := x.order[x.n-1]
	for _, v := range x.order {
		far := x.dist(before, v)
		x.legs[2*before+1], x.legs[2*v] = leg{v, far}, leg{before, far}
		before = v
	}
	copy(x.link, x.legs)
	x.best.found = false
	x.differ(x.a, x.b)
}

// links sets the neighbors of each city in a tour.
func links(to []int32, order []uint16) {
	before := int32(order[len(order)-1])
	for i, v := range order {
		after := int32(order[0])
		if i+1 < len(order) {
			after = int32(order[i+1])
		}
		to[2*int(v)], to[2*int(v)+1] = before, after
		before = int32(v)
	}
}

// distance is how many edges only one of two tours has.
func (x *crossing) distance(a, b []uint16) float64 {
	links(x.b, b)
	count := 0
	before := int32(a[len(a)-1])
	for _, v := range a {
		if !x.common(before, int32(v)) {
			count++
		}
		before = int32(v)
	}
	return float64(count)
}

// single makes up to so many children, each by one AB-cycle (the single strategy,
// section 3.2). aborted says that they are of no use any more.
func (x *crossing) single(children int, f *frequencies, aborted func() bool) {
	x.split(x.instance, &x.random, children)
	for c := range x.count() {
		if x.gains[c] <= 0 || aborted() {
			continue
		}
		x.begin()
		x.apply(c)
		x.finish(f)
	}
}

// begin starts with A.
func (x *crossing) begin() {
	x.removed, x.added, x.gain, x.touched, x.cuts = x.removed[:0], x.added[:0], 0, x.touched[:0], x.cuts[:0]
}

// apply exchanges the edges of A in a cycle for those of B.
func (x *crossing) apply(c int) {
	y := x.cycles.of(c)
	n := int32(x.n)
	before := y[len(y)-1]
	back := x.dist(before, y[0])
	for i := 0; i < len(y); i += 2 {
		u, v := y[i], y[i+1]
		after := y[0]
		if i+2 < len(y) {
			after = y[i+2]
		}
		x.removed = append(x.removed, edge{u, v})
		x.added = append(x.added, edge{v, after})
		p, q := x.pos[u], x.pos[v]
		if p > q {
			p, q = q, p
		}
		if q-p > 1 {
			p = n - 1
		}
		x.cuts = append(x.cuts, p)
		far := x.dist(v, after)
		x.relink(v, u, leg{after, far})
		x.relink(u, v, leg{before, back})
		x.touched = append(x.touched, u, v)
		before, back = v, far
	}
	x.gain += x.gains[c]
}

// relink gives a city another neighbor.
func (x *crossing) relink(v, old int32, new leg) {
	if x.link[2*v].to == old {
		x.link[2*v] = new
	} else {
		x.link[2*v+1] = new
	}
}

// finish joins the subtours, judges the child, and goes back to A.
func (x *crossing) finish(f *frequencies) {
	x.paths()
	x.trace()
	x.join()
	x.judge(f)
	for _, v := range x.touched {
		x.link[2*v], x.link[2*v+1] = x.legs[2*v], x.legs[2*v+1]
	}
}

// judge keeps the child if it is the best so far: it has to be shorter than A, and the
// less diversity the population loses for it, the better (section 4).
func (x *crossing) judge(f *frequencies) {
	if x.gain <= 0 {
		return
	}
	entropy := f.change(x.removed, x.added)
	b := &x.best
	if b.found && !better(x.gain, entropy, b.gain, b.entropy) {
		return
	}
	b.removed, b.added = append(b.removed[:0], x.removed...), append(b.added[:0], x.added...)
	b.gain, b.entropy, b.found = x.gain, entropy, true
}

// better compares two children by how much shorter they are and what they add to the
// entropy.
func better(gain, entropy, gain2, entropy2 int64) bool {
	switch {
	case entropy >= 0 && entropy2 >= 0:
		return gain > gain2
	case entropy >= 0 || entropy2 >= 0:
		return entropy >= 0
	}
	return float64(gain)/float64(-entropy) > float64(gain2)/float64(-entropy2)
}

// paths sorts the cuts and joins the ends of paths by the edges of B.
func (x *crossing) paths() {
	slices.Sort(x.cuts)
	k := len(x.cuts)
	x.joined = slices.Grow(x.joined[:0], 2*k)[:2*k]
	for i := range x.joined {
		x.joined[i] = -1
	}
	for i := range x.cuts {
		first, last := x.span(int32(i))
		u, v := x.order[first], x.order[last]
		x.endAt[u], x.endAt[v] = int32(2*i), int32(2*i+1) // the latter, if there is but one city
	}
	for _, e := range x.added {
		p, q := x.freeEnd(e.u), x.freeEnd(e.v)
		x.joined[p], x.joined[q] = q, p
	}
}

// freeEnd is an end of a path at a city that is not joined yet. A path of one city has
// two there.
func (x *crossing) freeEnd(v int32) int32 {
	e := x.endAt[v]
	if x.joined[e] >= 0 {
		return e ^ 1
	}
	return e
}

// span is the first and last place of a path.
func (x *crossing) span(i int32) (first, last int32) {
	k := int32(len(x.cuts))
	before := x.cuts[(i+k-1)%k]
	if first = before + 1; first == int32(x.n) {
		first = 0
	}
	return first, x.cuts[i]
}

// pathAt is the path that a place belongs to.
func (x *crossing) pathAt(p int32) int32 {
	lo, hi := 0, len(x.cuts)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if x.cuts[mid] < p {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(x.cuts) {
		return 0
	}
	return int32(lo)
}

// trace finds the subtours.
func (x *crossing) trace() {
	k := len(x.cuts)
	x.tourOf = slices.Grow(x.tourOf[:0], k)[:k]
	x.next = slices.Grow(x.next[:0], k)[:k]
	x.tours = x.tours[:0]
	for i := range x.tourOf {
		x.tourOf[i] = -1
	}
	for i := range int32(k) {
		if x.tourOf[i] >= 0 {
			continue
		}
		t := subtour{first: i, last: -1}
		for end := 2 * i; x.tourOf[end/2] < 0; {
			path := end / 2
			x.tourOf[path] = int32(len(x.tours))
			x.next[path] = -1
			if t.last >= 0 {
				x.next[t.last] = path
			}
			t.last = path
			first, last := x.span(path)
			size := last - first + 1
			if size <= 0 {
				size += int32(x.n)
			}
			t.cities += size
			end = x.joined[end^1]
		}
		x.tours = append(x.tours, t)
	}
}

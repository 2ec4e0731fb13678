package tour

import (
	"math"
)

// leaf is how many points a k-d tree does not split any more.
const leaf = 8

// place is a point of a k-d tree: in the plane with a third coordinate of 0, or on the
// unit sphere.
type place [3]float64

// tree is a k-d tree (Bentley 1975). The points of a node lie side by side, with the one
// that splits them in the middle.
type tree struct {
	places []place
	cities []int32 // by place
	axes   []int8  // by the place in the middle of a node
}

// newTree is a tree of some cities. Those in one place are told apart by their numbers,
// so the tree does not depend on how it is built.
func newTree(c *Cities, cities []int32, parallel ParallelFor) *tree {
	n := len(cities)
	t := &tree{places: make([]place, n), cities: make([]int32, n), axes: make([]int8, n)}
	blocks(n, parallel, func(lo, hi int) {
		copy(t.cities[lo:hi], cities[lo:hi])
		for i := lo; i < hi; i++ {
			t.places[i] = c.placeOf(cities[i])
		}
	})
	t.build(parallel)
	return t
}

// placeOf is where a city lies for a tree.
func (c *Cities) placeOf(city int32) place {
	p := c.points[city]
	if c.weights != Geographic {
		return place{p.x, p.y}
	}
	return place{math.Cos(p.x) * math.Cos(p.y), math.Cos(p.x) * math.Sin(p.y), math.Sin(p.x)}
}

// build splits the points: the first levels here, the rest in tasks.
func (t *tree) build(parallel ParallelFor) {
	type node struct{ lo, hi int }
	nodes := []node{{0, len(t.places)}}
	for len(nodes) < 64 {
		// The nodes of a level are tasks too, so that a large tree is left soon where work
		// is broken off.
		level := nodes
		parallel(len(level), func(_, k int) { t.split(level[k].lo, level[k].hi) })
		nodes = nil
		for _, x := range level {
			if x.hi-x.lo > leaf {
				mid := (x.lo + x.hi) / 2
				nodes = append(nodes, node{x.lo, mid}, node{mid + 1, x.hi})
			}
		}
		if len(nodes) == 0 {
			return
		}
	}
	parallel(len(nodes), func(_, k int) { t.splitAll(nodes[k].lo, nodes[k].hi) })
}

func (t *tree) splitAll(lo, hi int) {
	for hi-lo > leaf {
		t.split(lo, hi)
		mid := (lo + hi) / 2
		t.splitAll(lo, mid)
		lo = mid + 1
	}
}

// split puts the median along the longest side into the middle of a node, and what is
// less before it.
func (t *tree) split(lo, hi int) {
	if hi-lo <= leaf {
		return
	}
	least, most := t.places[lo], t.places[lo]
	for _, p := range t.places[lo:hi] {
		for a := range p {
			least[a], most[a] = min(least[a], p[a]), max(most[a], p[a])
		}
	}
	axis := 0
	for a := 1; a < 3; a++ {
		if most[a]-least[a] > most[axis]-least[axis] {
			axis = a
		}
	}
	mid := (lo + hi) / 2
	t.axes[mid] = int8(axis)
	for hi-lo > 1 { // quickselect
		t.swap(t.pivot(lo, hi, mid, axis), hi-1)
		at := lo
		for i := lo; i < hi-1; i++ {
			if t.less(i, hi-1, axis) {
				t.swap(i, at)
				at++
			}
		}
		t.swap(at, hi-1)
		switch {
		case at == mid:
			return
		case at < mid:
			lo = at + 1
		default:
			hi = at
		}
	}
}

// sampled is how many points a pivot is chosen from.
const sampled = 31

// pivot chooses the place of a point that lies about as far along an axis as the one that
// belongs to mid, and rather beyond it than not, seen from the nearer end: what is left of the
// points then is little. Those it chooses from lie anywhere, since cities that are numbered
// along a curve have an order with which every rule could be unlucky.
func (t *tree) pivot(lo, hi, mid, axis int) int {
	n := hi - lo
	if n < 4*sampled {
		return lo + n/2
	}
	var sample [sampled]int
	state := uint64(n)
	for k := range sample {
		state = state*6364136223846793005 + 1442695040888963407
		i := lo + int(state>>33)%n
		j := k
		for ; j > 0 && t.less(i, sample[j-1], axis); j-- {
			sample[j] = sample[j-1]
		}
		sample[j] = i
	}
	at := (mid - lo) * sampled / n
	if 2*(mid-lo) < n {
		at += sampled / 10
	} else {
		at -= sampled / 10
	}
	return sample[min(max(at, 0), sampled-1)]
}

func (t *tree) less(i, j, axis int) bool {
	a, b := t.places[i][axis], t.places[j][axis]
	return a < b || a == b && t.cities[i] < t.cities[j]
}

func (t *tree) swap(i, j int) {
	t.places[i], t.places[j] = t.places[j], t.places[i]
	t.cities[i], t.cities[j] = t.cities[j], t.cities[i]
}

// near collects the cities nearest to a place, the nearest first.
type near struct {
	at       place
	city     int32 // that is not to be found
	other    int32 // nor is this one, or -1
	want     int
	found    []candidate
	sides    [2]float64 // of the quadrant, as signs; 0: all around
	quadrant int
}

// candidate is a city and the square of how far it is.
type candidate struct {
	squares float64
	city    int32
}

func (a candidate) before(b candidate) bool {
	return a.squares < b.squares || a.squares == b.squares && a.city < b.city
}

// bound is the square of the distance within which cities are of interest.
func (n *near) bound() float64 {
	if len(n.found) < n.want {
		return math.Inf(1)
	}
	return n.found[len(n.found)-1].squares
}

// offer adds a city if it is among the nearest.
func (n *near) offer(p *place, city int32) {
	dx, dy, dz := p[0]-n.at[0], p[1]-n.at[1], p[2]-n.at[2]
	new := candidate{float64(dx*dx) + float64(dy*dy) + float64(dz*dz), city}
	if city == n.city || city == n.other || n.sides[0] != 0 && quadrantOf(dx, dy) != n.quadrant || new.squares > n.bound() {
		return
	}
	if len(n.found) == n.want {
		if !new.before(n.found[n.want-1]) {
			return
		}
		n.found = n.found[:n.want-1]
	}
	n.found = append(n.found, new)
	for i := len(n.found) - 1; i > 0 && new.before(n.found[i-1]); i-- {
		n.found[i], n.found[i-1] = n.found[i-1], new
	}
}

// search offers all cities of a node that may be among the nearest.
func (t *tree) search(n *near, lo, hi int) {
	for hi-lo > leaf {
		mid := (lo + hi) / 2
		axis := t.axes[mid]
		beyond := t.places[mid][axis] - n.at[axis] // the split lies on this side
		firstLo, firstHi, lastLo, lastHi := lo, mid, mid+1, hi
		if beyond < 0 {
			firstLo, firstHi, lastLo, lastHi = mid+1, hi, lo, mid
		}
		t.search(n, firstLo, firstHi)
		n.offer(&t.places[mid], t.cities[mid])
		if float64(beyond*beyond) > n.bound() {
			return
		}
		// Nothing of the quadrant lies beyond a split on its other side.
		if side := n.side(axis); side*beyond < 0 {
			return
		}
		lo, hi = lastLo, lastHi
	}
	for i := lo; i < hi; i++ {
		n.offer(&t.places[i], t.cities[i])
	}
}

func (n *near) side(axis int8) float64 {
	if axis < 2 {
		return n.sides[axis]
	}
	return 0
}

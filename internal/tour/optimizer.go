package tour

import "sync/atomic"

// Distances are lists of neighbors with how far these are.
type Distances struct {
	each int
	list []neighbor
}

// neighbor is a city that is near another, and how near.
type neighbor struct {
	distance int64
	city     int32
}

// NewDistances looks the distances of neighbors up.
func NewDistances(c *Cities, n *Neighbors, parallel ParallelFor) *Distances {
	d := &Distances{each: n.each, list: make([]neighbor, c.n*n.each)}
	parallel((c.n+block-1)/block, func(_, task int) {
		for city := block * task; city < min(block*(task+1), c.n); city++ {
			for k, other := range n.Of(city) {
				d.list[city*d.each+k] = neighbor{c.Distance(city, int(other)), other}
			}
		}
	})
	return d
}

// Optimizer is a tour that is being improved. It is an array, so that a way is turned
// around in time that grows with the shorter side of it; what is gained is found without
// turning anything.
//
// A search begins with a city, the base, from which an edge is removed. What is left is a path
// from its other end, the head, to the base.
type Optimizer struct {
	cities *Cities
	n      int32
	each   int // neighbors of a city
	near   []neighbor
	order  []int32
	place  []int32 // by city
	length int64

	queue  []int32 // cities whose edges may be improved: a ring
	first  int
	queued int
	waits  []bool // by city: it is in the queue

	depth int   // most edges that an exchange removes
	reach int32 // most cities of a way that is turned around

	// Of the search under way: the end of the path, where its head is in the array, in which
	// direction it goes, the best step so far, and the edges that have come.
	base, origin int32
	forward      bool
	best         step
	added        [][2]int32

	log     []turn // what was turned, while logging
	logging bool
}

// turn is a part of the array that was turned around: the places from lo on.
type turn struct{ lo, count int32 }

// maxReach bounds what is turned around: in a tour of a million cities ways between neighbors
// often go through half of them, and turning these around would take nearly all time (Johnson and
// McGeoch 1997, section 3.3).
const maxReach = 25_000

// NewOptimizer is without a tour: see Set. It does not change the distances to neighbors,
// which optimizers can share; an exchange removes at most depth edges.
func NewOptimizer(c *Cities, d *Distances, depth int) *Optimizer {
	return &Optimizer{
		cities: c, n: int32(c.n), each: d.each, near: d.list, depth: depth, reach: maxReach,
		order: make([]int32, c.n), place: make([]int32, c.n), queue: make([]int32, c.n), waits: make([]bool, c.n),
	}
}

// Order is the tour, from anywhere. It is not to be changed.
func (o *Optimizer) Order() []int32 { return o.order }

// Length is that of the tour.
func (o *Optimizer) Length() int64 { return o.length }

// Set takes a tour, with nothing to look at.
func (o *Optimizer) Set(order []int32, parallel ParallelFor) {
	var length atomic.Int64
	blocks(len(order), parallel, func(lo, hi int) {
		copy(o.order[lo:hi], order[lo:hi])
		part, from := int64(0), order[(lo+len(order)-1)%len(order)]
		for i := lo; i < hi; i++ {
			city := order[i]
			o.place[city] = int32(i)
			part += o.distance(from, city)
			from = city
		}
		length.Add(part)
	})
	o.length = length.Load()
	o.log = o.log[:0]
}

func (o *Optimizer) distance(a, b int32) int64 { return o.cities.Distance(int(a), int(b)) }

func (o *Optimizer) next(city int32) int32 {
	i := o.place[city] + 1
	if i == o.n {
		i = 0
	}
	return o.order[i]
}

func (o *Optimizer) before(city int32) int32 {
	i := o.place[city]
	if i == 0 {
		i = o.n
	}
	return o.order[i-1]
}

// after is the next city in the direction of a search.
func (o *Optimizer) after(city int32) int32 {
	if o.forward {
		return o.next(city)
	}
	return o.before(city)
}

// ahead is the city before in the direction of a search.
func (o *Optimizer) ahead(city int32) int32 {
	if o.forward {
		return o.before(city)
	}
	return o.next(city)
}

// Push lets a city be looked at.
func (o *Optimizer) Push(city int32) {
	if o.waits[city] {
		return
	}
	o.waits[city] = true
	at := o.first + o.queued
	if at >= len(o.queue) {
		at -= len(o.queue)
	}
	o.queue[at] = city
	o.queued++
}

func (o *Optimizer) pop() int32 {
	city := o.queue[o.first]
	if o.first++; o.first == len(o.queue) {
		o.first = 0
	}
	o.queued--
	o.waits[city] = false
	return city
}

// reverse turns the way from x on to y, in the direction of the search, around; or all
// the rest, if that is shorter: then the search goes in the other direction.
func (o *Optimizer) reverse(x, y int32) {
	i, j := o.place[x], o.place[y]
	if !o.forward {
		i, j = j, i
	}
	count := j - i + 1
	if count <= 0 {
		count += o.n
	}
	if 2*count > o.n {
		if i = j + 1; i == o.n {
			i = 0
		}
		count = o.n - count
		o.forward = !o.forward
	}
	if count < 2 {
		return
	}
	if o.logging {
		o.log = append(o.log, turn{i, count})
	}
	o.turn(i, count)
}

// turn turns a part of the array around.
func (o *Optimizer) turn(i, count int32) {
	order, place := o.order, o.place
	j := i + count - 1
	if j < o.n { // nothing lies beyond the end
		for i < j {
			x, y := order[i], order[j]
			order[i], order[j] = y, x
			place[y], place[x] = i, j
			i++
			j--
		}
		return
	}
	j -= o.n
	for swaps := count / 2; swaps > 0; swaps-- {
		x, y := order[i], order[j]
		order[i], order[j] = y, x
		place[y], place[x] = i, j
		if i++; i == o.n {
			i = 0
		}
		if j--; j < 0 {
			j = o.n - 1
		}
	}
}

// undo takes back what was turned since the log was so long.
func (o *Optimizer) undo(from int) {
	for k := len(o.log) - 1; k >= from; k-- {
		o.turn(o.log[k].lo, o.log[k].count)
	}
	o.log = o.log[:from]
}

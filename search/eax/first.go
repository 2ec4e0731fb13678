package eax

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/tour"
)

// climber makes first tours: random ones, made better by 2-opt and Or-opt moves between
// near cities.
type climber struct {
	*instance
	tour  *tour.Array
	list  []int32
	queue []int32 // cities whose moves are to be tried
	in    []bool  // the queue
	taken []bool  // by the tour so far
	free  []int32 // of each place on the curve one from which on cities may be left
}

func newClimber(t *instance) *climber {
	c := &climber{instance: t, list: make([]int32, t.n), in: make([]bool, t.n), taken: make([]bool, t.n), free: make([]int32, t.n)}
	for i := range c.list {
		c.list[i] = int32(i)
	}
	c.tour = tour.NewArray(c.list)
	return c
}

// order writes the tour.
func (c *climber) order(to []uint16) {
	for i, v := range c.tour.Order() {
		to[i] = uint16(v)
	}
}

// wander makes a tour that goes from city to city, to the nearest that is left or, by
// chance, to one of the next. Where no near one is left, it goes on along a curve through all cities.
func (c *climber) wander(random *stream) {
	n := c.n
	clear(c.taken)
	for i := range c.free {
		c.free[i] = int32(i)
	}
	v := int32(random.below(n))
	for i := range n {
		c.list[i] = v
		c.taken[v] = true
		if i+1 == n {
			break
		}
		next := int32(-1)
		near, _ := c.around.of(v)
		for _, w := range near {
			if !c.taken[w] && (next < 0 || random.bit()+random.bit() == 2) {
				next = w
			}
		}
		if next < 0 {
			next = c.along(v)
		}
		v = next
	}
	c.tour.Set(c.list)
}

// along is the first city after v along the curve that the tour has not taken, of which
// there is one.
func (c *climber) along(v int32) int32 {
	n := int32(c.n)
	p := c.place[v]
	for c.taken[c.curve[p]] {
		// Places that lead to a later one are passed at once.
		q := c.free[p]
		if q == p {
			q = p + 1
		}
		if q == n {
			q = 0
		}
		c.free[p] = c.free[q]
		p = q
	}
	return c.curve[p]
}

// climb improves the tour until no move does, or aborted says so.
func (c *climber) climb(random *stream, aborted func() bool) {
	if c.n < 8 { // moves would need cities that are not there
		return
	}
	c.queue = append(c.queue[:0], c.list...)
	for i := range c.queue {
		j := i + random.below(len(c.queue)-i)
		c.queue[i], c.queue[j] = c.queue[j], c.queue[i]
		c.in[c.queue[i]] = true
	}
	for head := 0; head < len(c.queue); head++ {
		if head&255 == 0 && aborted() {
			break
		}
		v := c.queue[head]
		c.in[v] = false
		for c.twoOpt(v) || c.orOpt(v) {
		}
		if head > 4*c.n {
			c.queue = slices.Delete(c.queue, 0, head+1)
			head = -1
		}
	}
	for _, v := range c.queue {
		c.in[v] = false
	}
}

func (c *climber) push(cities ...int32) {
	for _, v := range cities {
		if !c.in[v] {
			c.in[v] = true
			c.queue = append(c.queue, v)
		}
	}
}

// twoOpt exchanges two edges, one of them at a.
func (c *climber) twoOpt(a int32) bool {
	t := c.tour
	near, far := c.around.of(a)
	for side := range 2 {
		step := t.Next
		if side == 1 {
			step = t.Before
		}
		b := step(a)
		ab := c.dist(a, b)
		for k, p := range near {
			g := ab - far[k]
			if g <= 0 {
				break
			}
			q := step(p)
			if g += c.dist(p, q) - c.dist(b, q); g <= 0 {
				continue
			}
			c.exchange(a, b, p, q)
			c.push(a, b, p, q)
			return true
		}
	}
	return false
}

// orOpt moves up to three cities that begin with a elsewhere, beside a near city.
func (c *climber) orOpt(a int32) bool {
	t := c.tour
	near, far := c.around.of(a)
	for side := range 2 {
		next, before := t.Next, t.Before
		if side == 1 {
			next, before = before, next
		}
		p := before(a)
		pa := c.dist(p, a)
		for e, size := a, 1; size <= 3; e, size = next(e), size+1 {
			q := next(e)
			if q == p {
				break
			}
			g := pa + c.dist(e, q) - c.dist(p, q)
			if g <= 0 {
				continue
			}
			for k, w := range near {
				if far[k] >= g {
					break
				}
				if c.inside(w, a, e, next) {
					continue
				}
				for i, z := range [2]int32{next(w), before(w)} {
					if c.inside(z, a, e, next) {
						continue // w is p or q, and the edge goes away
					}
					if g+c.dist(w, z)-far[k]-c.dist(e, z) <= 0 {
						continue
					}
					c.move(p, a, e, q, w, z, i == 0)
					c.push(p, a, e, q, w, z)
					return true
				}
			}
		}
	}
	return false
}

// inside reports whether a city is among those from a to e.
func (c *climber) inside(w, a, e int32, next func(int32) int32) bool {
	for v := a; ; v = next(v) {
		if v == w {
			return true
		}
		if v == e {
			return false
		}
	}
}

// move takes the cities from a to e, which lie between p and q, and puts them between w and
// z so that a is beside w. after says that z comes after w, as a after p.
func (c *climber) move(p, a, e, q, w, z int32, after bool) {
	if after {
		c.exchange(p, a, e, q) // p e…a q … w z
		c.exchange(p, e, w, z) // p w … q a…e z
		c.exchange(p, w, q, a) // p q … w a…e z
	} else {
		c.exchange(p, a, z, w) // p z … q e…a w
		c.exchange(p, z, q, e) // p q … z e…a w
	}
}

// exchange takes the edges (a, b) and (d, e) out, of which the second ends are next in the
// same direction, and puts (a, d) and (b, e) in.
func (c *climber) exchange(a, b, d, e int32) {
	if c.tour.Next(a) == b {
		c.tour.Reverse(b, d)
	} else {
		c.tour.Reverse(d, b)
	}
}

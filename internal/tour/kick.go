package tour

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
)

// kicked is the least number of cities that a kick needs: eight ends of edges.
const kicked = 8

// kickReach is along how many cities those of a kick lie, in a tour in which not every way may be
// turned around.
const kickReach = 1000

// Walk draws four different cities for a kick, of which each lies so many steps of a random walk
// between neighbors from the one before. It reports false where there are none: in a cluster
// that a walk does not leave, or where cities are few. Word 0 says where it begins; the bytes
// that follow are its steps.
func (d *Distances) Walk(at rng.Address, steps int) (four [4]int32, ok bool) {
	cities := len(d.list) / max(d.each, 1)
	if cities < kicked {
		return four, false
	}
	var words [4]uint32
	words[0], words[1], words[2], words[3] = at.Block(0)
	city := int32(at.Bounded(words[0], 0, uint32(cities)))
	four[0] = city
	drawn := uint32(4) // bytes
	for k := 1; k < 4; {
		for range steps {
			if drawn%16 == 0 {
				words[0], words[1], words[2], words[3] = at.Block(drawn / 16)
			}
			x := words[drawn/4%4] >> (drawn % 4 * 8) & 255
			drawn++
			city = d.list[int(city)*d.each+int(x)*d.each>>8].city
		}
		if !slices.Contains(four[:k], city) {
			four[k] = city
			k++
		} else if drawn > 4096 {
			return four, false
		}
	}
	return four, true
}

// Kick changes the edges after four cities and improves the tour again around them. It reports
// whether the tour is another one now: one that would be longer is taken back.
func (o *Optimizer) Kick(four [4]int32) bool {
	if !o.together(four) {
		return false
	}
	before := o.length
	o.log, o.logging = o.log[:0], true
	o.bridge(four)
	o.Settle(func() bool { return false })
	o.logging = false
	if o.length > before {
		o.undo(0)
		o.length = before
		return false
	}
	return true
}

// together reports whether four cities lie so close together along the tour that it pays to
// change the edges after them. Those that are near in the plane often do not in a large tour, and
// a bridge between them moves all that lies between: with 200,000 cities three times as many kicks
// are made in the same time without them.
func (o *Optimizer) together(four [4]int32) bool {
	if o.n <= 2*o.reach {
		return true
	}
	p := o.places(four)
	longest := o.n - p[3] + p[0]
	for i := range 3 {
		longest = max(longest, p[i+1]-p[i])
	}
	return o.n-longest <= kickReach
}

// places are where four cities stand, in their order.
func (o *Optimizer) places(four [4]int32) (p [4]int32) {
	for i, city := range four {
		p[i] = o.place[city]
	}
	slices.Sort(p[:])
	return p
}

// bridge changes the edges after four cities: with A, B and C between them it makes C B A
// of A B C. This double bridge is what the steps of a search do not find (Martin, Otto and
// Felten 1991).
func (o *Optimizer) bridge(four [4]int32) {
	p := o.places(four)
	next := func(i int32) int32 {
		if i++; i == o.n {
			i = 0
		}
		return o.order[i]
	}
	before, a0, a1, b0 := o.order[p[0]], next(p[0]), o.order[p[1]], next(p[1])
	b1, c0, c1, behind := o.order[p[2]], next(p[2]), o.order[p[3]], next(p[3])
	o.length += o.distance(before, c0) + o.distance(c1, b0) + o.distance(b1, a0) + o.distance(a1, behind)
	o.length -= o.distance(before, a0) + o.distance(a1, b0) + o.distance(b1, c0) + o.distance(c1, behind)
	o.forward = true
	o.reverse(a0, c1)
	o.reverse(c1, c0)
	o.reverse(b1, b0)
	o.reverse(a1, a0)
	for _, city := range [8]int32{before, a0, a1, b0, b1, c0, c1, behind} {
		o.Push(city)
	}
}

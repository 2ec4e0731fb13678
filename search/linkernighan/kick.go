package linkernighan

import "slices"

// bridge changes the edges after four cities: with A, B and C between them it makes C B A
// of A B C. This double bridge is what the steps of a search do not find (Martin, Otto and
// Felten 1991).
func (o *optimizer) bridge(four [4]int32) {
	var p [4]int32
	for i, city := range four {
		p[i] = o.place[city]
	}
	slices.Sort(p[:])
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
		o.push(city)
	}
}

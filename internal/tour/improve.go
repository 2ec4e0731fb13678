package tour

// step is a way from a path to another one that ends at the base too: edges that go, and
// as many less one that come.
type step struct {
	gain           int64 // what went less what came
	kind           stepKind
	t3, t4, t5, t6 int32
}

type stepKind uint8

// The kinds of steps, by the path from the head on. The edge from the head to t3 comes; that
// from t3 to t4 goes. With three edges that from t4 to t5 comes and that from t5 to t6 goes.
const (
	noStep   stepKind = iota
	turned            // head … t4 | t3 …: the first part is turned around
	twice             // and then all up to t6
	swapped           // head … t5 | t6 … t3 | t4 …: the first two parts change places
	bothWays          // head … t6 | t5 … t3 | t4 …: each of the first two is turned around
)

// How many neighbors are looked at for the first edge to add, the second one, and those
// that follow.
const (
	firstBreadth  = 8
	secondBreadth = 5
	deepBreadth   = 5
)

// improve looks for a shorter tour that lacks an edge of a city, and reports whether it
// has made one.
func (o *Optimizer) improve(base int32) bool {
	for _, forward := range [2]bool{true, false} {
		o.forward = forward
		if o.search(base, o.after(base)) {
			return true
		}
	}
	return false
}

// search removes the edge from base to head and looks for what to add instead.
func (o *Optimizer) search(base, head int32) bool {
	removed := o.distance(base, head)
	o.base, o.origin, o.best = base, o.place[head], step{}
	for _, x := range o.nearest(head, firstBreadth) {
		gain := removed - x.distance
		if gain <= 0 {
			break
		}
		i := o.index(x.city)
		if i < 2 { // the next one, whose edge is there already
			continue
		}
		s, pays := o.searchPath(x.city, i, gain)
		if !pays && i < o.n-1 {
			s, pays = o.searchRing(x.city, i, gain)
		}
		if pays {
			o.length -= s.gain - o.distance(s.end(), base)
			o.move(head, s)
			o.Push(base)
			o.Push(head)
			o.pushStep(s)
			return true
		}
	}
	return o.best.kind != noStep && o.depth > 3 && o.deepen(head, o.best)
}

// nearest are the nearest neighbors of a city.
func (o *Optimizer) nearest(city int32, most int) []neighbor {
	from := int(city) * o.each
	return o.near[from : from+min(o.each, most)]
}

// index is how far along the path from the head a city lies, before anything is changed.
func (o *Optimizer) index(city int32) int32 {
	i := o.place[city] - o.origin
	if !o.forward {
		i = -i
	}
	if i < 0 {
		i += o.n
	}
	return i
}

// short reports whether a way through so many cities may be turned around.
func (o *Optimizer) short(count int32) bool { return count <= o.reach || o.n-count <= o.reach }

// close reports whether the way between two cities may be turned around.
func (o *Optimizer) close(a, b int32) bool {
	count := o.place[a] - o.place[b]
	return o.short(max(count, -count))
}

// end is the new head after a step.
func (s *step) end() int32 {
	if s.kind == turned {
		return s.t4
	}
	return s.t6
}

// judge reports whether a step pays when the tour is closed after it, and keeps the one
// that promises most.
func (o *Optimizer) judge(s *step, end int32) bool {
	if s.gain > o.distance(end, o.base) {
		return true
	}
	if s.gain > o.best.gain {
		o.best = *s
	}
	return false
}

// searchPath removes the edge between t3, at index i, and the city before it on the path: what
// is left is a path again.
func (o *Optimizer) searchPath(t3, i int32, gain int64) (s step, pays bool) {
	if !o.short(i) {
		return s, false
	}
	t4 := o.ahead(t3)
	gain += o.distance(t3, t4)
	s = step{gain, turned, t3, t4, 0, 0}
	if o.judge(&s, t4) {
		return s, true
	}
	for _, y := range o.nearest(t4, secondBreadth) {
		left := gain - y.distance
		if left <= 0 {
			break
		}
		t5 := y.city
		var t6 int32
		switch j := o.index(t5); {
		case j > i && o.short(j):
			t6 = o.ahead(t5)
		case j < i-2: // and shorter than i
			t6 = o.after(t5)
		default: // too far, a neighbor already, or t3, whose edge has just gone
			continue
		}
		s = step{left + o.distance(t5, t6), twice, t3, t4, t5, t6}
		if o.judge(&s, t6) {
			return s, true
		}
	}
	return s, false
}

// searchRing removes the other edge of t3: what is left is a ring from the head to t3, and a
// path behind it. An edge from the path to the ring, which is opened beside it, makes a path of
// both.
func (o *Optimizer) searchRing(t3, i int32, gain int64) (s step, pays bool) {
	t4 := o.after(t3)
	gain += o.distance(t3, t4)
	for _, y := range o.nearest(t4, secondBreadth) {
		left := gain - y.distance
		if left <= 0 {
			break
		}
		t5 := y.city
		j := o.index(t5)
		if j >= i { // not in the ring, or t3, whose edge has just gone
			continue
		}
		if !o.short(j+1) || !o.short(i-j) || !o.short(i+1) {
			continue
		}
		t6 := o.after(t5)
		s = step{left + o.distance(t5, t6), swapped, t3, t4, t5, t6}
		if o.judge(&s, t6) {
			return s, true
		}
		if j == 0 { // the edge before the head is the one that has come
			continue
		}
		t6 = o.ahead(t5)
		s = step{left + o.distance(t5, t6), bothWays, t3, t4, t5, t6}
		if o.judge(&s, t6) {
			return s, true
		}
	}
	return s, false
}

// move changes the path as a step says, and returns its new head.
func (o *Optimizer) move(head int32, s step) int32 {
	switch s.kind {
	case turned:
		o.reverse(head, s.t4)
	case twice:
		o.reverse(head, s.t4)
		o.reverse(s.t4, s.t6)
	case swapped:
		o.reverse(head, s.t5)
		o.reverse(s.t6, s.t3)
		o.reverse(s.t5, s.t6)
	case bothWays:
		o.reverse(head, s.t6)
		o.reverse(s.t5, s.t3)
	}
	return s.end()
}

// pushStep lets the cities of a step be looked at.
func (o *Optimizer) pushStep(s step) {
	o.Push(s.t3)
	o.Push(s.t4)
	if s.kind != turned {
		o.Push(s.t5)
		o.Push(s.t6)
	}
}

// deepen makes a step that does not pay by itself, and others after it as long as they
// promise something (Lin and Kernighan 1973). It takes all back if nothing pays.
func (o *Optimizer) deepen(first int32, s step) bool {
	mark, logging := len(o.log), o.logging
	o.logging = true
	o.added = append(o.added[:0], pairOf(first, s.t3))
	if s.kind != turned {
		o.added = append(o.added, pairOf(s.t4, s.t5))
	}
	gain, head := s.gain, o.move(first, s)
	for len(o.added) < o.depth {
		most, t3, t4 := o.promising(head, gain)
		if most == 0 {
			break
		}
		gain = most
		o.added = append(o.added, pairOf(head, t3))
		o.reverse(head, t4)
		head = t4
		if closed := gain - o.distance(head, o.base); closed > 0 {
			o.length -= closed
			o.Push(o.base)
			o.Push(head)
			for _, e := range o.added {
				o.Push(e[0])
				o.Push(e[1])
			}
			if o.logging = logging; !logging {
				o.log = o.log[:mark]
			}
			return true
		}
	}
	o.undo(mark)
	o.logging = logging
	return false
}

// promising is the edge from t3 to t4 that leaves most when it goes for one from the head to
// t3, and what that is.
func (o *Optimizer) promising(head int32, gain int64) (most int64, t3, t4 int32) {
	for _, x := range o.nearest(head, deepBreadth) {
		left := gain - x.distance
		if left <= 0 {
			break
		}
		to := o.ahead(x.city)
		if to == head || !o.close(head, to) { // the next one, whose edge is there already, or too far
			continue
		}
		if left += o.distance(x.city, to); left > most && !o.isAdded(x.city, to) {
			most, t3, t4 = left, x.city, to
		}
	}
	return most, t3, t4
}

func pairOf(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// isAdded reports whether an edge has come in this search: it must not go again.
func (o *Optimizer) isAdded(a, b int32) bool {
	e := pairOf(a, b)
	for _, x := range o.added {
		if x == e {
			return true
		}
	}
	return false
}

// Settle improves the tour as long as there are cities to look at, or until stop says so, and
// reports whether none is left.
func (o *Optimizer) Settle(stop func() bool) bool {
	for count := 1; o.queued > 0; count++ {
		if count%64 == 0 && stop() {
			return false
		}
		city := o.pop()
		for o.improve(city) {
		}
	}
	return true
}

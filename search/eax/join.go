package eax

import "math"

// joint is how two subtours become one: the edges (u, v) and (w, z) are exchanged for
// (u, w) and (v, z).
type joint struct {
	u, v, w, z int32
	gain       int64
}

// join makes one tour of the subtours: again and again the smallest is joined with
// another by the best exchange of two edges that its cities and their nearest allow (section 3.1, step 5).
func (x *crossing) join() {
	left := len(x.tours)
	for ; left > 1; left-- {
		small := -1
		for t := range x.tours {
			if c := x.tours[t].cities; c > 0 && (small < 0 || c < x.tours[small].cities) {
				small = t
			}
		}
		best := x.bestJoint(int32(small))
		x.exchange(best)
		into := x.tourOf[x.pathAt(x.pos[best.w])]
		t := &x.tours[small]
		for p := t.first; p >= 0; p = x.next[p] {
			x.tourOf[p] = into
		}
		x.next[x.tours[into].last] = t.first
		x.tours[into].last = t.last
		x.tours[into].cities += t.cities
		t.cities = 0
	}
}

// bestJoint is the best way to join a subtour with another.
func (x *crossing) bestJoint(t int32) joint {
	best := joint{gain: math.MinInt64}
	n := int32(x.n)
	for path := x.tours[t].first; path >= 0; path = x.next[path] {
		first, last := x.span(path)
		lo, hi := first, last // places that are known to belong to the subtour
		if last < first {
			lo, hi = first, n-1
		}
		for p := first; ; p++ {
			if p == n {
				p, lo, hi = 0, 0, last
			}
			u := x.order[p]
			near, far := x.near.of(u)
			v0, v1 := x.link[2*u], x.link[2*u+1]
			long := max(v0.far, v1.far)
			for k, w := range near {
				q := x.pos[w]
				if q >= lo && q <= hi {
					continue
				}
				z0, z1 := x.link[2*w], x.link[2*w+1]
				uw := far[k]
				if long+max(z0.far, z1.far)-uw <= best.gain || x.tourOf[x.pathAt(q)] == t {
					continue
				}
				best.take(x, joint{u, v0.to, w, z0.to, v0.far + z0.far - uw})
				best.take(x, joint{u, v0.to, w, z1.to, v0.far + z1.far - uw})
				best.take(x, joint{u, v1.to, w, z0.to, v1.far + z0.far - uw})
				best.take(x, joint{u, v1.to, w, z1.to, v1.far + z1.far - uw})
			}
			if p == last {
				break
			}
		}
	}
	if best.gain == math.MinInt64 {
		return x.anyJoint(t)
	}
	return best
}

// take keeps the better of two joints; the gain of the other lacks the length of (v, z).
func (j *joint) take(x *crossing, other joint) {
	if other.gain <= j.gain {
		return
	}
	if other.gain -= x.dist(other.v, other.z); other.gain > j.gain {
		*j = other
	}
}

// anyJoint joins a subtour, whose cities are all nearest to each other, with what follows one
// of its paths in A.
func (x *crossing) anyJoint(t int32) joint {
	best := joint{gain: math.MinInt64}
	for path := x.tours[t].first; path >= 0; path = x.next[path] {
		_, last := x.span(path)
		p := last + 1
		if p == int32(x.n) {
			p = 0
		}
		u, w := x.order[last], x.order[p]
		if x.tourOf[x.pathAt(p)] == t {
			continue
		}
		for _, v := range x.link[2*u : 2*u+2] {
			for _, z := range x.link[2*w : 2*w+2] {
				best.take(x, joint{u, v.to, w, z.to, v.far + z.far - x.dist(u, w)})
			}
		}
	}
	return best
}

// exchange joins.
func (x *crossing) exchange(j joint) {
	x.drop(j.u, j.v)
	x.drop(j.w, j.z)
	x.bring(j.u, j.w)
	x.bring(j.v, j.z)
	uw, vz := x.dist(j.u, j.w), x.dist(j.v, j.z)
	x.relink(j.u, j.v, leg{j.w, uw})
	x.relink(j.v, j.u, leg{j.z, vz})
	x.relink(j.w, j.z, leg{j.u, uw})
	x.relink(j.z, j.w, leg{j.v, vz})
	x.touched = append(x.touched, j.u, j.v, j.w, j.z)
	x.gain += j.gain
}

// inA reports whether A has an edge.
func (x *crossing) inA(u, v int32) bool { return x.a[2*u] == v || x.a[2*u+1] == v }

// drop removes an edge of the child.
func (x *crossing) drop(u, v int32) {
	if x.inA(u, v) {
		x.removed = append(x.removed, edge{u, v})
	} else {
		x.added = without(x.added, u, v)
	}
}

// bring adds an edge to the child.
func (x *crossing) bring(u, v int32) {
	if x.inA(u, v) {
		x.removed = without(x.removed, u, v)
	} else {
		x.added = append(x.added, edge{u, v})
	}
}

// without takes an edge out of a list.
func without(list []edge, u, v int32) []edge {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].is(u, v) {
			list[i] = list[len(list)-1]
			return list[:len(list)-1]
		}
	}
	return list
}

// child writes the best child, if there is one better than A.
func (x *crossing) child(order []uint16) {
	for _, e := range x.best.removed {
		x.relink(e.u, e.v, leg{to: -1})
		x.relink(e.v, e.u, leg{to: -1})
	}
	for _, e := range x.best.added {
		x.relink(e.u, -1, leg{to: e.v})
		x.relink(e.v, -1, leg{to: e.u})
	}
	before, v := x.link[0].to, int32(0)
	for i := range order {
		order[i] = uint16(v)
		next := x.link[2*v].to
		if next == before {
			next = x.link[2*v+1].to
		}
		before, v = v, next
	}
}

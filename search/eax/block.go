package eax

import "math"

// block chooses sets of AB-cycles whose edges of B lie together, by a tabu search
// (the Block2 strategy, section 3.3). The fewer cities a child has at which an edge
// of A meets one of B, the fewer subtours it falls into.
type block struct {
	passes []int32 // the cycles that pass through each city: two, or -1
	nodes  [][2]int32
	first  []int32 // of each cycle's neighbors in neighbors
	around []int32 // cycles that meet each other at a city, as often as they do

	chosen     []bool
	meets      []int32 // how often each cycle meets chosen ones
	tabu       []int32 // up to which iteration
	cand       []int32 // cycles that are chosen or meet one
	isCand     []bool
	kept       []int32 // the best choice
	boundary   int32   // cities at which chosen cycles meet others
	random     *stream
	sizes      []int32
	size, most int32
}

const (
	blockPatience = 20 // iterations without a better set
	longestTenure = 10
)

// prepare finds out which cycles meet. Where both tours have the same edges between two
// cities, it is as if these were one.
func (k *block) prepare(x *crossing) {
	n, m := x.n, x.count()
	if k.passes == nil {
		k.passes = make([]int32, 2*n)
	}
	for i := range k.passes {
		k.passes[i] = -1
	}
	for c := range m {
		for _, v := range x.of(c) {
			if k.passes[2*v] < 0 {
				k.passes[2*v] = int32(c)
			} else {
				k.passes[2*v+1] = int32(c)
			}
		}
	}
	k.nodes = k.nodes[:0]
	last := int32(-1) // the cycle at the begin of a path of common edges
	begin := 0
	// Along A, from a city with a cycle on.
	for begin < n && k.passes[2*x.order[begin]] < 0 {
		begin++
	}
	// A common path may go across the begin, so one begins behind a city at which none does.
	for i := range n + 1 {
		p := begin + i
		if p >= n {
			p -= n
		}
		v := x.order[p]
		c, d := k.passes[2*v], k.passes[2*v+1]
		switch {
		case c < 0:
		case d >= 0:
			if i < n {
				k.node(c, d)
			}
			last = -1
		case x.common(v, x.order[(p+1)%n]): // a common path begins
			last = c
		default: // or ends
			if last >= 0 {
				k.node(last, c)
			}
			last = -1
		}
	}
	k.index(m)
	k.sizes = resize(k.sizes, m)
	for c := range m {
		k.sizes[c] = int32(len(x.of(c)))
	}
	k.most = int32(len(x.walks) / 2)
	k.random = &x.random
}

// common reports whether both tours have an edge.
func (x *crossing) common(u, v int32) bool { return x.b[2*u] == v || x.b[2*u+1] == v }

func (k *block) node(c, d int32) {
	if c != d {
		k.nodes = append(k.nodes, [2]int32{c, d})
	}
}

// index lists the cycles that each meets.
func (k *block) index(m int) {
	k.first = resize(k.first, m+1)
	clear(k.first)
	for _, e := range k.nodes {
		k.first[e[0]]++
		k.first[e[1]]++
	}
	sum := int32(0)
	for c := range k.first {
		sum += k.first[c]
		k.first[c] = sum
	}
	k.around = resize(k.around, int(sum))
	for _, e := range k.nodes {
		k.first[e[0]]--
		k.around[k.first[e[0]]] = e[1]
		k.first[e[1]]--
		k.around[k.first[e[1]]] = e[0]
	}
	k.chosen, k.isCand = resize(k.chosen, m), resize(k.isCand, m)
	k.meets, k.tabu = resize(k.meets, m), resize(k.tabu, m)
	clear(k.chosen)
	clear(k.isCand)
	clear(k.meets)
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func (k *block) of(c int32) []int32 { return k.around[k.first[c]:k.first[c+1]] }

// flip adds a cycle to the choice, or takes it out.
func (k *block) flip(c int32) {
	k.boundary += k.delta(c)
	by := int32(1)
	k.size += k.sizes[c]
	if k.chosen[c] {
		by = -1
		k.size -= 2 * k.sizes[c]
	}
	k.chosen[c] = !k.chosen[c]
	k.candidate(c)
	for _, d := range k.of(c) {
		k.meets[d] += by
		k.candidate(d)
	}
}

func (k *block) candidate(c int32) {
	if !k.isCand[c] {
		k.isCand[c] = true
		k.cand = append(k.cand, c)
		k.tabu[c] = 0
	}
}

// delta is by how much the boundary grows with flip.
func (k *block) delta(c int32) int32 {
	d := int32(len(k.of(c))) - 2*k.meets[c]
	if k.chosen[c] {
		return -d
	}
	return d
}

// search is a set of cycles around one.
func (k *block) search(center int32) []int32 {
	k.cand, k.boundary, k.size = k.cand[:0], 0, 0
	k.flip(center)
	for _, d := range k.of(center) {
		if !k.chosen[d] && k.size+k.sizes[d] <= k.most && k.random.bit() == 1 {
			k.flip(d)
		}
	}
	least := int32(math.MaxInt32)
	k.keep()
	least = k.boundary
	for it, found := int32(1), int32(0); it-found <= blockPatience; it++ {
		best, delta, ties := int32(-1), int32(math.MaxInt32), 0
		for _, c := range k.cand {
			if c == center || !k.chosen[c] && k.meets[c] == 0 {
				continue
			}
			if !k.chosen[c] && k.size+k.sizes[c] > k.most {
				continue
			}
			d := k.delta(c)
			if d > delta || k.tabu[c] >= it && k.boundary+d >= least {
				continue
			}
			if d < delta {
				best, delta, ties = c, d, 1
				continue
			}
			if ties++; k.random.below(ties) == 0 {
				best = c
			}
		}
		if best < 0 {
			continue
		}
		k.flip(best)
		k.tabu[best] = it + 1 + int32(k.random.below(longestTenure))
		if k.boundary < least {
			least, found = k.boundary, it
			k.keep()
		}
	}
	for _, c := range k.cand {
		k.chosen[c], k.isCand[c], k.meets[c] = false, false, 0
	}
	return k.kept
}

// keep keeps the choice.
func (k *block) keep() {
	k.kept = k.kept[:0]
	for _, c := range k.cand {
		if k.chosen[c] {
			k.kept = append(k.kept, c)
		}
	}
}

// blocks makes up to so many children, each by a set of AB-cycles around one that is drawn.
func (x *crossing) blocks(children int, f *frequencies, aborted func() bool) {
	x.split(x.instance, &x.random, math.MaxInt)
	m := x.count()
	if m == 0 {
		return
	}
	x.block.prepare(x)
	x.centers = resize(x.centers, m)
	for i := range x.centers {
		x.centers[i] = int32(i)
	}
	for i := range min(children, m) {
		if aborted() {
			return
		}
		j := i + x.random.below(m-i)
		x.centers[i], x.centers[j] = x.centers[j], x.centers[i]
		gain := int64(0)
		set := x.block.search(x.centers[i])
		for _, c := range set {
			gain += x.gains[c]
		}
		if gain <= 0 {
			continue
		}
		x.begin()
		for _, c := range set {
			x.apply(int(c))
		}
		x.finish(f)
	}
}

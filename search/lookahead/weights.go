package lookahead

// The weight of a literal says how much is expected of making it true: g of the
// recursive weights of march (Mijnders, de Wilde, Heule: Symbiosis of Search and
// Heuristics for Random 3-SAT, 2010),
//
//	g'(l) = 1/10 + α Σ g(u)/μ over (¬l ∨ u) + Σ g(u)g(v)/μ² over (¬l ∨ u ∨ v),
//
// with μ the mean of g, in fixed point, and at most 20.
const (
	one         = 256 // the weight 1
	leastWeight = one / 10
	mostWeight  = 20 * one
	firstRounds = 5 // at the root; a node needs one, from its parent's weights
	// heldWeights is how many weights of nodes on the path are held; deeper
	// nodes begin with those of the last one that has its own.
	heldWeights = 1 << 24
)

// weigh recomputes the weights of the open literals from those given.
func (k *worker) weigh(from []uint32) {
	sum, open := uint64(0), uint64(0)
	for v := range uint32(k.vars) {
		if k.free(v) {
			sum += uint64(from[2*v]) + uint64(from[2*v+1])
			open += 2
		}
	}
	mean := max(sum/max(open, 1), 1)
	square := mean * mean
	to := k.weight
	for v := range uint32(k.vars) {
		if v%4096 == 4095 && k.stop.Load() {
			return // whatever comes of it
		}
		if !k.free(v) {
			continue
		}
		for l := 2 * v; l < 2*v+2; l++ {
			two, three := uint64(0), uint64(0)
			for _, u := range k.two(l) {
				if k.value[u>>1] < real {
					two += uint64(from[u])
				}
			}
			for _, c := range k.three(l) {
				three += uint64(from[c.u]) * uint64(from[c.v])
			}
			to[l] = uint32(min(leastWeight+two*alpha*one/(10*mean)+three*one/square, mostWeight))
		}
	}
}

// weighNode makes the weights of a node on the path, and holds them.
func (k *worker) weighNode(depth int, again bool) {
	held := max(heldWeights/(2*max(k.vars, 1)), 1)
	if depth == 0 && !again {
		from := k.level(0)
		for l := range from {
			from[l] = one
		}
		for range firstRounds {
			k.weigh(from)
			copy(from, k.weight)
		}
		return
	}
	from := k.level(min(max(depth-1, 0), held-1))
	k.weigh(from)
	if depth < held {
		copy(k.level(depth), k.weight)
	}
}

// level is the weights held for a depth.
func (k *worker) level(depth int) []uint32 {
	for len(k.held) <= depth {
		k.held = append(k.held, make([]uint32, 2*k.vars))
	}
	return k.held[depth]
}

// preselect chooses the variables to look at: those with the largest product of
// the weights of their literals.
func (k *worker) preselect(depth int) {
	k.chosen = k.chosen[:0]
	for v := range uint32(k.vars) {
		if k.free(v) && k.lists[2*v].busy()|k.lists[2*v+1].busy() != 0 {
			k.rank[v] = uint64(k.weight[2*v]) * uint64(k.weight[2*v+1])
			k.chosen = append(k.chosen, v)
		}
	}
	most := mostVars
	if depth += k.cubed; depth > 0 {
		most = min(most, max(leastVars, sharedVars/depth))
	}
	if len(k.chosen) > most {
		k.sift(most)
		k.chosen = k.chosen[:most]
	}
}

// sift brings the so many variables of the highest rank to the front, by
// Hoare's selection; of equal ones the lower variable is the better.
func (k *worker) sift(most int) {
	c, r := k.chosen, k.rank
	before := func(a, b uint32) bool { return r[a] > r[b] || r[a] == r[b] && a < b }
	for low, high := 0, len(c); high-low > 1; {
		middle := c[(low+high)/2]
		i, j := low, high-1
		for i <= j {
			for before(c[i], middle) {
				i++
			}
			for before(middle, c[j]) {
				j--
			}
			if i <= j {
				c[i], c[j] = c[j], c[i]
				i++
				j--
			}
		}
		switch {
		case most <= j:
			high = j + 1
		case most >= i:
			low = i
		default:
			return
		}
	}
}

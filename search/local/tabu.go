package local

// The constants of tabu search; see weighting.go.
const (
	tenure      = 10         // flips for which a variable rests, and
	tenureShare = 25         // a share of the variables more, and
	tenureDrawn = 10         // up to so many more at random
	scanned     = 10_000     // variables up to which every flip looks at all of them
	scanBlock   = 256        // else at a block of so many
	scanShare   = 50         // where the tenure is this share
	rested      = -(1 << 40) // until when a variable rests that has not been flipped
)

// tabu is a walk for formulas without hard clauses: it flips the variable that
// gains most, for better or worse, and lets it rest.
type tabu struct {
	footing
	gain  []int64 // in cost, of flipping each variable
	until []int64 // the last flip for which it rests
	least int64   // cost so far
}

func newTabu(g *ground, seed uint64) *tabu {
	t := &tabu{footing: newFooting(g), gain: make([]int64, g.vars), until: make([]int64, g.vars)}
	for v := range t.until {
		t.until[v] = rested
	}
	t.scatter(seed, 0)
	t.resume()
	return t
}

// resume finds all that follows from the assignment. The lists of false clauses
// are not kept.
func (t *tabu) resume() {
	t.settle()
	t.above.clauses, t.below.clauses = t.above.clauses[:0], t.below.clauses[:0]
	clear(t.gain)
	for c, k := range t.count {
		switch k {
		case 0:
			for _, l := range t.ground.Clause(c) {
				t.gain[l>>1] += t.ground.weight[c]
			}
		case 1:
			t.gain[t.crit[c]] -= t.ground.weight[c]
		}
	}
}

func (t *tabu) flip(v uint32) {
	old := t.gain[v]
	rising, falling := t.literals(v)
	t.value[v] ^= 1
	weight := t.ground.weight
	for _, c := range t.ground.Occurrences(rising) {
		k, u := t.count[c], t.crit[c]
		t.count[c], t.crit[c] = k+1, u^v
		switch k {
		case 0:
			t.cost -= weight[c]
			for _, l := range t.ground.Clause(int(c)) {
				t.gain[l>>1] -= weight[c]
			}
		case 1:
			t.gain[u] += weight[c]
		}
	}
	for _, c := range t.ground.Occurrences(falling) {
		k, u := t.count[c], t.crit[c]^v
		t.count[c], t.crit[c] = k-1, u
		switch k {
		case 1:
			t.cost += weight[c]
			for _, l := range t.ground.Clause(int(c)) {
				t.gain[l>>1] += weight[c]
			}
		case 2:
			t.gain[u] -= weight[c]
		}
	}
	t.gain[v] = -old
}

// advance makes flip number at from its random words.
func (t *tabu) advance(x0, x1, x2, _ uint32, at int64) (uint32, bool) {
	n := t.ground.vars
	lo, hi, share := 0, n, tenureShare
	if n > scanned {
		blocks := (n + scanBlock - 1) / scanBlock
		lo = draw(x2, blocks) * scanBlock
		hi, share = min(n, lo+scanBlock), scanShare
	}
	v, ok := t.choose(lo, hi, x0, at)
	if !ok {
		v = uint32(draw(x1, n))
	}
	t.flip(v)
	t.until[v] = at + tenure + int64(n/share) + int64(draw(x1, tenureDrawn))
	t.least = min(t.least, t.cost)
	return v, false
}

// choose is the variable from lo to hi-1 that gains most among those that do
// not rest or would lead to a new best.
func (t *tabu) choose(lo, hi int, x uint32, at int64) (v uint32, ok bool) {
	most := int64(0)
	enough := t.cost - t.least // a gain above this is a new best
	until := t.until[lo:hi]
	for i, g := range t.gain[lo:hi] {
		if ok && g < most || until[i] >= at && g <= enough {
			continue
		}
		if u := uint32(lo + i); !ok || g > most || tie(u, x) > tie(v, x) {
			v, most, ok = u, g, true
		}
	}
	return v, ok
}

// improved begins to follow the least cost with that of the first assignment.
func (t *tabu) improved(at int64) {
	if at == 0 {
		t.least = t.cost
	}
}

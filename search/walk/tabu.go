package walk

import (
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
)

// The constants of tabu search; see weighting.go.
const (
	tenure      = 10         // flips for which a variable is tabu, and
	tenureShare = 25         // a share of the variables more, and
	tenureRange = 10         // up to so many more at random
	scanned     = 10_000     // variables up to which every flip looks at all of them
	scanBlock   = 256        // else at a block of so many
	scanShare   = 50         // where the tenure is this share
	neverTabu   = -(1 << 40) // until when a variable is tabu that has not been flipped
)

// tabu is a walk for formulas without hard clauses: it flips the variable that
// gains most, for better or worse, and makes it tabu.
type tabu struct {
	assignment
	gain  []int64 // in cost, of flipping each variable
	until []int64 // the last flip for which it is tabu
	least int64   // cost so far
}

func newTabu(f *formula) walker {
	return &tabu{assignment: newAssignment(f), gain: hugeSlice[int64](f.vars), until: hugeSlice[int64](f.vars)}
}

func (t *tabu) begin(seed uint64) {
	for v := range t.until {
		t.until[v] = neverTabu
	}
	t.randomize(seed, 0)
	t.resume()
}

// resume finds all that follows from the assignment. The lists of false clauses
// are not kept.
func (t *tabu) resume() {
	t.recount()
	t.falseHard, t.falseSoft = t.falseHard[:0], t.falseSoft[:0]
	clear(t.gain)
	for c, k := range t.clauses {
		switch k.count() {
		case 0:
			t.clauses[c] = 0
			for _, l := range t.formula.Clause(c) {
				t.gain[l>>1] += t.formula.weight[c]
			}
		case 1:
			t.gain[k.which()] -= t.formula.weight[c]
		}
	}
}

func (t *tabu) flip(v uint32) {
	rising, falling, more, fewer := t.gather(v)
	t.value[v] ^= 1
	g, gain, clauses := t.formula, t.gain, t.clauses
	old := gain[v]
	more = more[:len(rising)]
	for i, c := range rising {
		k := more[i]
		clauses[c] = k.more(v)
		switch k.count() {
		case 0:
			d := g.weigh(c)
			t.cost -= d
			for _, l := range g.clause(c) {
				gain[l>>1] -= d
			}
		case 1:
			gain[k.which()] += g.weigh(c)
		}
	}
	fewer = fewer[:len(falling)]
	for i, c := range falling {
		k := fewer[i].fewer(v)
		clauses[c] = k
		switch k.count() {
		case 0:
			d := g.weigh(c)
			t.cost += d
			for _, l := range g.clause(c) {
				gain[l>>1] += d
			}
		case 1:
			gain[k.which()] -= g.weigh(c)
		}
	}
	gain[v] = -old
}

// advance makes flip number at from its random words.
func (t *tabu) advance(x0, x1, x2, _ uint32, at int64) (uint32, bool) {
	n := t.formula.vars
	lo, hi, share := 0, n, tenureShare
	if n > scanned {
		blocks := (n + scanBlock - 1) / scanBlock
		lo = rng.Below(x2, blocks) * scanBlock
		hi, share = min(n, lo+scanBlock), scanShare
	}
	v, ok := t.choose(lo, hi, x0, at)
	if !ok {
		v = uint32(rng.Below(x1, n))
	}
	t.flip(v)
	t.until[v] = at + tenure + int64(n/share) + int64(rng.Below(x1, tenureRange))
	t.least = min(t.least, t.cost)
	return v, false
}

// choose is the variable from lo to hi-1 that gains most among those that are
// not tabu or would lead to a new best.
func (t *tabu) choose(lo, hi int, x uint32, at int64) (v uint32, ok bool) {
	most := int64(math.MinInt64)
	enough := t.cost - t.least // a gain above this is a new best
	first := uint32(0)
	gain := t.gain[lo:hi]
	until := t.until[lo:hi][:len(gain)]
	for i, g := range gain {
		if g < most {
			continue
		}
		u := uint32(lo + i)
		if k := tie(u, x); (g > most || k > first) && (until[i] < at || g > enough) {
			v, most, first = u, g, k
		}
	}
	return v, most > math.MinInt64
}

// improved begins to follow the least cost with that of the first assignment.
func (t *tabu) improved(at int64) {
	if at == 0 {
		t.least = t.cost
	}
}

func (t *tabu) words() []uint64 { return appendInts([]uint64{uint64(t.least)}, t.until) }

func (t *tabu) setWords(words []uint64) {
	t.least = int64(words[0])
	toInts(t.until, words[1:])
}

func (t *tabu) toDevice(head []uint64) []uint64 {
	head[walkLeast] = uint64(t.least)
	return appendInts(nil, t.gain, t.until)
}

func (t *tabu) fromDevice(head, words []uint64) {
	t.least = int64(head[walkLeast])
	toInts(t.until, words[len(t.gain):])
}

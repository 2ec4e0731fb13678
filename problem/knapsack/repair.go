package knapsack

import (
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
)

// block is how many neighboring places of a walk share their smallest weights.
const block = 64

// walk is what repair needs to know. Repair takes items out until the rest is
// feasible, then puts in whatever fits (Chu and Beasley 1998): in greedy repair
// from the worst item and from the best item on; in random repair in index
// order, cyclically, from two random places. Index repair goes in index order
// and puts items in until the first does not fit (Han and Kim 2000).
type walk struct {
	m       int
	way     constraint
	order   []int32 // greedy: items from best to worst; else nil, place k is item k
	weights []int64 // of place k in constraint i at k·m + i, divided by its scale
	// The smallest weight of each block of places, and of it and all blocks after
	// it: what does not fit them need not be tried.
	least    []int64
	leastEnd []int64
	// places turns a genome into the bits of its places, a byte at a time:
	// [byte][value][word]. nil where it would be large; places are then looked up
	// one by one.
	places []uint64
}

// maxPlaces is the largest such table, in bytes: 512 items.
const maxPlaces = 1 << 20

func newWalk(inst *Instance, t *packing, c constraint) *walk {
	r := &walk{m: t.m, way: c}
	if c == greedyRepair {
		r.order = efficiencyOrder(inst)
	}
	if words := (t.n + 63) / 64; r.order != nil && words*words*8*256*8 <= maxPlaces {
		r.tabulatePlaces(words)
	}
	r.weights = make([]int64, t.n*t.m)
	for i, row := range inst.Weights {
		for k := range row {
			r.weights[k*t.m+i] = row[r.item(k)] / t.scale[i]
		}
	}
	blocks := (t.n + block - 1) / block
	r.least = make([]int64, blocks*t.m)
	for b := range r.least {
		r.least[b] = math.MaxInt64
	}
	for k := range t.n {
		for i := range t.m {
			b := k/block*t.m + i
			r.least[b] = min(r.least[b], r.weights[k*t.m+i])
		}
	}
	r.leastEnd = append([]int64(nil), r.least...)
	for b := len(r.leastEnd) - t.m - 1; b >= 0; b-- {
		r.leastEnd[b] = min(r.leastEnd[b], r.leastEnd[b+t.m])
	}
	return r
}

// tabulatePlaces fills places.
func (r *walk) tabulatePlaces(words int) {
	r.places = make([]uint64, words*8*256*words)
	for k, j := range r.order {
		for v := range 256 {
			if v>>(j&7)&1 != 0 {
				r.places[(int(j>>3)*256+v)*words+k>>6] |= 1 << (k & 63)
			}
		}
	}
}

// sorted sets out to the bits of a genome's places.
func (r *walk) sorted(genes, out []uint64) {
	clear(out)
	o := 0
	for _, x := range genes {
		for range 8 {
			for w, v := range r.places[o+int(x&255)*len(out):][:len(out)] {
				out[w] |= v
			}
			x >>= 8
			o += 256 * len(out)
		}
	}
}

// item is the item at place k.
func (r *walk) item(k int) int {
	if r.order == nil {
		return k
	}
	return int(r.order[k])
}

// Repair makes a genome feasible and full: no item that it lacks would fit, or in
// index repair not the first one.
func (p *repaired) Repair(g problem.Genome, at problem.Random) {
	var slackSpace [16]int64
	var sumSpace [16]uint64
	slack, sum := slackSpace[:], sumSpace[:]
	if m := p.packed.m; m >= len(slackSpace) {
		slack, sum = make([]int64, m), make([]uint64, m+1)
	}
	slack, sum = slack[:p.packed.m], sum[:p.packed.planes]
	p.tables.add(g.Bits, sum)
	feasible := true
	for i, room := range p.packed.room {
		slack[i] = room - p.packed.field(sum, i+1)
		feasible = feasible && slack[i] >= 0
	}
	r := p.walk
	if r.way == indexRepair {
		if !feasible {
			r.dropFrom(g.Bits, slack, 0)
		}
		r.addInOrder(g.Bits, slack)
		return
	}
	if r.way == randomRepair {
		n := uint32(p.packed.n)
		x0, x1, _, _ := at.Block(0)
		if !feasible {
			r.dropFrom(g.Bits, slack, int(at.Bounded(x0, 0, n)))
		}
		r.addRandom(g.Bits, slack, int(at.Bounded(x1, 1, n)))
		return
	}
	if r.places != nil {
		var space [8]uint64
		places := space[:len(g.Bits)]
		r.sorted(g.Bits, places)
		if !feasible {
			r.dropPlaces(g.Bits, places, slack)
		}
		r.addPlaces(g.Bits, places, slack)
		return
	}
	if !feasible {
		r.dropWorst(g.Bits, slack)
	}
	r.addBest(g.Bits, slack)
}

// dropPlaces is dropWorst on the bits of the places.
func (r *walk) dropPlaces(genes, places []uint64, slack []int64) {
	for w := len(places) - 1; w >= 0; w-- {
		for places[w] != 0 {
			bit := 63 - bits.LeadingZeros64(places[w])
			places[w] &^= 1 << bit
			k := w<<6 + bit
			j := r.order[k]
			genes[j>>6] &^= 1 << (j & 63)
			if give(slack, r.weights[k*len(slack):]) {
				return
			}
		}
	}
}

// addPlaces is addBest on the bits of the places.
func (r *walk) addPlaces(genes, places []uint64, slack []int64) {
	m := len(slack)
	for w, chosen := range places {
		if !fits(slack, r.leastEnd[w*m:]) {
			return
		}
		if !fits(slack, r.least[w*m:]) {
			continue
		}
		x := ^chosen
		if rest := len(r.order) - w<<6; rest < 64 {
			x &= 1<<rest - 1
		}
		for ; x != 0; x &= x - 1 {
			k := w<<6 + bits.TrailingZeros64(x)
			if weights := r.weights[k*m:]; fits(slack, weights) {
				j := r.order[k]
				genes[j>>6] |= 1 << (j & 63)
				take(slack, weights)
			}
		}
	}
}

// dropWorst removes items from the worst on until none of the slacks is
// negative.
func (r *walk) dropWorst(genes []uint64, slack []int64) {
	for k := len(r.order) - 1; k >= 0; k-- {
		j := r.order[k]
		if genes[j>>6]>>(j&63)&1 != 0 {
			genes[j>>6] &^= 1 << (j & 63)
			if give(slack, r.weights[k*len(slack):]) {
				return
			}
		}
	}
}

// give returns an item's weights to the slacks and reports whether none is
// negative now.
func give(slack, weights []int64) bool {
	low := int64(0)
	for i, w := range weights[:len(slack)] {
		slack[i] += w
		low |= slack[i] // negative as soon as one is
	}
	return low >= 0
}

// fits reports whether weights stay within the slacks.
func fits(slack, weights []int64) bool {
	for i, w := range weights[:len(slack)] {
		if w > slack[i] {
			return false
		}
	}
	return true
}

// take subtracts an item's weights from the slacks.
func take(slack, weights []int64) {
	for i, w := range weights[:len(slack)] {
		slack[i] -= w
	}
}

// addBest puts in every item that fits, from the best on.
func (r *walk) addBest(genes []uint64, slack []int64) {
	m := len(slack)
	for b := 0; b*m < len(r.least); b++ {
		if !fits(slack, r.leastEnd[b*m:]) {
			return
		}
		if !fits(slack, r.least[b*m:]) {
			continue
		}
		lo, hi := b*block, min((b+1)*block, len(r.order))
		weights := r.weights[lo*m : hi*m]
		for k, j := range r.order[lo:hi] {
			if genes[j>>6]>>(j&63)&1 == 0 && fits(slack, weights[k*m:]) {
				genes[j>>6] |= 1 << (j & 63)
				take(slack, weights[k*m:])
			}
		}
	}
}

// dropFrom removes items in index order, cyclically from start on, until
// none of the slacks is negative.
func (r *walk) dropFrom(genes []uint64, slack []int64, start int) {
	for _, part := range r.cycle(len(genes), start) {
		for w := part.lo; w < part.hi; w++ {
			for x := genes[w] & part.mask(w); x != 0; x &= x - 1 {
				bit := bits.TrailingZeros64(x)
				genes[w] &^= 1 << bit
				if give(slack, r.weights[(w<<6+bit)*len(slack):]) {
					return
				}
			}
		}
	}
}

// addRandom puts in every item that fits, in index order, cyclically from
// start on.
func (r *walk) addRandom(genes []uint64, slack []int64, start int) {
	m := len(slack)
	n := len(r.weights) / m
	for _, part := range r.cycle(len(genes), start) {
		for w := part.lo; w < part.hi; w++ {
			if !fits(slack, r.least[w*m:]) {
				continue
			}
			x := ^genes[w] & part.mask(w)
			if rest := n - w<<6; rest < 64 {
				x &= 1<<rest - 1
			}
			for ; x != 0; x &= x - 1 {
				bit := bits.TrailingZeros64(x)
				if weights := r.weights[(w<<6+bit)*m:]; fits(slack, weights) {
					genes[w] |= 1 << bit
					take(slack, weights)
				}
			}
		}
	}
}

// addInOrder puts items in, in index order, until the first does not fit.
func (r *walk) addInOrder(genes []uint64, slack []int64) {
	m := len(slack)
	n := len(r.weights) / m
	for w := range genes {
		x := ^genes[w]
		if rest := n - w<<6; rest < 64 {
			x &= 1<<rest - 1
		}
		for ; x != 0; x &= x - 1 {
			bit := bits.TrailingZeros64(x)
			weights := r.weights[(w<<6+bit)*m:]
			if !fits(slack, weights) {
				return
			}
			genes[w] |= 1 << bit
			take(slack, weights)
		}
	}
}

// part is a run of words of which the first and the last may count in part.
type part struct {
	lo, hi      int // words lo to hi-1
	first, last uint64
}

// mask has the bits of word w that belong to the part.
func (p part) mask(w int) uint64 {
	x := uint64(math.MaxUint64)
	if w == p.lo {
		x &= p.first
	}
	if w == p.hi-1 {
		x &= p.last
	}
	return x
}

// cycle is all bits of so many words from place start on, cyclically.
func (r *walk) cycle(words, start int) [2]part {
	w, below := start>>6, uint64(1)<<(start&63)-1
	return [2]part{
		{w, words, ^below, math.MaxUint64},
		{0, w + 1, math.MaxUint64, below},
	}
}

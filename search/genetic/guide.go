package genetic

import "github.com/warbler-opt/warbler/internal/population"

// hint is what the guide knows of a bucket: in its low half the member at the
// start, above the places within the bucket where the next two begin, in
// quanta of 2^-16 of it, or noQuantum behind the end. Four of five searches end
// there, with one cache miss instead of two.
type hint uint64

const noQuantum = 1<<16 - 1

// member is the member at a quantum of the bucket, or the one to search from
// and a 1 where the quantum is not enough to tell.
func (h hint) member(q uint32) (i, miss uint32) {
	next, after := uint32(h>>32)&0xFFFF, uint32(h>>48)
	past := (next - q) >> 31          // q > next
	same := (next ^ q - 1) >> 31      // q == next
	miss = same | (1 - (q-after)>>31) // or q >= after
	return uint32(h) + past&(1-miss), miss
}

// quantum is where a position lies in its bucket.
func (w *wheel) quantum(r uint64) uint32 { return uint32(r << (64 - w.shift) >> 48) }

// at is the member whose share of the wheel holds position r.
func (w *wheel) at(r uint64) uint32 { return w.from(uint32(w.guide[r>>w.shift]), r) }

// from finds the member at position r, where i is the member at the start of
// its bucket. Most buckets have a few members; a few may have most.
func (w *wheel) from(i uint32, r uint64) uint32 {
	for range 4 {
		if w.prefix[i+1] > r {
			return i
		}
		i++
	}
	lo, hi := i, uint32(w.guide[r>>w.shift+1])+1 // prefix[lo] <= r < prefix[hi]
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; w.prefix[mid] <= r {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// wheelPart is how many members of a wheel are weighed by one task.
const wheelPart = 512

// weigh makes the prefix sums of the weights and the guide to them. With
// parallel, parts of the wheel are weighed from 0 on at the same time, and then moved.
func (w *wheel) weigh(parallel population.ParallelFor) {
	n, scale := len(w.scores), w.scaler()
	if parallel == nil {
		w.prefix[n] = w.weighPart(scale, 0, n)
		w.makeGuide()
		return
	}
	parts := (n + wheelPart - 1) / wheelPart
	each := func(do func(k, lo, hi int)) {
		parallel(parts, func(_, k int) { do(k, k*wheelPart, min((k+1)*wheelPart, n)) })
	}
	starts := make([]uint64, parts+1)
	each(func(k, lo, hi int) { starts[k+1] = w.weighPart(scale, lo, hi) })
	for k := range parts {
		starts[k+1] += starts[k]
	}
	w.prefix[n] = starts[parts]
	w.setShift()
	each(func(k, lo, hi int) {
		for i := lo; i < hi; i++ {
			w.prefix[i] += starts[k]
		}
		w.hints(lo, max(lo, hi-2)) // those of the last two look into the next part
	})
	for k := 1; k <= parts; k++ {
		hi := min(k*wheelPart, n)
		w.hints(max(hi-2, (k-1)*wheelPart), hi)
	}
	w.endGuide()
}

// weighPart makes the prefix sums of the members lo to hi-1 and returns their sum.
func (w *wheel) weighPart(scale scaler, lo, hi int) uint64 {
	total := uint64(0)
	prefix, scores := w.prefix[lo:hi], w.scores[lo:hi]
	if scale.plain() { // a loop of its own: it is a tenth of a generation
		worst, shift := uint64(scale.worst), scale.shift&63
		for i := range scores {
			prefix[i] = total
			total += (uint64(scores[i]) - worst) >> shift
		}
		return total
	}
	for i, s := range scores {
		prefix[i] = total
		total += scale.weight(s)
	}
	return total
}

// makeGuide makes a hint for every bucket of 2^shift positions on the wheel,
// and one with the last member behind the last bucket.
func (w *wheel) makeGuide() {
	w.setShift()
	w.hints(0, len(w.scores))
	w.endGuide()
}

// setShift makes buckets as wide as a member on average, or up to twice that.
func (w *wheel) setShift() {
	n := len(w.scores)
	for w.shift = 0; w.prefix[n]>>w.shift >= uint64(n); w.shift++ {
	}
}

// hints makes those of the buckets that begin with the members lo to hi-1. Which
// member begins where is as good as random, so nothing branches on it: members
// put themselves where they first may begin a bucket, later ones over earlier ones,
// and buckets that nobody has taken have the member of the one before.
func (w *wheel) hints(lo, hi int) {
	if lo >= hi {
		return
	}
	shift := w.shift & 63
	round := uint64(1)<<shift - 1
	first, end := (w.prefix[lo]+round)>>shift, (w.prefix[hi]+round)>>shift
	guide := w.guide[first:end]
	clear(guide)
	for i, x := range w.prefix[lo:hi] {
		if b := (x+round)>>shift - first; b < uint64(len(guide)) {
			guide[b] = hint(lo + i)
		}
	}
	n := len(w.scores)
	i := hint(lo)
	for k := range guide {
		i = max(i, guide[k])
		start := (first + uint64(k)) << shift
		next := w.quantumFrom(w.prefix[i+1] - start)
		after := w.quantumFrom(w.prefix[min(int(i)+2, n)] - start)
		guide[k] = i | next<<32 | after<<48
	}
}

// quantumFrom is the quantum so far from the start of a bucket, or noQuantum.
func (w *wheel) quantumFrom(x uint64) hint {
	return hint(min(min(x, 1<<(w.shift&63))<<16>>(w.shift&63), noQuantum)) // as far as 2^55: one member may have all
}

// endGuide puts the last member behind the last bucket.
func (w *wheel) endGuide() {
	n := len(w.scores)
	w.guide[(w.prefix[n]+1<<w.shift-1)>>w.shift] = hint(n - 1)
}

package genetic

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

// makeGuide makes a hint for every bucket of 2^shift positions on the wheel,
// and one with the last member behind the last bucket.
func (w *wheel) makeGuide() {
	n := len(w.scores)
	total := w.prefix[n]
	for w.shift = 0; total>>w.shift >= uint64(n); w.shift++ {
	}
	i, b := uint32(0), uint64(0)
	for ; b<<w.shift < total; b++ {
		for w.prefix[i+1] <= b<<w.shift {
			i++
		}
		next, after := uint32(noQuantum), uint32(noQuantum)
		if x := w.prefix[i+1]; x>>w.shift == b {
			next = w.quantum(x)
			if int(i)+2 <= n && w.prefix[i+2]>>w.shift == b {
				after = w.quantum(w.prefix[i+2])
			}
		}
		w.guide[b] = hint(i) | hint(next)<<32 | hint(after)<<48
	}
	w.guide[b] = hint(n - 1)
}

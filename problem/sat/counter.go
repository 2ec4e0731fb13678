package sat

import "github.com/warbler-opt/warbler/internal/bitslice"

// counter counts set bits in each of 64 lanes: a number per lane, stored
// upright, plane i having the bits of value 2^i. Sixteen words are added at
// once through a tree of carry-save adders, as Harley and Seal count bits.
type counter struct {
	planes [64]uint64 // 32 are used; the others make it square
	used   bool       // something was added
}

// ripple adds a word whose bits have the value 2^i.
func (n *counter) ripple(x uint64, i int) {
	n.used = true
	for ; x != 0; i++ {
		n.planes[i], x = n.planes[i]^x, n.planes[i]&x
	}
}

// save adds three words: the sum has their value, the carry twice that.
func save(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// add adds sixteen words.
func (n *counter) add(x *[16]uint64) {
	ones, twos, fours, eights := n.planes[0], n.planes[1], n.planes[2], n.planes[3]
	var t0, t1, f0, f1, e0, e1, sixteens uint64
	ones, t0 = save(ones, x[0], x[1])
	ones, t1 = save(ones, x[2], x[3])
	twos, f0 = save(twos, t0, t1)
	ones, t0 = save(ones, x[4], x[5])
	ones, t1 = save(ones, x[6], x[7])
	twos, f1 = save(twos, t0, t1)
	fours, e0 = save(fours, f0, f1)
	ones, t0 = save(ones, x[8], x[9])
	ones, t1 = save(ones, x[10], x[11])
	twos, f0 = save(twos, t0, t1)
	ones, t0 = save(ones, x[12], x[13])
	ones, t1 = save(ones, x[14], x[15])
	twos, f1 = save(twos, t0, t1)
	fours, e1 = save(fours, f0, f1)
	eights, sixteens = save(eights, e0, e1)
	n.planes[0], n.planes[1], n.planes[2], n.planes[3] = ones, twos, fours, eights
	n.ripple(sixteens, 4)
}

// lanes is the number of each lane. The counter is spent then.
func (n *counter) lanes() *[64]uint64 {
	if n.used {
		bitslice.Transpose(&n.planes)
	}
	return &n.planes
}

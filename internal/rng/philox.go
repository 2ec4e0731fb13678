package rng

// The round and key-schedule constants of Philox4x32, from the paper.
const (
	philoxM0 = 0xD2511F53
	philoxM1 = 0xCD9E8D57
	philoxW0 = 0x9E3779B9
	philoxW1 = 0xBB67AE85
)

// Philox returns the block of random words that Philox4x32-10 assigns to a
// counter (c0 to c3) under a key (k0, k1).
//
// Two rounds a turn, so that products change names instead of registers, and
// words 0 and 2 held in 64 bits, so that no multiplication waits for a zero
// extension: 11 ns where the plain loop takes 15. All ten rounds unrolled are
// slower again, for the compiler then computes every round key first and
// spills them.
func Philox(c0, c1, c2, c3, k0, k1 uint32) (x0, x1, x2, x3 uint32) {
	a, b := uint64(c0), uint64(c2)
	q1, q0 := uint64(c1), uint64(c3)
	for range 5 {
		p0, p1 := a*philoxM0, b*philoxM1
		a, b = p1>>32^uint64(uint32(q1)^k0), p0>>32^uint64(uint32(q0)^k1)
		k0 += philoxW0
		k1 += philoxW1
		q0, q1 = a*philoxM0, b*philoxM1
		a, b = q1>>32^uint64(uint32(p1)^k0), q0>>32^uint64(uint32(p0)^k1)
		k0 += philoxW0
		k1 += philoxW1
	}
	return uint32(a), uint32(q1), uint32(b), uint32(q0)
}

// planes holds four neighboring blocks as 64-lane words: words 0 and 1 of
// block i in [i], words 2 and 3 in [4+i].
type planes [8]uint64

// philox4Go is philox4 in portable Go: two pairs of blocks, each pair
// interleaved. Four at once do not fit into sixteen registers.
func philox4Go(out *planes, c0, c1, c2, c3, k0, k1 uint32) {
	out[0], out[4], out[1], out[5] = philox2(c0, c1, c2, c3, k0, k1)
	out[2], out[6], out[3], out[7] = philox2(c0+2, c1, c2, c3, k0, k1)
}

// philox2 returns the blocks of counters c0 and c0 + 1.
func philox2(c0, c1, c2, c3, k0, k1 uint32) (x01, x23, y01, y23 uint64) {
	a, b := uint64(c0), uint64(c2)
	q1, q0 := uint64(c1), uint64(c3)
	d, e := uint64(c0+1), uint64(c2)
	s1, s0 := uint64(c1), uint64(c3)
	for range 5 {
		p0, p1 := a*philoxM0, b*philoxM1
		r0, r1 := d*philoxM0, e*philoxM1
		a, b = p1>>32^uint64(uint32(q1)^k0), p0>>32^uint64(uint32(q0)^k1)
		d, e = r1>>32^uint64(uint32(s1)^k0), r0>>32^uint64(uint32(s0)^k1)
		k0 += philoxW0
		k1 += philoxW1
		q0, q1 = a*philoxM0, b*philoxM1
		s0, s1 = d*philoxM0, e*philoxM1
		a, b = q1>>32^uint64(uint32(p1)^k0), q0>>32^uint64(uint32(p0)^k1)
		d, e = s1>>32^uint64(uint32(r1)^k0), s0>>32^uint64(uint32(r0)^k1)
		k0 += philoxW0
		k1 += philoxW1
	}
	return q1<<32 | a, q0<<32 | b, s1<<32 | d, s0<<32 | e
}

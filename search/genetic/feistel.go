package genetic

// feistel is a random permutation of 0 … n-1 that can be asked for one place
// at a time: a Feistel network over the next even power of two, and a walk along
// its cycle until a place below n is met.
type feistel struct {
	n      uint32
	half   uint32 // bits of one half
	rounds uint32
	k      [2]uint32
}

func newFeistel(n, k0, k1 uint32) feistel {
	f := feistel{n: n, half: 1, k: [2]uint32{k0, k1}}
	for uint64(1)<<(2*f.half) < uint64(n) {
		f.half++
	}
	if f.rounds = 6; f.half < 4 { // with few bits it takes more until all permutations are alike
		f.rounds = 16
	}
	return f
}

func (f feistel) at(i uint32) uint32 {
	mask := uint32(1)<<f.half - 1
	for {
		l, r := i>>f.half, i&mask
		for round := range f.rounds {
			// a multiply-xor-shift mix of the half, the key and the round
			x := (r ^ f.k[round&1]) + round*0x9E3779B9
			x = (x ^ x>>16) * 0x7FEB352D
			x = (x ^ x>>15) * 0x846CA68B
			x ^= x >> 16
			l, r = r, l^(x&mask)
		}
		i = l<<f.half | r
		if i < f.n {
			return i
		}
	}
}

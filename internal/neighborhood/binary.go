package neighborhood

// Flips are the neighbors of a binary code at Hamming distance 1.
type Flips struct{ N int } // N bits

// Size is N.
func (f Flips) Size() uint64 { return uint64(f.N) }

// At is the bit that a move flips: its index.
func (f Flips) At(index uint64) (i int) { return int(index) }

// Index is the number of the move that flips bit i.
func (f Flips) Index(i int) uint64 { return uint64(i) }

// Pairs are two positions i < j of N, at most 2^31: the neighbors of a binary
// code at Hamming distance 2, or the exchanges of a permutation.
type Pairs struct{ N int }

// Size is N(N-1)/2.
func (p Pairs) Size() uint64 { return choose2(uint64(p.N)) }

// Index is the number of the pair i < j: the paper's proposition 1.
func (p Pairs) Index(i, j int) uint64 {
	return p.Size() - 1 - choose2(uint64(p.N-1-i)) - uint64(p.N-1-j)
}

// At is the pair with a number: the paper's proposition 2, made exact.
func (p Pairs) At(index uint64) (i, j int) {
	r := p.Size() - 1 - index
	c := root2(r)
	return p.N - 1 - int(c), p.N - 1 - int(r-choose2(c))
}

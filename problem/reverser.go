package problem

// Reverser is a problem over permutations that knows what it is worth to turn a segment
// around, or to take a short one elsewhere, without scoring the whole permutation again.
type Reverser interface {
	// Reversals makes room for a permutation, which Reset then gives. An error says that
	// the instance's numbers are too large for it; gains are below 2^61.
	Reversals() (Reversals, error)
	// ReversalKernel is the same for devices. Its parts define the types moves and
	// move_gain, moves_of and moves_reset as those of Exchanger.ExchangeKernel do, and
	//
	//	DEVICE move_gain moves_reversal_gain(const moves *m, u32 i, u32 j)
	//	DEVICE move_gain moves_segment_gain(const moves *m, u32 i, u32 j, u32 count, u32 turned)
	//	DEVICE void moves_reverse(moves *m, u32 i, u32 j)
	//
	// What the gains read is the same for the whole group. The whole group calls
	// moves_reverse, also with i = j or i = j + 1, which changes nothing; there is a barrier
	// at its beginning and its end.
	ReversalKernel() MoveKernel
}

// Reversals is a permutation that changes by reversals of segments.
type Reversals interface {
	// Reset moves to another genome, which is copied. Nothing else may be called
	// before it.
	Reset(g Genome)
	// Genome shares the memory and must not be changed but by moves.
	Genome() Genome
	Score() Score
	// ReversalGain is what turning around places i to j, i < j, would add to the score.
	ReversalGain(i, j int) Score
	// SegmentGain is what taking the count values from place i on to place j on, another one,
	// would add to the score, as they are or turned around.
	SegmentGain(i, j, count int, turned bool) Score
	// Reverse turns places i to j around. There may be but one, or none: i is at most
	// j + 1.
	Reverse(i, j int)
}

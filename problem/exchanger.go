package problem

// Exchanger is a problem over permutations that knows what a move is worth
// without scoring the whole permutation again.
type Exchanger interface {
	// Exchanges makes room for a permutation, which Reset then gives: only that may
	// take long. An error says that the instance's numbers are too large for it;
	// gains are below 2^61.
	Exchanges() (Exchanges, error)
	// ExchangeKernel is the same for devices. Its parts are given ROTATIONS too, which
	// rotations are valued: 0 none, 1 those with i < j < k, 2 all with i < j and i < k.
	// They define the types moves and move_gain, a signed integer of MOVE_BITS bits from
	// MOVE_LEAST, which no move gains, to MOVE_MOST, and
	//
	//	DEVICE moves moves_of(KEPT u64 *words, ASIDE u64 *aside, KEPT u32 *order, GLOBAL const u64 *data)
	//	DEVICE i64 moves_reset(moves *m)
	//	DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j)
	//	DEVICE move_gain moves_rotation_gain(const moves *m, u32 i, u32 j, u32 k)
	//	DEVICE void moves_exchange(moves *m, u32 i, u32 j)
	//	DEVICE void moves_begin(moves *m, u32 i, u32 j)
	//	DEVICE move_gain moves_finish(const moves *m, u32 t, u32 i, u32 j)
	//
	// moves_reset finds everything from the order. All that is known lies in words,
	// aside and order: a later launch may go on from there after moves_of alone. What
	// the gains read is the same for the whole group, so that no barrier is needed
	// between them. moves_begin begins an
	// exchange, and moves_finish ends it for i < j, which is pair number t of all in
	// their order, and returns what an exchange of them would gain: it is called once
	// for every pair before the next move, and also after moves_reset, by any
	// work-item, and a barrier must follow. moves_exchange does all that at once. The
	// whole group calls moves_reset, moves_exchange and moves_begin; there is a barrier
	// at the end of the first two, and in the third before the order changes, which
	// nobody may read until another one.
	ExchangeKernel() MoveKernel
}

// Exchanges is a permutation that changes by exchanges of two places and by
// rotations of three. A rotation of i, j and k gives i what j had, j what k had
// and k what i had.
type Exchanges interface {
	// Reset moves to another genome, which is copied. Nothing else may be called
	// before it. Where it takes long there may also be
	//
	//	ResetUnless(aborted func() bool, g Genome) bool
	//
	// which asks again and again whether to break off, and reports whether it has not;
	// if it has, Reset must be called before anything else.
	Reset(g Genome)
	// Genome shares the memory and must not be changed but by moves.
	Genome() Genome
	Score() Score
	// ExchangeGains sets gains[j-i-1] to what an exchange of i and j would add to
	// the score, for all j above i.
	ExchangeGains(i int, gains []Score)
	// RotationGains sets gains[k-m-1] to what a rotation of i, j and k would add to
	// the score, for all k above m, the larger of i and j. With i > j these are the
	// inverses of the rotations of j, i and k.
	RotationGains(i, j int, gains []Score)
	// ExchangeGain and RotationGain value one move, of places in any order.
	ExchangeGain(i, j int) Score
	RotationGain(i, j, k int) Score
	Exchange(i, j int)
}

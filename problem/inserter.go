package problem

// Inserter is a problem over permutations that knows what it is worth to move a value
// to another place without scoring the whole permutation again. On devices such moves
// are valued by Kernelled.
type Inserter interface {
	// Insertions makes room for a permutation, which Reset then gives. An error says
	// that the instance's numbers are too large for it.
	Insertions() (Insertions, error)
}

// Insertions is a permutation that changes by insertions: the value at place i goes to
// place j, and what lies between moves up.
type Insertions interface {
	// Reset moves to another genome, which is copied. Nothing else may be called
	// before it.
	Reset(g Genome)
	// Genome shares the memory and must not be changed but by moves.
	Genome() Genome
	Score() Score
	// InsertionGains sets gains[j] to what moving i to j would add to the score, for
	// all places j.
	InsertionGains(i int, gains []Score)
	// InsertionGain values one move.
	InsertionGain(i, j int) Score
	Insert(i, j int)
}

package neighborhood

// Changes are the neighbors of a discrete code in one gene: each of N genes can
// take each of Alphabet symbols but the one it has. Moves name a symbol by its
// rank among the others, so that a move's number does not depend on the code.
type Changes struct{ N, Alphabet int }

// Size is N(Alphabet-1).
func (c Changes) Size() uint64 { return uint64(c.N) * uint64(c.Alphabet-1) }

// Index is the number of the move that gives gene i the symbol of a rank.
func (c Changes) Index(i, rank int) uint64 { return uint64(i)*uint64(c.Alphabet-1) + uint64(rank) }

// At is the gene that a move changes, and the rank of its new symbol.
func (c Changes) At(index uint64) (i, rank int) {
	others := uint64(c.Alphabet - 1)
	return int(index / others), int(index % others)
}

// Symbol is the symbol of a rank among those that are not the current one.
func Symbol(rank int, current uint8) uint8 {
	if rank >= int(current) {
		rank++
	}
	return uint8(rank)
}

// Rank is the inverse of Symbol; symbol is not the current one.
func Rank(symbol, current uint8) int {
	if symbol > current {
		symbol--
	}
	return int(symbol)
}

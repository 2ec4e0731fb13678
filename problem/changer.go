package problem

// Changer is a problem over discrete genomes that knows what another symbol of
// a gene is worth without scoring the whole genome again.
type Changer interface {
	// Changes starts at a genome, which is copied. An error says that the instance
	// is too large for it.
	Changes(g Genome) (Changes, error)
	// ChangeKernel is the same for devices. Its parts are given ALPHABET too, the number
	// of symbols, and define the type changes and
	//
	//	DEVICE changes changes_of(KEPT u64 *words, KEPT u32 *symbols, GLOBAL const u64 *data)
	//	DEVICE i64 changes_reset(changes *c)
	//	DEVICE i64 changes_gain(const changes *c, u32 i, u32 symbol)
	//	DEVICE void changes_make(changes *c, u32 i, u32 symbol)
	//
	// changes_reset finds everything from the symbols and returns the score; it and
	// changes_make are called by the whole group, begin and end with a barrier.
	ChangeKernel() MoveKernel
}

// Changes is a discrete genome that changes gene by gene.
type Changes interface {
	// Reset moves to another genome.
	Reset(g Genome)
	// Genome shares the memory and must not be changed but by Change.
	Genome() Genome
	Score() Score
	// ChangeGain is what gene i would add to the score with another symbol.
	ChangeGain(i int, symbol uint8) Score
	Change(i int, symbol uint8)
}

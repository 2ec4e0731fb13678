package problem

import (
	"math"

	"github.com/warbler-opt/warbler/kernel"
)

// Mover is a problem over binary genomes that knows what a flip is worth
// without scoring the whole genome again.
type Mover interface {
	// Moves starts at a genome, which is copied.
	Moves(g Genome) Moves
}

// Moves is a genome that changes gene by gene.
type Moves interface {
	// Reset moves to another genome.
	Reset(g Genome)
	// Genome shares the memory and must not be changed but by Flip.
	Genome() Genome
	Score() Score
	// Gain is how much a flip of gene j would raise the score, at most 2^63-1 and
	// at least -(2^63-1).
	Gain(j int) Score
	Flip(j int)
}

// Difference is a - b, moved to the nearest of -(2^63-1) and 2^63-1 where it
// does not fit.
func Difference(a, b Score) Score {
	d := a - b
	switch {
	case a >= b && d < 0:
		return math.MaxInt64
	case a < b && (d >= 0 || d == math.MinInt64):
		return -math.MaxInt64
	}
	return d
}

// FlipKernelled is a Mover with a twin in the kernel dialect.
type FlipKernelled interface {
	FlipKernel() FlipKernel
}

// FlipKernel is Moves for a device, where a group of GROUP_WORKERS work-items has
// a genome. The parts are compiled after the searcher's definitions, which give
// them LEN, KEPT and SYNC() as those of ExchangeKernel, and they define the type
// flips and
//
//	DEVICE flips flips_of(KEPT u64 *words, KEPT u32 *bits, GLOBAL const u64 *data)
//	DEVICE i64 flips_reset(flips *f)
//	DEVICE i64 flips_after(const flips *f, u32 j)
//	DEVICE void flips_make(flips *f, u32 j)
//
// flips_reset finds everything from the bits, each a number of its own, and
// returns the score; flips_after is the score after a flip. flips_reset and
// flips_make are called by the whole group, begin and end with a barrier.
type FlipKernel struct {
	Defines []kernel.Define
	Parts   []kernel.Part
	Data    []uint64
	Words   int // kept of a genome, in 64-bit words
}

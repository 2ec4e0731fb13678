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
	// FlipKernel is the same for devices, or has no parts where there is none. Its
	// parts define the type flips and
	//
	//	DEVICE flips flips_of(KEPT u64 *words, KEPT u32 *bits, GLOBAL const u64 *data)
	//	DEVICE i64 flips_reset(flips *f)
	//	DEVICE i64 flips_after(const flips *f, u32 j)
	//	DEVICE void flips_make(flips *f, u32 j)
	//
	// flips_reset finds everything from the bits, each a number of its own, and
	// returns the score; flips_after is the score after a flip. flips_reset and
	// flips_make are called by the whole group, begin and end with a barrier.
	FlipKernel() MoveKernel
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

// MoveKernel values moves on a device, where a group of GROUP_WORKERS work-items has a
// genome. The parts are compiled after the searcher's definitions, which give them
//
//	LEN           genes of the genome
//	KEPT, ASIDE   the address spaces of what is kept of a genome
//	SYNC()        a barrier of the group, or nothing where it has one work-item
//
// and they define what the method says that returns the kernel.
type MoveKernel struct {
	Defines []kernel.Define
	Parts   []kernel.Part
	Data    []uint64
	Words   int // kept of a genome, in 64-bit words
	Aside   int // more of them, to lie in global memory where not all have room on chip
}

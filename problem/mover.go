package problem

import "math"

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

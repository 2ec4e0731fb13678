// Package local improves single solutions step by step: it goes from neighbor to
// neighbor of a genome, binary, discrete or a permutation. Every step depends on the
// one before, so what cores and devices share out is many solutions at once. Package
// internal/neighborhood numbers the moves and values them as quickly as the problem can.
//
//	climb      the best move while it improves, then a random start
//	tabu       the best move that is not tabu, for better or worse (Glover 1989)
//	robust     genes may not take values again for a random time (Taillard 1991)
//	annealing  a random move, by Metropolis' rule
//	iterated   one of the first three, again and again from the best
//
// All numbers that decide are integers, and all random words have addresses, so that a
// search is the same wherever it runs:
//
//	purpose  step  individual  word
//	Init     0     start                genome of a start, counted from 0
//	Repair   0     start                repair of it
//	Walk     step  0           0        the move, where it is a random one
//	                           1 to 3   tenures of what becomes tabu; annealing: 1, acceptance
//	Walk     step  1           0, 1 …   perturbation: how many moves, and which
//
// Repair by every work-item for itself where a climb begins anew made climbs four times
// as slow as tabu search.
package local

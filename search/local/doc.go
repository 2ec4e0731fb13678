// Package local improves single solutions step by step: it goes from neighbor to
// neighbor of a genome, binary, discrete or a permutation. Every step depends on the
// one before, so what cores and devices share out is many solutions at once. Package
// internal/neighborhood numbers the moves and values them as quickly as the problem can.
// Annealing works on real vectors too, which have no such moves: vectors.go.
//
//	climb      the best move while it improves, then a random start
//	tabu       the best move that is not tabu, for better or worse (Glover 1989)
//	robust     genes may not take values again for a random time (Taillard 1991)
//	annealing  a random move, by Metropolis' rule
//	iterated   one of the first three, again and again from the best
//
// All numbers that decide are integers or come from internal/elementary, and all random
// words have addresses, so that a search is the same wherever it runs:
//
//	purpose  step  individual  word
//	Init     0     start                genome of a start, counted from 0
//	Repair   0     start                repair of it
//	Walk     step  0           0        the move, where it is a random one
//	                           1 to 3   tenures of what becomes tabu; annealing: 1, acceptance
//	Walk     step  1           0, 1 …   perturbation: how many moves, and which
//
// Those of chain i, where vectors are annealed; a change is one of internal/variation:
//
//	Init     step  i                    vector of a start, as that of a first population
//	Mutate, MutateValue, Repair step i  the change, and its repair
//	Walk     step  i           0        acceptance
//
// Repair by every work-item for itself where a climb begins anew made climbs four times
// as slow as tabu search.
package local

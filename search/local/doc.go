// Package local improves single solutions step by step. Every step depends on the one
// before, so what cores and devices share out is many solutions at once. It has three
// families, each in files of its own.
//
// Searches over a neighborhood (engine.go, local_search.go) go from neighbor to
// neighbor of a genome, binary, discrete or a permutation. A moveSet numbers the moves,
// and an evaluator values them as quickly as the problem can.
//
//	climb      the best move while it improves, then a random start
//	tabu       the best move that is not tabu, for better or worse (Glover 1989)
//	robust     genes may not take values again for a random time (Taillard 1991)
//	annealing  a random move, by Metropolis' rule
//	iterated   one of the first three, again and again from the best
//
// Walks (walk*.go) flip one variable of a formula a step. Weighting flips the one that
// gains most in the weights of clauses, which rise while they stay false; tabu the one
// that gains most in cost; probing one of a false clause, by how many clauses that
// breaks.
//
// Climbs (climb*.go) are part of the population searches. A climb visits the genes of a
// binary genome in order and keeps every flip that raises the score. On formulas whose
// clauses all count alike it is bit-sliced: a word holds one variable of 64 genomes,
// which all consider the same flip at the same time. On other formulas a device keeps
// the number of true literals of every clause, and on other problems it scores every
// flip anew.
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
//	Walk     flip  0           0 to 3   of a walk: what its mode draws
//
// # What measuring has shown
//
//   - A walk is a chain of dependent reads. One of them on an H200 is about
//     ten times as slow as on a core, a thousand at once are fifty times as
//     fast as one core. So without a device by name walks stay on the CPU.
//   - Weighting makes a fifth of the flips of tabu search there: adding 64-bit
//     gains on chip takes a loop each, since devices need not have 64-bit
//     atomics. On-chip memory (seven chains of 30 KB on a multiprocessor)
//     would have allowed 460 million flips a second; it came to 129.
//   - Tabu search looks at all variables before a flip up to 10,000 of them,
//     beyond that at a block of 256; a flip costs most just before that limit.
//   - Repair by every work-item for itself where a climb begins anew made
//     climbs four times as slow as tabu search.
//   - Weighting was tuned on a quarter of SATLIB's uf250-1065 and on partial
//     instances of the MaxSAT Evaluations 2012 to 2024.
package local

// Package local improves single solutions step by step: hill climbing inside
// the population searches; climbs, tabu search and walks by themselves. Every
// step depends on the one before, so what is spread over cores and devices is
// many solutions at once.
//
// A climb visits the genes of a binary genome in order and keeps every flip
// that raises the score. On formulas whose clauses all count alike it is
// bit-sliced: a word holds one variable of 64 genomes, which all consider the
// same flip at the same time, and upright counters add up what each gains. The
// clauses are laid out for that on a ladder, whose rungs are variables that
// share no clause and may be visited side by side. On other formulas a device
// keeps the number of true literals of every clause, as sat.State does, and on
// other problems it scores every flip anew; both are done in parts, since a
// launch must be short.
//
// A trail goes from neighbor to neighbor of a genome, binary, discrete or a
// permutation, by the moves of a neighborhood (hood), which a terrain values as
// quickly as the problem can. Climb takes the best move while it improves, and
// then begins anew; tabu takes the best in any case, and lets it rest; robust
// forbids genes to take values again; iterated search climbs, or does one of
// these, from the best again and again; annealing tries one move at random.
//
// A walk changes one variable a step, for better or worse. Weighting flips the
// variable that gains most in the weights of clauses, which rise while they stay
// false; tabu search the one that gains most in cost, which then rests; probing
// one of a false clause, by how many clauses that breaks. All numbers are
// integers and all random words have addresses, so that a walk is the same
// wherever it runs.
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

// Package walk is local search on formulas: a step flips one variable. Weighting flips
// the one that gains most in the weights of clauses, which rise while they stay false;
// tabu the one that gains most in cost; probing one of a false clause, by how many
// clauses that breaks.
//
// All numbers that decide are integers, and all random words have addresses, so that a
// walk is the same wherever it runs:
//
//	purpose  step  individual  word
//	Init     0     round                assignment of a start, counted from 0
//	Walk     flip  0           0 to 3   what the mode draws
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
//   - Weighting was tuned on a quarter of SATLIB's uf250-1065 and on partial
//     instances of the MaxSAT Evaluations 2012 to 2024.
package walk

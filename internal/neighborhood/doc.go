// Package neighborhood numbers the moves of local searches: every neighbor of
// a solution has an index from 0 to the size of the neighborhood less 1, and
// index and move give each other in constant time. A work-item thus finds its
// move from its own number (Luong, Melab and Talbi 2010, section III.B).
//
//	Flips       a bit of a binary code: Hamming distance 1
//	Pairs       two bits of a binary code, Hamming distance 2; or two positions of
//	            a permutation that exchange their values
//	Changes     a gene of a discrete code takes another symbol
//	Rotations   three positions of a permutation pass their values round
//	Insertions  a value of a permutation moves to another position
//
// neighborhood.cl has the same functions for kernels; tests demand the same
// answers on every device.
//
// Pairs and triples are numbered in lexicographic order, as in the paper's
// proposition 1. Its inverse, proposition 2, takes a square root, which floating
// point can miss by one; here the root is only a first guess, and integers decide
// (roots.go).
//
// Nothing here evaluates or searches, and nothing here knows a problem.
package neighborhood

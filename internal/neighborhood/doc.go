// Package neighborhood numbers the moves of local searches: every neighbor of
// a solution has an index from 0 to the size of the neighborhood less 1, and
// index and move give each other in constant time. A work-item thus finds its
// move from its own number (Luong, Melab and Talbi 2010, section III.B).
//
//	flip       a bit of a binary code: Hamming distance 1
//	pair       two bits of a binary code: Hamming distance 2
//	change     a gene of a discrete code takes another symbol
//	exchange   two positions of a permutation exchange their values
//	rotation   three positions of a permutation pass their values round
//	insertion  a value of a permutation moves to another position
//	reversal   a segment of a permutation is turned around: 2-opt
//	or-opt     up to three values side by side move elsewhere, either way round
//
// An Evaluator values all of them, as quickly as a problem can.
//
// neighborhood.cl has the same functions for kernels; tests demand the same
// answers on every device.
//
// Pairs and triples are numbered in lexicographic order, as in the paper's
// proposition 1. Its inverse, proposition 2, takes a square root, which floating
// point can miss by one; here the root is only a first guess, and integers decide
// (numbers.go).
//
// Nothing here searches, and nothing here knows a particular problem.
//
// The numbers, of n genes or places:
//
//	flips         i                                               n
//	pairs i < j   i(n−1) + (j−1) − i(i+1)/2                       n(n−1)/2
//	changes       i(k−1) + rank among the other k−1 symbols       n(k−1)
//	rotations     triples i < j < k in lexicographic order: i     n(n−1)(n−2)/6, or twice
//	              takes the value of j, j of k, k of i; then,
//	              with both directions, the other one
//	insertions    from i to j by i, then by j; not to i−1,        (n−1)²
//	              which is i−1 to i
//	reversals     as pairs: from place i to place j               n(n−1)/2
//	Or-opt        segments of one value, two, two turned, three,  Σ (n−c+1)(n−c)
//	              three turned; each from i to j by i, then j     for c of 1, 2, 2, 3, 3
package neighborhood

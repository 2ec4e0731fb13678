// Package pipeline is the solver of Meyer, Schönfeld, Stamminger and Wanka,
// "3-SAT on CUDA: Toward a massively parallel SAT solver" (2010): divide and
// conquer over batches of formulas.
//
// A step takes a batch of formulas. Each is divided on a clause in up to three
// ways, one for each literal that may be the first true one (Algorithm 1); the
// children without a conflict are the next batch. What is too much for a batch is
// swapped out and comes back later. The search ends with an empty formula, which
// is a model, or when nothing is left.
//
// A formula is kept as the paper has it, an assignment and the clauses that it
// leaves, or, as section 4 suggests, as the assignment alone: a path. Both give the
// same tree. The kernels are fused: one applies the SAT rules (expand), one scans
// the numbers of children (scan), one copies and defragments (spread); nothing
// but a few words of counts leaves the device between steps.
//
// Names: a literal is 2v or 2v+1 for variable v, from 1, and its negation; bit l of
// an assignment says that literal l is true, so that two bits of a variable are
// unknown, true, false and an error. Literal 0 is none and always false: bit 1 is
// set in every assignment. A clause is three literals of ten bits, filled up with
// literal 0. A row is a formula as words: the assignment, the clause to divide on
// and, with store=formulas, the number of clauses and the clauses.
//
// All numbers are integers; the Go engine and the kernels agree bit for bit.
// Nothing here prints.
//
// # The search
//
// Kept formulas are a stack: a batch is its top, children go on top, and what
// a batch has no room for waits below. The first batch is all assignments of
// the most frequent variables, as many as fit. A model ends the search; of
// several in one step, the one of the lowest place among the outputs. Parts of
// the first batch are searched on their own, each on its device; the model of
// the earliest step counts, of several that of the first part.
//
// The tree depends on the formula, the order of its clauses and the size of
// the first batch, and the order of the search on the parameters; neither on
// where a formula lies nor on how it is kept. A path also carries the number
// of its clause, since the first clause that is not satisfied only moves
// forward. Conflicts are found by the clauses of the literal that became false
// last.
//
// On a device the stack is a ring. Three launches are a step, with all counts
// on the device, so that many steps are queued before the host looks. The host
// swaps the ring's oldest quarter out when the ring is nearly full, and back
// when it is nearly empty. A batch is the smaller, the less room is left, and
// 2(n + 1) places are held back: the subtree of one formula needs no more, so
// every search ends in the room that there is. Where room is short, it is one
// of the things that the order of the search depends on.
//
// As in the paper, the fastest batch is not the largest: larger ones fill the
// device better and look at more formulas than they need. Paths are more than
// four times as fast as formulas.
package pipeline

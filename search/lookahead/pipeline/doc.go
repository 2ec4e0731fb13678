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
package pipeline

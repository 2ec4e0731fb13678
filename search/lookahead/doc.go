// Package lookahead decides formulas: it finds an assignment that satisfies all
// clauses, or proves that there is none, by dividing the question in two until
// the parts are easy.
//
// The strategy lookahead is a depth-first search in the line of OKsolver, kcnfs
// and march (Heule, van Maaren: Look-Ahead Based SAT Solvers, in Handbook of
// Satisfiability, 2009; Knuth, TAOCP 7.2.2.2, algorithms L, X and Y). At every
// node it makes some literals true for a moment and follows the clauses. What
// leads to a contradiction is false; the others are judged by the clauses of two
// literals that come of them, and the variable with the best two sides is
// divided on.
//
// A Formula of clauses of any length becomes one of two and three literals
// (prepare), which a state holds under the assignment of one path. A worker
// looks ahead in a state. The tree is a fixed thing: what is done at a node
// depends on the formula and the path to it, not on when it is done or by whom.
// A part of a search is therefore no more than a path, and a pool of goroutines
// gives parts away whenever one of them has nothing to do.
//
// Names: a literal l is 2v, or 2v+1 when variable v is negated, as in
// sat.Table; ¬l is l^1. A path is the list of literals that were decided.
//
// All numbers are integers. Nothing here knows a device or prints.
package lookahead

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
// A formula of clauses of any length becomes one of two and three literals (prepare).
// A state holds it under the assignment of one path, and a worker looks ahead in a
// state. What is done at a node depends on the formula and the path to it, not on when
// or by whom it is done. A part of a search is therefore no more than a path, and the
// goroutines of a pool give parts away whenever one of them has nothing to do.
//
// The strategy swarm searches another tree, on a device (package swarm). A portfolio
// adds walks (package local), which are quicker where there is a model. Package
// pipeline is a solver of its own.
//
// Names: a literal l is 2v, or 2v+1 when variable v is negated, as in
// sat.Table; ¬l is l^1. A path is the list of literals that were decided.
//
// All numbers are integers. Nothing here prints.
package lookahead

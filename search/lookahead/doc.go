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
// The strategy swarm searches another tree, on a device (package swarm, in the folder
// below). A portfolio adds walks (search/walk), which are quicker where there is a
// model.
//
// Names: a literal l is 2v, or 2v+1 when variable v is negated; ¬l is l^1. A path is
// the list of literals that were decided.
//
// All numbers are integers. Nothing here launches a kernel or prints.
//
// # The search
//
// Preparing takes units, subsumption, literals that fail and pure literals;
// clauses of more than three literals are split with new variables. A literal
// that contradicts itself through the clauses is false, and what both literals
// of a variable imply is true. To find those at most a million literals of
// clauses are read, those that nothing implies first, so that large formulas
// start soon.
//
// A node ranks the variables by recursive weights, looks ahead at the literals
// of the best in an order in which implied ones come first, forces what fails,
// looks ahead twice where a first look promises a contradiction, and decides
// on the variable with the best product.
//
// The tree is a function of the formula. All numbers are integers; weights and
// thresholds of a node come from its parent on the path, not from what was
// searched before; what is taken back is taken back in the opposite order, so
// that even the order of the lists is the path's. Who takes a part repeats the
// lookaheads on the way, a millisecond, and stands where the giver would have.
// Parts form a list in the order of the depth-first search, so the first model
// and the nodes up to it are known whatever happened when (Deterministic). The
// share of the tree that is closed is the sum of 2^-depth of closed paths.
//
// Lookaheads need no undoing. A value is a stamp and a sign, and a lookahead
// believes stamps at least as large as its own. A literal's stamp is below
// that of the literal it implies, which was looked at before: so it starts
// from all that this one implies.
//
// # Proofs
//
// A failed literal is a lemma (path implies ¬l), one that a double lookahead
// refutes has its inner refutations before it, and a closed node is the lemma
// that its path is wrong; each follows by unit propagation. Literals that fail
// before the search come first, with a clause of two literals before what both
// literals of a variable imply. Then new variables are defined, by two RAT
// clauses each. Pure literals and autarkies need no line: what they touch they
// satisfy, so no refutation uses it. With a proof the search keeps no
// implications that it found by the way.
//
// # Portfolios
//
// A walk begins as soon as there is a formula, before it is simplified, with a number
// of flips; then the search begins, and the walk goes on beside it on a core of its
// own. It pauses when it has used an eighth of what the search will take in all, by
// the share of the tree that is closed (cores.go): so a refutation takes about a fifth
// longer than by the search alone, and a model that a walk finds sooner than that
// takes no longer than by the walk. What is too large for a search is left to the
// walk.
//
// Auto lets the CPU try alone for a quarter of a second; the first formula
// that takes longer has a GPU opened for it, and from then on the GPU takes
// part at once. Walks join a swarm on its device after 0.3 s and take turns
// with it, 10 ms of walking and three times as long for the swarm. While both
// were launched at will, a portfolio took 0.186 s (worst 1.3) at n = 400
// instead of 0.117 (0.38).
//
// # What the heuristics are worth
//
// Means of 12 of SATLIB's uuf250-1065 and of four formulas of warbler generate
// 3sat with 300 variables (seeds 4, 5, 6, 8). Work counts what a lookahead
// reads, in millions: one for an implied literal, two for a pair. It does not
// depend on the machine. The first line is the base of the others: candidates
// at least 20 and 300/depth, α = 5.0, double lookahead of up to 8 rounds with
// a threshold that decays by 2⁻¹⁰.
//
//	                                                   nodes, 250   work   nodes, 300   work
//	base                                                    1,947   46.5       14,200    301
//	without double lookahead                                5,429   62.2       32,904    415
//	double lookahead of one round (six instances, base 2,000 and 49.7)
//	                                                        2,408   51.0       16,186    319
//	threshold decays by 2⁻⁹ (likewise)                      1,760   50.4       12,630    306
//	all weights 1                                           3,575   71.2       28,594    540
//	weights from the root's, not the parent's               2,349   54.0       17,697    371
//	α = 2.0                                                 2,760   57.8       22,163    433
//	α = 3.3, as published                                   2,099   49.0       15,724    329
//	α = 7.0                                                 2,078   47.5       14,693    303
//	sum of both sides instead of the product                2,964   60.2       19,178    381
//	one pass over the literals                              3,069   52.1       20,507    340
//	no order by implication                                 1,869   54.0       13,707    339
//	no implications kept by the way                         2,036   48.8       14,485    314
//	no autarkies                                            1,947   46.5       14,210    302
//	candidates at least 10, 100/depth                       4,878   57.7       29,373    389
//	candidates 150/depth                                    2,654   46.8       15,999    308
//	candidates 600/depth                                    1,085   55.3        7,858    311
//	candidates at least 40                                  1,520   47.4        8,951    299
//	at least 30, α = 6.0: in use (20 instances)             1,830   46.3       11,057    287
//
// So nodes can be traded for work per node over a wide range. Double lookahead
// and recursive weights matter most; autarkies and kept implications hardly do
// on these formulas. Tried without gain: a copy of the open clauses for each
// node, packed in 16-bit words (so it is branches that the lookahead waits
// for, not memory); fewer literals in the second lookahead; fewer rounds.
package lookahead

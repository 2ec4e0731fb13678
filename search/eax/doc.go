// Package eax evolves tours by edge assembly crossover, after Nagata and Kobayashi, "A
// Powerful Genetic Algorithm Using Edge Assembly Crossover for the Traveling Salesman
// Problem" (INFORMS Journal on Computing 25, 2013).
//
// A step is a generation. The members of the population are crossed in a random order,
// each (A) with the next (B), both as they were before the step. The edges that only one
// of the two has make up AB-cycles: closed walks whose edges come from A and B in turn. A
// child is A with the edges of some AB-cycles exchanged. It may fall into subtours, which are then
// joined: the smallest by the best exchange of two edges between its cities and their nearest. Children
// are kept as changes of A, and only the subtours that are joined are looked at, so most cost much less
// than a look at all cities. The best child takes the place of A: it is shorter, and costs
// the population little of the entropy of its edges (better, in crossing.go).
//
// At first a child has one AB-cycle (single). When that finds no new best any more, a
// tabu search chooses sets of AB-cycles that lie together (blocks). When that finds none
// either, a new population begins, with twice as many tours: small ones are quick, large
// ones find more, and the time there is need not be known.
//
// What differs from the paper:
//
//   - AB-cycles that make A longer are left out. Joining subtours made one in fifteen of
//     those children shorter than A; without them a generation takes three fifths of the
//     time, and populations of 100 tours ended with tours as good or better (u724, six
//     seeds).
//   - The frequencies of edges are counted anew after 16 pairs, not after each: these are crossed
//     side by side.
//   - A block has at most half of the edges in which the parents differ. Otherwise the
//     tabu search tends to choose all of them, which is B.
//   - First tours are made better by Or-opt moves besides 2-opt, and begin as walks to near
//     cities.
//   - Populations begin small and grow. -p population=300 -p largest=300 is the paper's.
//
// The random numbers of a step:
//
//	Init, individual i     the walk of tour i of a new population, and the order in
//	                       which its local search looks at cities
//	Pair, individual 0     the order of the members
//	Cross, individual s    AB-cycles and blocks of the s-th pair
//
// Names: u, v, w, z cities; A and B the parents; a path is a part of A in which a child
// has the same edges; x a crossing, y its AB-cycles, k its blocks, h a replica.
package eax

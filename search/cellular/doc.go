// Package cellular is a genetic algorithm whose members live in the cells of
// islands and mate with their neighbors, joined with hill climbing: Munawar,
// Wahib, Munetomo and Akama, "Hybrid of genetic algorithm and local search to
// solve MAX-SAT problem using nVidia CUDA framework", 2009.
//
// An island is a small torus of cells, and islands lie in a grid. In every
// step each cell makes one child of its member and a mate, mutates it, climbs a
// hill from it and keeps the better of the two (sections 4 and 5). Now and then
// a generation sees the whole population as one torus, so that good members
// diffuse over the islands' borders; that replaces migration (5.2.1). How many
// passes a climb may take is controlled by how many climbs used them up (5.3.1).
// The classical operators that the paper started from (6.1.1) can be chosen.
//
// Cell (x, y) of island k is member (k·height + y)·width + x; islands count row
// by row. The engine works on every binary problem.
package cellular

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
//
// What a step does is fixed by the address of each random number, not by the
// order of the work, so the CPU and all devices follow the same trajectory to the
// bit. breed.go and breed.cl are twins, and so are cellular.go and steps.cl.
// Package population runs both; package internal/climb climbs.
//
// The random numbers of a step; all but the first are those of member i:
//
//	Diffuse, word 0      whether the step has diffusion or migration; that of member 0
//	Mate, words 0 and 1  the two that the mate is the better of
//	Cross, mask w        crossover=mask: which genes of word w come from the mate
//	Cross, words 0 to 2  crossover=two-point: whether, and the ends of the stretch
//	Mutate, mask w       mutation=mask: which genes of word w flip
//	Mutate, words 0, 1   mutation=one: whether, and which gene
//	Init, mask w         the genes of word w in the first population
//
// # What measuring has shown
//
//   - Steps launched past the end of a run are cheap and still add up: a run
//     of 14 generations took 8 ms on an H200, of which 4.5 were launches of
//     some 500 steps that did nothing. A run that may end any time is launched
//     at most 8 steps and a quarter of its steps so far ahead.
//   - Climbing takes nine tenths of the kernels' time. The mask operators that
//     the paper made cheap cost here as much as the classical ones: beside a
//     bit-sliced climb the rest is launches and memory.
//   - feedback=literal, the passes as figure 10 of the paper counts them, ends
//     climbing altogether; it satisfies as many clauses, or up to 0.3 fewer.
//   - Tuning for ten generations (benchmarks/uf250.toml) finds rarer mutation,
//     more recombination and three or four passes: half of the cost in less
//     time. For longer runs other settings may be better, so the paper's stay
//     the defaults.
package cellular

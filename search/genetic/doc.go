// Package genetic is a general genetic algorithm in the spirit of GAlib, on
// the CPU and on devices, after Shah, Narayanan and Kothapalli, "GPU-Accelerated
// Genetic Algorithms" (2010).
//
// One step makes a generation: parents are selected in pairs, a pair makes two
// complementary children by crossover, the children mutate, are repaired where
// the problem can, and are scored; then they replace the old population
// (generational, with elites), or the worst of it (steady-state, incremental).
// The population may be split into demes that exchange migrants.
//
// What a step does is fixed by the address of each random number, not by the
// order of the work, so Go and kernels follow the same trajectory to the bit. The
// files breed, select and replace exist twice: in Go, and in the kernel dialect with
// the ending .cl; crossovers and mutations are those of internal/variation, which
// are twins too. What is the same for every algorithm with a population is
// internal/population. On a device, launch.go launches a few kernels a generation
// for large populations (wide.cl), and one kernel for many generations for small
// ones, a work-group per replica (resident.cl).
//
// Names: r replica, d deme, s segment (a deme of a replica: r·demes + d),
// n members of a segment, c children of a segment, i slot in a segment, p pair.
package genetic

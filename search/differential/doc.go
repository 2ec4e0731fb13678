// Package differential is differential evolution for real vectors, on the CPU
// and on devices, after Storn and Price, "Differential Evolution – A Simple
// and Efficient Heuristic for Global Optimization over Continuous Spaces"
// (1997).
//
// One step makes a generation. Every member of the old population gets a trial
// vector: a base member plus weighted differences of others, crossed with the
// member gene by gene ("bin"). It takes the member's place when it scores at
// least as well. All trial vectors come from the old population, so a step can
// be made in any order. With adapt=jde every member carries its own weight and
// crossover rate, which trial vectors inherit or draw anew and which survive with
// them
// (Brest, Greiner, Bošković, Mernik and Žumer, "Self-Adapting Control
// Parameters in Differential Evolution", 2006).
//
// A gene outside its bounds is reflected at the bound, once; what is then still
// outside lands on the bound. Reflection keeps trial vectors off the bounds,
// where they would all be alike and their differences vanish.
//
// What a step does is fixed by the address of each random number, not by the
// order of the work, so the CPU and all devices follow the same trajectory to the
// bit. trial.go and trial.cl are twins. Package population runs both.
//
// The random numbers of member i in a step:
//
//	Donor, word 0          the gene that is crossed whatever the rate says
//	Donor, words 1 to 5    the donors, in the order of the strategy
//	Donor, block 2         new weight and rate: whether (words 8, 9), and which (10, 11);
//	                       word 10 is also where dither comes from
//	Cross, mask m          which of the genes 64 m to 64 m + 63 are crossed
//
// Names: r replica, n members of a replica, i member, j gene, f weight of a
// difference, cr crossover rate as a threshold of package rng.
package differential

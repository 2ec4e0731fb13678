// Package pso is particle swarm optimization for real vectors, on the CPU and on
// devices, after Kennedy and Eberhart, "Particle Swarm Optimization" (1995).
//
// Every particle has a position, which is a member of the population, a velocity
// and its personal best: the first of the best positions that it has been at. One
// step moves all of them, gene by gene:
//
//	v = w v + c1 r1 (p - x) + c2 r2 (g - x),  x = x + v
//
// where p is the particle's personal best, g the best personal best that it knows
// of, and r1 and r2 are drawn from 0 to 1. The default weights are those of Clerc
// and Kennedy, "The Particle Swarm – Explosion, Stability, and Convergence in a
// Multidimensional Complex Space" (2002). All particles move by the personal bests
// of the step before, so a step can be made in any order.
//
// With topology=global a particle knows all personal bests, and g is the one of
// the particle that reached the best score first. With topology=ring it knows its
// own and those of its neighbors by index, and g is the best of them, the one of
// the lower index among equals.
//
// A velocity is at most vmax times the gene's range. The default of 0.5 is the
// largest coordinate of a symmetric range, as Eberhart and Shi have it, "Comparing
// Inertia Weights and Constriction Factors in Particle Swarm Optimization" (2000).
// A gene beyond a bound is mirrored at it and turns round (bounds=reflect), or is
// put on it and stands still (absorb). First velocities are half the way to a
// second random position.
//
// The statistics of a step and the solutions that Top lists are those of the
// positions. The best of a replica is the best position ever.
//
// What a step does is fixed by the address of each random number, not by the
// order of the work, so the CPU and all devices follow the same trajectory to the
// bit. move.go and move.cl are twins. Package population runs both.
//
// The random numbers of particle i:
//
//	Init, block j          gene j of its first position (words 0, 1), and of the
//	                       second one, which its first velocity points to (2, 3)
//	Cross, block m         r1 and r2 of gene 2 m (words 0, 1) and of 2 m + 1 (2, 3)
//
// Names: n particles of a replica, i particle, j gene, x position, v velocity.
package pso

// Package quantum is the quantum-inspired genetic algorithm of Han and Kim,
// "Genetic quantum algorithm and its application to combinatorial optimization
// problem", 2000, as Nowotniak and Kucharski made it a subject of experiments by
// the thousand: "GPU-based massively parallel implementation of metaheuristic
// algorithms", 2011.
//
// A member is a row of Q-bits: each is an angle, and the square of its sine is
// the probability that the gene is observed as 1. In every step each member is
// observed, which gives a genome; that is repaired if the problem can, and
// scored; then every Q-bit turns by an angle that depends on the gene observed,
// on that of the best genome so far, and on which of the two genomes is better.
// The angles of the published table are multiples of 0.005π, and signs only say
// in which quadrant an angle lies, so a Q-bit is one of 101 integers, and what
// follows is the same on every device.
package quantum

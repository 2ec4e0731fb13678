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
//
// # What measuring has shown
//
//   - A group has three populations and a work-item for each member, which
//     repairs and scores alone; only observation and rotation are shared out:
//     317,600 evolutions a second on an H200. A group of 32 that repaired and
//     scored one genome together made 85,600: sums over the group took most of
//     its instructions.
//   - What is left waits for results of fixed latency: 1.7 of 5.6 cycles
//     between two instructions of a warp, at 21 % occupancy.
//   - Repair decides the quality. On the paper's instance 500 generations end
//     8.3 % below the optimum with index repair, as published, 5.0 % with
//     random and 0.25 % with greedy repair.
package quantum

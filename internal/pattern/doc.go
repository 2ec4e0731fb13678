// Package pattern has small problems with known optima for the genomes that
// knapsacks and functions do not use: Symbols and, with two objectives, Rivals
// for discrete genomes, Sorting for permutations. They exercise operators and devices, and show how
// small a problem can be.
package pattern

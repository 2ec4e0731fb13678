// Package pattern has small problems with known optima for the genomes that
// knapsacks and functions do not use: NewSymbols and, with two objectives, NewRivals
// for discrete genomes, NewSorting for permutations. They exercise operators and
// devices, and show how small a problem can be.
package pattern

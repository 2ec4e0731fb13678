// Package plot draws runs: how the best, the mean and the worst of a population
// went, for one replica or for many, and fronts. The drawing itself is package
// report's.
//
// Nothing here runs a search; a Convergence watches one.
package plot

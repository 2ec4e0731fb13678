// Package plot draws runs: how the best, the mean and the worst of a
// population went, for one replica or for many.
//
// It is a room of its own because drawing brings fonts and image formats with
// it, which a program that only searches should not have to carry. Nothing
// here runs a search; a Convergence watches one.
package plot

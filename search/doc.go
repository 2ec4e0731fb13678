// Package search says HOW a problem is solved: the contract of an engine, the
// one loop that runs every engine, its stop rules and observers, the
// parameter tables, and checkpoints.
//
// Algorithms live in the folders below, each with its engine in Go, its engine
// on a device, its kernels and its tests; they register themselves with
// Register. Nothing here knows a particular problem.
package search

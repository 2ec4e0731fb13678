// Package population is the skeleton of every engine that evolves populations, or
// single solutions (Runner): an algorithm says what only it knows (Algorithm,
// Evolver, Kernels), and New makes an engine of replicas of it, on the CPU or on a
// device.
//
// An Evolver lists its arrays once (Array). Their memory in Go, their buffers on
// a device, the first arguments of kernels, checkpoints in both directions, moving
// a run between devices, Top and the footprint follow from that list. The skeleton
// also has the worker pool, statistics and the judge that ends replicas (node.go,
// judge.go and their twin population.cl), launch sizes, traces and best rows.
//
// Evaluations may take a nanosecond or a minute. The pool measures them as they go
// (evaluate.go): quick ones belong to the task that has made their genomes; slow ones
// are shared by all goroutines one by one, and a step may be left at any of them. What
// it had scored is kept, and when the same step is made again, only the rest is scored.
//
// All sums of floats follow one binary tree over the members' indices, so that
// neither goroutines nor work-group sizes can change a bit of them.
package population

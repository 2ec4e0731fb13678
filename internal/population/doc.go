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
// All sums of floats follow one binary tree over the members' indices, so that
// neither goroutines nor work-group sizes can change a bit of them.
package population

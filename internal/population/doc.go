// Package population holds what every evolutionary engine shares: the
// statistics of a population and the judge that ends replicas, in Go and in
// the kernel dialect (population.cl); the crew of goroutines that advances
// replicas on the CPU; and the host's side of an engine on a device.
//
// All sums of floats follow one binary tree over the members' indices, so
// that neither goroutines nor work-group sizes can change a bit of them.
package population

// Package searchtest is for tests of searches: it demands that an engine has
// the same trajectory, bit for bit, on the CPU with one and with two goroutines
// and on every device of this machine, alone or among replicas, left alone or
// saved and resumed, that a step ends soon after its context, and that what is
// wrong with a configuration is refused.
package searchtest

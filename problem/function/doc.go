// Package function has the classic continuous test functions, to be minimized:
// sphere, Rosenbrock, Rastrigin, Ackley, Griewank and Schwefel, in any number
// of dimensions.
//
// Their values are the same to the last bit on every device: sums run in the
// order of the genes, sines, cosines and exponentials come from
// internal/elementary, and every product is rounded before it is added, so that
// nothing can be fused.
//
// A function of one's own is the business of problem/custom.
package function

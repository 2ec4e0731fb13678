// Package elementary has exp, log, sin, cos and pow that are the same on every
// device, bit for bit.
//
// A language's own transcendental functions differ between CPUs and GPUs in
// the last bit, and one bit is enough to part two runs for good. Those here are
// made of +, −, ×, ÷, floor and bit operations alone, which IEEE 754 rounds
// alike everywhere, in an order that Go and the kernel dialect (elementary.cl,
// in Text) share line by line. The error stays below one unit in the last
// place, two for Pow.
//
// The polynomials interpolate at Chebyshev nodes; they were computed with 300
// bits and rounded. Every product in this package stands inside float64(…),
// because a Go compiler may otherwise fuse it with a sum; a test watches over
// that. A NaN that comes out is always the one of math.NaN, for devices
// disagree about the bits of a NaN as well.
//
// No other package of this module may be imported here: package rng stands on
// this one.
package elementary

// Package variation has the operators that evolutionary engines share: the
// crossovers and mutations of all kinds of genomes, the first population, and
// the distance of two genomes, in Go and in the kernel dialect.
//
// What an operator does is fixed by the address of each random number, so the
// two give the same bits. Choosing parents and survivors is the business of the
// engines.
package variation

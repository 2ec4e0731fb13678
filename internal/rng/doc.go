// Package rng gives every random number an address instead of a history.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): a
// block of four 32-bit words is a pure function of a 64-bit key and a 128-bit
// counter. Warbler's key is the replica's seed; the counter is
//
//	word 0   the gene block, 24 bits; above it, how often rejected words were drawn again
//	word 1   the individual, pair or chain
//	word 2   the step, low 32 bits
//	word 3   the step, bits 32 to 55, shifted left by 8, or'ed with the purpose
//
// Nothing is drawn "next", so neither the order of evaluation nor the number
// of threads can change a run. The kernel dialect has the same functions in
// philox.cl; tests demand that both give the same bits.
//
// Only arithmetic on random words belongs here: no state, no search, no device.
package rng

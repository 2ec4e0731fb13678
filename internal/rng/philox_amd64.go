package rng

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// philox4 fills out with the four blocks of counters c0 to c0 + 3. It is the
// hot path of every Bernoulli mask.
func philox4(out *planes, c0, c1, c2, c3, k0, k1 uint32) {
	if hasAVX2 {
		philox4AVX2(out, c0, c1, c2, c3, k0, k1)
	} else {
		philox4Go(out, c0, c1, c2, c3, k0, k1)
	}
}

// philox4AVX2 is in philox_amd64.s.
//
//go:noescape
func philox4AVX2(out *planes, c0, c1, c2, c3, k0, k1 uint32)

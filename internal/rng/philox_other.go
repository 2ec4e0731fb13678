//go:build !amd64

package rng

// philox4 fills out with the four blocks of counters c0 to c0 + 3.
func philox4(out *planes, c0, c1, c2, c3, k0, k1 uint32) {
	philox4Go(out, c0, c1, c2, c3, k0, k1)
}

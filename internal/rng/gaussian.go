package rng

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// Gaussian turns a block of words into a normal deviate with mean 0 and
// deviation 1, the same on every device: Box and Muller's method on two uniform
// numbers of 53 bits. The first is never 0, so the result stays within ±8.6.
func Gaussian(x0, x1, x2, x3 uint32) float64 {
	u := float64(float64((uint64(x1)<<32|uint64(x0))>>11+1) * (1.0 / (1 << 53)))
	angle := float64(2 * math.Pi * Unit(x2, x3))
	return float64(math.Sqrt(float64(-2*elementary.Log(u))) * elementary.Cos(angle))
}

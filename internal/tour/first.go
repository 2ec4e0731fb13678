package tour

import (
	"math"
)

// Curve is the cities in the order in which a space-filling curve, Hilbert's, meets them
// (Platzman and Bartholdi 1989). Cities that are known by their distances are in the order
// of their numbers.
func Curve(c *Cities, parallel ParallelFor) []int32 {
	order := make([]int32, c.n)
	if !c.Located() {
		for i := range order {
			order[i] = int32(i)
		}
		return order
	}
	west, south, side := c.box()
	const cells = 1 << curveBits
	keys := make([]edge, c.n)
	blocks(c.n, parallel, func(lo, hi int) {
		for i, p := range c.points[lo:hi] {
			x := uint32(min((p.x-west)/side*cells, cells-1))
			y := uint32(min((p.y-south)/side*cells, cells-1))
			keys[lo+i] = edge{length: hilbert(x, y), a: int32(lo + i)}
		}
	})
	keys = sortedBy(keys, parallel, lengthOf)
	blocks(c.n, parallel, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			order[i] = keys[i].a
		}
	})
	return order
}

// box is the square around all cities.
func (c *Cities) box() (west, south, side float64) {
	west, south = math.Inf(1), math.Inf(1)
	east, north := math.Inf(-1), math.Inf(-1)
	for _, p := range c.points {
		west, east = min(west, p.x), max(east, p.x)
		south, north = min(south, p.y), max(north, p.y)
	}
	side = max(east-west, north-south)
	if side == 0 {
		side = 1
	}
	return west, south, side
}

// curveBits is the logarithm of how many cells a side of the square of a curve has. It is
// even.
const curveBits = 26

// hilbert is how far a cell of a square lies along Hilbert's curve. Two levels are one step, so
// that the processor has nothing to guess.
func hilbert(x, y uint32) int64 {
	d, turned := int64(0), uint8(0)
	for shift := curveBits - 2; shift >= 0; shift -= 2 {
		s := hilbertSteps[uint32(turned)<<4|x>>shift&3<<2|y>>shift&3]
		d = d<<4 | int64(s.along)
		turned = s.turned
	}
	return d
}

// hilbertStep is how far two levels lead along a curve, and how the part of it in that cell is
// turned: bit 0 says that x and y change places, bit 1 that both count from the other end.
type hilbertStep struct{ along, turned uint8 }

// hilbertSteps is by how the curve is turned and by two bits each of x and y.
var hilbertSteps = func() (steps [64]hilbertStep) {
	for i := range steps {
		s := &steps[i]
		s.turned = uint8(i >> 4)
		for level := 1; level >= 0; level-- {
			x, y := i>>(2+level)&1, i>>level&1
			if s.turned&1 != 0 {
				x, y = y, x
			}
			if s.turned&2 != 0 {
				x, y = 1-x, 1-y
			}
			s.along = s.along<<2 | [2][2]uint8{{0, 1}, {3, 2}}[x][y]
			if y == 0 {
				s.turned ^= 1 | uint8(2*x)
			}
		}
	}
	return steps
}()

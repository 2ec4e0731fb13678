package tour

import (
	"math"
)

// Curve is the cities in the order in which a space-filling curve, Hilbert's, meets them
// (Platzman and Bartholdi 1989). Cities that are known by their distances are in the order
// of their numbers.
func Curve(c *Cities, parallel ParallelFor) []int32 {
	order := make([]int32, c.n)
	for i := range order {
		order[i] = int32(i)
	}
	if !c.Located() {
		return order
	}
	west, south, side := c.box()
	const cells = 1 << 26
	keys := make([]edge, c.n)
	for i, p := range c.points {
		x := uint32(min((p.x-west)/side*cells, cells-1))
		y := uint32(min((p.y-south)/side*cells, cells-1))
		keys[i] = edge{length: int64(hilbert(x, y, cells)), a: int32(i)}
	}
	for i, key := range sorted(keys, parallel) {
		order[i] = key.a
	}
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

// hilbert is how far a cell of a square lies along Hilbert's curve; cells are so many on
// a side, a power of two.
func hilbert(x, y, cells uint32) uint64 {
	d := uint64(0)
	for s := cells / 2; s > 0; s /= 2 {
		right, up := x&s != 0, y&s != 0
		d <<= 2
		switch {
		case right && !up:
			d |= 3
		case right:
			d |= 2
		case up:
			d |= 1
		}
		if !up {
			if right {
				x, y = ^x, ^y
			}
			x, y = y, x
		}
	}
	return d
}

package head

import (
	"github.com/warbler-opt/warbler/internal/rng"
)

// unset is the color of a vertex that has none yet; with 256 colors it is one, so
// vertices are marked elsewhere.

// crosser makes children.
type crosser struct {
	colors int
	sizes  [2][]int      // vertices of each parent's classes that the child has not got
	class  [2][][]uint32 // them, and others that it has
	given  []bool
}

func newCrosser(vertices, colors int) *crosser {
	x := &crosser{colors: colors, given: make([]bool, vertices)}
	for i := range x.sizes {
		x.sizes[i], x.class[i] = make([]int, colors), make([][]uint32, colors)
	}
	return x
}

// cross makes a child by GPX (Galinier and Hao 1999, section 3.3): its color i is what
// is left of the largest class of one parent, and of the other for the next color.
// Among equals one is drawn, and vertices that are left over get colors at random. Words
// 0 on draw classes, those from the number of colors on draw colors.
func (x *crosser) cross(child, a, b []uint8, at rng.Address) {
	parents := [2][]uint8{a, b}
	clear(x.given)
	for i, p := range parents {
		clear(x.sizes[i])
		for c := range x.class[i] {
			x.class[i][c] = x.class[i][c][:0]
		}
		for v, c := range p {
			x.sizes[i][c]++
			x.class[i][c] = append(x.class[i][c], uint32(v))
		}
	}
	for color := range x.colors {
		sizes := x.sizes[color%2]
		best, equals := -1, 0
		for _, s := range sizes {
			if s > best {
				best, equals = s, 0
			}
			if s == best {
				equals++
			}
		}
		if best == 0 {
			continue
		}
		which := rng.Below(at.Word(uint32(color)), equals)
		for c, s := range sizes {
			if s != best {
				continue
			}
			if which--; which >= 0 {
				continue
			}
			for _, v := range x.class[color%2][c] {
				if x.given[v] {
					continue
				}
				x.given[v], child[v] = true, uint8(color)
				x.sizes[0][a[v]]--
				x.sizes[1][b[v]]--
			}
			break
		}
	}
	for v, given := range x.given {
		if !given {
			child[v] = uint8(rng.Below(at.Word(uint32(x.colors+v)), x.colors))
		}
	}
}

// distance is how many vertices at most must change their color to make one coloring of
// another, whatever the names of the colors: classes that share most are matched first,
// the lower among equals.
func distance(a, b []uint8, colors int) int {
	shared := make([]uint32, colors*colors)
	most := uint32(0)
	for v, c := range a {
		s := &shared[int(c)*colors+int(b[v])]
		*s++
		most = max(most, *s)
	}
	// Pairs of classes by what they share, largest first.
	starts := make([]int, most+2)
	for _, s := range shared {
		starts[most-s+1]++
	}
	for i := range most + 1 {
		starts[i+1] += starts[i]
	}
	order := make([]uint32, len(shared))
	for i, s := range shared {
		order[starts[most-s]] = uint32(i)
		starts[most-s]++
	}
	var usedA, usedB [256 / 64]uint64
	same := 0
	for _, i := range order {
		c, d := int(i)/colors, int(i)%colors
		if shared[i] == 0 {
			break
		}
		if usedA[c/64]>>(c%64)&1|usedB[d/64]>>(d%64)&1 == 0 {
			usedA[c/64] |= 1 << (c % 64)
			usedB[d/64] |= 1 << (d % 64)
			same += int(shared[i])
		}
	}
	return len(a) - same
}

package answer

import (
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Ordered is the genome of a list of places: the inverse of problem.Genome.List.
func Ordered(list []int) problem.Genome {
	if len(list) > problem.MaxOrder {
		g := problem.Genome{Long: make([]uint32, len(list))}
		for i, x := range list {
			g.Long[i] = uint32(x)
		}
		return g
	}
	g := problem.Genome{Order: make([]uint16, len(list))}
	for i, x := range list {
		g.Order[i] = uint16(x)
	}
	return g
}

// Chosen lists the items that a binary genome chooses, counted from 0.
func Chosen(g problem.Genome) (items []int) {
	count := 0
	for _, word := range g.Bits {
		count += bits.OnesCount64(word)
	}
	items = slices.Grow(items, count)
	for w, word := range g.Bits {
		for ; word != 0; word &= word - 1 {
			items = append(items, w*64+bits.TrailingZeros64(word))
		}
	}
	return items
}

// Choice is the genome that chooses some of n items: the inverse of Chosen.
func Choice(n int, items []int) problem.Genome {
	g := problem.Genome{Bits: make([]uint64, (n+63)/64)}
	for _, j := range items {
		g.Bits[j>>6] |= 1 << (j & 63)
	}
	return g
}

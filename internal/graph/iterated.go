package graph

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
)

// Iterate improves a coloring by iterated greedy (Culberson and Luo 1996): the vertices
// are colored again, each with the lowest color that it can have, class by class of the
// coloring before, in another order of the classes. Never are more colors needed than
// before. The orders are: the classes backward, those of most vertices first, or at random,
// as 5 to 5 to 3. It ends after so many rounds without fewer colors, or when done says so.
func (g Graph) Iterate(coloring []int, rounds int, seed uint64, done func(colors int) bool) []int {
	now, k := Number(coloring)
	at := rng.Address{Seed: seed, Purpose: rng.Repair}
	next := make([]int, len(now))
	taken := make([]int, k+1) // by color: the last vertex, from 1, that has a neighbor of it
	for since := 0; since < rounds && !done(k); since++ {
		at.Step++
		order := g.classes(now, k, at)
		for v := range next {
			next[v] = -1
		}
		used := 0
		clear(taken)
		for _, class := range order {
			for _, v := range class {
				for _, u := range g.Of(int(v)) {
					if c := next[u]; c >= 0 {
						taken[c] = int(v) + 1
					}
				}
				c := 0
				for taken[c] == int(v)+1 {
					c++
				}
				next[v] = c
				used = max(used, c+1)
			}
		}
		if used < k {
			since = -1
		}
		now, next, k = next, now, used
	}
	return now
}

// classes are the vertices of each color, in an order that is drawn.
func (g Graph) classes(coloring []int, colors int, at rng.Address) [][]uint32 {
	list := make([][]uint32, colors)
	for v, c := range coloring {
		list[c] = append(list[c], uint32(v))
	}
	switch x := rng.Below(at.Word(0), 13); {
	case x < 5:
		slices.Reverse(list)
	case x < 10:
		slices.SortStableFunc(list, func(a, b []uint32) int { return cmp.Compare(len(b), len(a)) })
	default:
		for i := colors - 1; i > 0; i-- {
			w := uint32(i)
			j := at.Bounded(at.Word(w), w, w+1)
			list[i], list[j] = list[j], list[i]
		}
	}
	return list
}

// Package graph colors graphs quickly and finds cliques: where a search for a coloring
// with fewest colors begins, and what ends it.
package graph

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Graph is the neighbors of every vertex v, ascending, from Start[v] to Start[v+1].
type Graph struct{ Start, List []uint32 }

// New makes a graph of edges, each once with its lower vertex first, ascending.
func New(vertices int, edges [][2]int32) Graph {
	g := Graph{make([]uint32, vertices+1), make([]uint32, 2*len(edges))}
	for _, e := range edges {
		g.Start[e[0]+1]++
		g.Start[e[1]+1]++
	}
	for v := range vertices {
		g.Start[v+1] += g.Start[v]
	}
	at := slices.Clone(g.Start)
	for _, e := range edges { // they ascend, so a vertex gets its lower neighbors first
		for i, v := range e {
			g.List[at[v]] = uint32(e[1-i])
			at[v]++
		}
	}
	return g
}

// Of are the neighbors of a vertex.
func (g Graph) Of(v int) []uint32 { return g.List[g.Start[v]:g.Start[v+1]] }

// Vertices are how many there are.
func (g Graph) Vertices() int { return len(g.Start) - 1 }

// Number numbers the colors of a coloring as they appear, so that there are no gaps, and
// counts them.
func Number[T int | uint8](coloring []T) (list []int, colors int) {
	number := map[T]int{}
	list = make([]int, len(coloring))
	for v, c := range coloring {
		if _, seen := number[c]; !seen {
			number[c] = len(number)
		}
		list[v] = number[c]
	}
	return list, len(number)
}

// Symbols is a coloring with at most 256 colors as a discrete genome has it.
func Symbols(coloring []int) []uint8 {
	symbols := make([]uint8, len(coloring))
	for v, c := range coloring {
		symbols[v] = uint8(c)
	}
	return symbols
}

// Problem is a problem whose genomes are colorings of a graph, and whose scores are minus
// the edges between two vertices of the same color.
type Problem interface {
	problem.Problem
	// Neighbors is the graph. It must not be changed.
	Neighbors() Graph
}

package coloring

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/rng"
)

// maxGenerated bounds the time that going through all pairs takes.
const maxGenerated = 50_000

// Generate makes a random graph in which each pair of vertices is joined with
// the same probability, its density, like DIMACS' DSJC graphs. The same
// arguments give the same graph for ever: its bits come from rng with purpose
// Instance, those of the edges of u to higher vertices from individual u.
func Generate(vertices int, density float64, seed uint64) (*Graph, error) {
	name := fmt.Sprintf("random-%d-%v-%d", vertices, density, seed)
	return generate(name, vertices, density, seed, func(u, v int32) bool { return true })
}

// GeneratePlanted is Generate for a graph that can be colored with k colors:
// each vertex gets one of them at random, and only vertices of different colors
// are joined. The color of u comes from word u of individual u, which no edge
// uses.
func GeneratePlanted(vertices, k int, density float64, seed uint64) (*Graph, error) {
	if k < 1 || k > MaxVertices {
		return nil, fmt.Errorf("coloring: a graph is planted with 1 to %d colors, not %d", MaxVertices, k)
	}
	color := make([]uint32, min(max(vertices, 0), maxGenerated))
	for u := range color {
		at := rng.Address{Seed: seed, Individual: uint32(u), Purpose: rng.Instance}
		color[u] = at.Bounded(at.Word(uint32(u)), uint32(u), uint32(k))
	}
	name := fmt.Sprintf("planted-%d-%d-%v-%d", vertices, k, density, seed)
	return generate(name, vertices, density, seed, func(u, v int32) bool { return color[u] != color[v] })
}

// generate draws the edges between vertices that may be joined.
func generate(name string, vertices int, density float64, seed uint64, may func(u, v int32) bool) (*Graph, error) {
	switch {
	case vertices < 1 || vertices > maxGenerated:
		return nil, fmt.Errorf("coloring: a graph is made with 1 to %d vertices, not %d", maxGenerated, vertices)
	case !(density >= 0 && density <= 1):
		return nil, fmt.Errorf("coloring: a density is from 0 to 1, not %v", density)
	case float64(vertices)*float64(vertices)*density > MaxEdges: // half of that is to be expected
		return nil, fmt.Errorf("coloring: %d vertices of density %v have too many edges; %d are the limit", vertices, density, MaxEdges/2)
	}
	g := &Graph{Name: name, Vertices: vertices}
	threshold := rng.Threshold(density)
	for u := range int32(vertices) {
		at := rng.Address{Seed: seed, Individual: uint32(u), Purpose: rng.Instance}
		for v := u + 1; v < int32(vertices); v++ {
			if may(u, v) && rng.Bernoulli(at.Word(uint32(v)), threshold) {
				g.Edges = append(g.Edges, Edge{u, v})
			}
		}
	}
	return g, nil
}

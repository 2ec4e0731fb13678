package coloring

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/rng"
)

// maxGenerated bounds the time that going through all pairs takes.
const maxGenerated = 50_000

// Generate makes a random graph in which each pair of vertices is joined with the same
// probability, its density, like DIMACS' DSJC graphs. With colors it can be colored with
// that many: each vertex gets one of them at random, and only vertices of different
// colors are joined. The same arguments give the same graph for ever: its bits come from
// rng with purpose Instance, those of the edges of u to higher vertices from individual
// u, and the color of u from word u of it, which no edge uses.
func Generate(vertices, colors int, density float64, seed uint64) (*Graph, error) {
	switch {
	case vertices < 1 || vertices > maxGenerated:
		return nil, fmt.Errorf("a graph is made with 1 to %d vertices, not %d", maxGenerated, vertices)
	case colors < 0 || colors > maxVertices:
		return nil, fmt.Errorf("a graph is planted with 1 to %d colors, not %d", maxVertices, colors)
	case !(density >= 0 && density <= 1):
		return nil, fmt.Errorf("a density is from 0 to 1, not %v", density)
	case float64(vertices)*float64(vertices)*density > maxEdges: // half of that is to be expected
		return nil, fmt.Errorf("%d vertices of density %v have too many edges; %d are the limit", vertices, density, maxEdges/2)
	}
	g := &Graph{Name: fmt.Sprintf("random-%d-%v-%d", vertices, density, seed), Vertices: vertices}
	from := func(u int32) rng.Address {
		return rng.Address{Seed: seed, Individual: uint32(u), Purpose: rng.Instance}
	}
	color := make([]int64, vertices)
	for u := range color {
		color[u] = int64(u) // all different
	}
	if colors > 0 {
		g.Name = fmt.Sprintf("planted-%d-%d-%v-%d", vertices, colors, density, seed)
		for u := range color {
			at := from(int32(u))
			color[u] = int64(at.Bounded(at.Word(uint32(u)), uint32(u), uint32(colors)))
		}
	}
	threshold := rng.Threshold(density)
	for u := range int32(vertices) {
		at := from(u)
		for v := u + 1; v < int32(vertices); v++ {
			if color[u] != color[v] && rng.Bernoulli(at.Word(uint32(v)), threshold) {
				g.Edges = append(g.Edges, [2]int32{u, v})
			}
		}
	}
	return g, nil
}

package coloring

import "fmt"

// Check judges a colouring, a colour from 0 for each vertex, against a graph: it
// returns how many edges join vertices of the same colour, and an error when
// vertices lack a colour or have one that does not exist. It goes by colour
// classes and shares no code with scoring.
func Check(g *Graph, colours int, colouring []int) (conflicts int, err error) {
	if len(colouring) != g.Vertices {
		return 0, fmt.Errorf("%d colours for %d vertices", len(colouring), g.Vertices)
	}
	class := make([]map[int32]bool, colours)
	for v, c := range colouring {
		if c < 0 || c >= colours {
			return 0, fmt.Errorf("vertex %d has colour %d; there are 1 to %d", v+1, c+1, colours)
		}
		if class[c] == nil {
			class[c] = map[int32]bool{}
		}
		class[c][int32(v)] = true
	}
	for _, e := range g.Edges {
		for _, members := range class {
			if members[e.U] && members[e.V] {
				conflicts++
			}
		}
	}
	return conflicts, nil
}

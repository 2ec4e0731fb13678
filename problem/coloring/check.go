package coloring

import "fmt"

// check judges a coloring, a color from 0 for each vertex, against the graph: it
// returns how many edges join vertices of the same color, and an error when
// vertices lack a color or have one that does not exist. It goes by color
// classes and shares no code with scoring.
func (g *Graph) check(colors int, coloring []int) (conflicts int, err error) {
	if len(coloring) != g.Vertices {
		return 0, fmt.Errorf("%d colors for %d vertices", len(coloring), g.Vertices)
	}
	class := map[int][]int{}
	for v, c := range coloring {
		if c < 0 || c >= colors {
			return 0, fmt.Errorf("vertex %d has color %d; there are 1 to %d", v+1, c+1, colors)
		}
		class[c] = append(class[c], v)
	}
	others := make([][]int32, g.Vertices) // across the edges, each from one end
	for _, e := range g.Edges {
		others[e[1]] = append(others[e[1]], e[0])
	}
	member := make([]bool, g.Vertices)
	for _, vertices := range class {
		for _, v := range vertices {
			member[v] = true
		}
		for _, v := range vertices {
			for _, u := range others[v] {
				if member[u] {
					conflicts++
				}
			}
		}
		for _, v := range vertices {
			member[v] = false
		}
	}
	return conflicts, nil
}

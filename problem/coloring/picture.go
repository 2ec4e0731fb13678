package coloring

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/problem"
)

// The size of a picture in its own units, and how many edges it shows at most.
const (
	pictureSide   = 800.0
	pictureMargin = 40.0
	pictureEdges  = 20_000
)

// WritePicture draws a coloring in SVG: the vertices on a circle, those of a color side by
// side, and the edges unless they are too many to be seen; those in conflict are red.
func (g *Graph) WritePicture(w io.Writer, coloring problem.Genome) error {
	list, colors := graph.Number(coloring.Symbols)
	conflicts, err := g.check(colors, list)
	if err != nil {
		return fmt.Errorf("coloring: %s: %w", g.Name, err)
	}
	order := make([][]int, colors)
	for v, c := range list {
		order[c] = append(order[c], v)
	}
	const middle, radius = pictureMargin + pictureSide/2, pictureSide / 2
	x, y := make([]float64, g.Vertices), make([]float64, g.Vertices)
	place := 0 // one more is left free between two colors
	for c, class := range order {
		for _, v := range class {
			angle := 2 * math.Pi * (float64(place) + float64(c)) / float64(g.Vertices+colors)
			x[v], y[v] = middle+radius*math.Sin(angle), middle-radius*math.Cos(angle)
			place++
		}
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %v %v\" font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		pictureSide+2*pictureMargin, pictureSide+2*pictureMargin)
	fmt.Fprintf(b, "<text x=\"%v\" y=\"%v\" font-size=\"14\" fill=\"#333\">", pictureMargin/2, pictureMargin/2)
	title := fmt.Appendf(nil, "%s: %d vertices, %d edges, %d colors, %d conflicts", filepath.Base(g.Name), g.Vertices, len(g.Edges), colors, conflicts)
	if err := xml.EscapeText(b, title); err != nil {
		return err
	}
	b.WriteString("</text>\n")
	for _, e := range g.Edges {
		u, v := e[0], e[1]
		conflict := list[u] == list[v]
		if !conflict && len(g.Edges) > pictureEdges {
			continue
		}
		stroke := "#bbb\" stroke-width=\"0.3"
		if conflict {
			stroke = "red\" stroke-width=\"2"
		}
		fmt.Fprintf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x[u], y[u], x[v], y[v], stroke)
	}
	size := max(0.5, min(8, pictureSide/float64(g.Vertices+colors)))
	for v, c := range list {
		// Multiples of the golden angle tell neighbors apart.
		fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"hsl(%d,65%%,50%%)\"><title>vertex %d: color %d</title></circle>\n", x[v], y[v], size, c*137%360, v+1, c+1)
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

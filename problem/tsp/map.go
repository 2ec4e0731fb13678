package tsp

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// The size of a map in its own units: the longer side, and the margin around the
// cities.
const (
	mapSide   = 800.0
	mapMargin = 16.0
	mapTitle  = 28.0  // the height of the line above
	mapLeast  = 320.0 // the width that it takes
)

// WriteMap draws a tour as an SVG picture with north at the top. It refuses what is
// none.
func (q *Instance) WriteMap(w io.Writer, tour problem.Genome) error {
	order := tour.List()
	length, err := q.check(order)
	if err != nil {
		return fmt.Errorf("tour: %s: %w", q.Name, err)
	}
	if len(q.X) == 0 {
		return fmt.Errorf("tour: %s: its cities have no coordinates, so there is no map", q.Name)
	}
	eastward, northward := q.X, q.Y
	if q.Weights == Geographic {
		eastward, northward = q.Y, q.X
	}
	west, south := slices.Min(eastward), slices.Min(northward)
	width, height := slices.Max(eastward)-west, slices.Max(northward)-south
	scale := mapSide / max(width, height)
	if math.IsInf(scale, 0) { // all cities lie in one place
		scale = 1
	}
	width, height = width*scale, height*scale
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.2f %.2f\" font-family=\"sans-serif\">\n",
		max(width+2*mapMargin, mapLeast), height+2*mapMargin+mapTitle)
	fmt.Fprintf(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"%v\" y=\"%v\" font-size=\"14\" fill=\"#333\">", mapMargin, mapMargin+8)
	if err := xml.EscapeText(b, fmt.Appendf(nil, "%s: %d cities, length %d", filepath.Base(q.Name), q.Len(), length)); err != nil {
		return err
	}
	place := func(city int) (x, y float64) {
		return mapMargin + (eastward[city]-west)*scale, mapTitle + mapMargin + height - (northward[city]-south)*scale
	}
	b.WriteString("</text>\n<path fill=\"none\" stroke=\"#2166ac\" stroke-width=\"1.2\" stroke-linejoin=\"round\" d=\"")
	for i, city := range order {
		x, y := place(city)
		fmt.Fprintf(b, "%c%.2f %.2f", "ML"[min(i, 1)], x, y)
	}
	b.WriteString("Z\"/>\n<g fill=\"#b2182b\">\n")
	radius := min(max(60/math.Sqrt(float64(q.Len())), 0.75), 4)
	for city := range q.X {
		x, y := place(city)
		fmt.Fprintf(b, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", x, y, radius)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Flush()
}

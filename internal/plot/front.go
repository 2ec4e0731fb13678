package plot

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/problem"
)

// WriteFront writes a picture of a front to a file, .svg or .png: its points by
// the first two criteria.
func WriteFront(path, title string, criteria []problem.Criterion, front [][]problem.Score) error {
	x, y := criteria[0], criteria[1]
	p := empty(title, direction(x.Name, x.Minimize), direction(y.Name, y.Minimize))
	var points plotter.XYs
	for _, s := range front {
		q := plotter.XY{X: x.Value(s[0]), Y: y.Value(s[1])}
		if math.Abs(q.X) <= math.MaxFloat64 && math.Abs(q.Y) <= math.MaxFloat64 {
			points = append(points, q)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	if len(points) > 0 {
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.Color, dots.Radius, dots.Shape = bestColor, vg.Points(2), draw.CircleGlyph{}
		p.Add(dots)
		left, right, low, high := plotter.XYRange(points)
		p.X.Min, p.X.Max = widen(left, right)
		p.Y.Min, p.Y.Max = widen(low, high)
	}
	return save(p, path)
}

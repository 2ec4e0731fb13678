package plot

import (
	"io"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/problem"
)

// Front is a picture of a front: its points by the first two criteria.
type Front struct {
	Title    string
	Criteria []problem.Criterion
	Points   [][]problem.Score // by point and criterion
}

// WriteTo writes the picture to a file, .svg or .png.
func (f *Front) WriteTo(path string) error { return write(path, f.Draw) }

// Draw writes the picture in a format, "svg" or "png".
func (f *Front) Draw(w io.Writer, format string) error {
	x, y := f.Criteria[0], f.Criteria[1]
	p := empty(f.Title, direction(x.Name, x.Minimize), direction(y.Name, y.Minimize))
	var points plotter.XYs
	for _, s := range f.Points {
		x, y := x.Value(s[0]), y.Value(s[1])
		if math.Abs(x) <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64 {
			points = append(points, plotter.XY{X: x, Y: y})
		}
	}
	p.X.Min, p.X.Max = room(points, func(q plotter.XY) float64 { return q.X })
	p.Y.Min, p.Y.Max = room(points, func(q plotter.XY) float64 { return q.Y })
	if len(points) > 0 {
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.Color, dots.Radius, dots.Shape = bestColor, vg.Points(2), draw.CircleGlyph{}
		p.Add(dots)
	}
	return render(p, w, format)
}

// room is the range of an axis with some space at its ends.
func room(points plotter.XYs, value func(plotter.XY) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, q := range points {
		low, high = min(low, value(q)), max(high, value(q))
	}
	if low > high {
		return 0, 1
	}
	return widen(low, high)
}

package plot

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Front is a picture of a front: its points by the first two criteria.
type Front struct {
	Title    string
	Criteria []problem.Criterion
	Points   [][]problem.Score // by point and criterion
}

// WriteTo writes the picture to a file, .svg or .png.
func (f *Front) WriteTo(path string) error {
	format, err := Format(path)
	if err != nil {
		return err
	}
	if err := search.WriteFile(path, func(w io.Writer) error { return f.Draw(w, format) }); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// Draw writes the picture in a format, "svg" or "png".
func (f *Front) Draw(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text = f.Title
	p.Title.Padding = vg.Points(8)
	for m, a := range []*plot.Axis{&p.X, &p.Y} {
		c := f.Criteria[m]
		a.Label.Text = c.Name + " (larger is better)"
		if c.Minimize {
			a.Label.Text = c.Name + " (smaller is better)"
		}
		a.Label.Padding, a.Padding = vg.Points(6), vg.Points(4)
		a.Tick.Marker = roundTicks{}
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.7), vg.Points(0.7)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridColor, gridColor
	p.Add(grid)
	var points plotter.XYs
	for _, s := range f.Points {
		x, y := f.Criteria[0].Value(s[0]), f.Criteria[1].Value(s[1])
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
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return err
	}
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	p.BackgroundColor = nil
	p.Draw(draw.Crop(page, margin, -2*margin, margin, -margin))
	_, err = canvas.WriteTo(w)
	return err
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
	space := 0.04 * (high - low)
	if space == 0 {
		space = max(1, math.Abs(low)*0.01)
	}
	return low - space, high + space
}

package bench

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// Curve is one curve of a picture.
type Curve struct {
	Name   string
	Dashed bool // and in the color of the curve before it
	Points plotter.XYs
}

// Add adds a point.
func (c *Curve) Add(x, y float64) { c.Points = append(c.Points, plotter.XY{X: x, Y: y}) }

// Picture is curves, or bars, over an axis.
type Picture struct {
	Title, X, Y string
	Names       []string // of the places 0, 1, … of the axis, if it has names
	LogX, LogY  bool
	Curves      []Curve
	Bars        plotter.Values // at the names
}

// Draw writes the picture as an SVG.
func (p Picture) Draw(path string) error {
	to := plot.New()
	to.Title.Text = p.Title
	to.X.Label.Text, to.Y.Label.Text = p.X, p.Y
	to.Legend.Top, to.Legend.Left = true, true
	to.Legend.TextStyle.Font.Size = vg.Points(8)
	to.Add(plotter.NewGrid())
	for axis, logarithmic := range map[*plot.Axis]bool{&to.X: p.LogX, &to.Y: p.LogY} {
		if logarithmic {
			axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		}
	}
	if p.Names != nil {
		to.NominalX(p.Names...)
	}
	if p.Bars != nil {
		bars, err := plotter.NewBarChart(p.Bars, vg.Points(40))
		if err != nil {
			return err
		}
		bars.Color = plotutil.Color(0)
		to.Add(bars)
	}
	color := -1
	for _, c := range p.Curves {
		line, points, err := plotter.NewLinePoints(c.Points)
		if err != nil {
			return err
		}
		if c.Dashed {
			line.Dashes = plotutil.Dashes(1)
		} else {
			color++
			to.Legend.Add(c.Name, line)
		}
		line.Color, points.Color = plotutil.Color(color), plotutil.Color(color)
		points.Radius = vg.Points(2)
		to.Add(line, points)
	}
	return to.Save(17*vg.Centimeter, 11*vg.Centimeter, path)
}

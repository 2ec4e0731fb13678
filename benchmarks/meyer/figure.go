package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// curve is one line of a figure.
type curve struct {
	name   string
	points plotter.XYs
}

// figure is a picture of curves, or of bars where it has no curves.
type figure struct {
	number      int
	title, x    string
	logarithmic bool // the x axis, with ticks where the first curve has points
	curves      []curve
	names       []string // of bars
	bars        plotter.Values
}

// draw writes a figure into a folder.
func (f figure) draw(folder string) error {
	p := plot.New()
	p.Title.Text = f.title
	p.X.Label.Text, p.Y.Label.Text = f.x, "s"
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.TextStyle.Font.Size = vg.Points(8)
	p.Add(plotter.NewGrid())
	if f.logarithmic {
		var ticks plot.ConstantTicks
		for _, at := range f.curves[0].points {
			ticks = append(ticks, plot.Tick{Value: at.X, Label: strconv.FormatFloat(at.X, 'f', 0, 64)})
		}
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks
	}
	for i, c := range f.curves {
		line, points, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return err
		}
		line.Color, points.Color = plotutil.Color(i), plotutil.Color(i)
		points.Radius = vg.Points(2)
		if p.Add(line); len(c.points) < 20 {
			p.Add(points)
		}
		if len(f.curves) > 1 {
			p.Legend.Add(c.name, line)
		}
	}
	if f.bars != nil {
		bars, err := plotter.NewBarChart(f.bars, vg.Points(40))
		if err != nil {
			return err
		}
		bars.Color = plotutil.Color(0)
		p.Add(bars)
		p.NominalX(f.names...)
	}
	p.Y.Min = 0
	return p.Save(17*vg.Centimeter, 10*vg.Centimeter, filepath.Join(folder, fmt.Sprintf("meyer-figure%d.svg", f.number)))
}

package main

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// series is one curve of a figure, in seconds.
type series struct {
	name   string
	dashed bool
	points plotter.XYs
}

func (s *series) add(x, seconds float64) {
	s.points = append(s.points, plotter.XY{X: x, Y: 1000 * seconds})
}

// draw writes the curves as an SVG; logarithmic scales both axes. A dashed
// curve has the color of the one before it.
func draw(path, title, x string, logarithmic bool, curves []series) error {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text, p.Y.Label.Text = x, "ms"
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.TextStyle.Font.Size = vg.Points(8)
	p.Add(plotter.NewGrid())
	if logarithmic {
		p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	}
	color := -1
	for _, c := range curves {
		line, points, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return err
		}
		if c.dashed {
			line.Dashes = plotutil.Dashes(1)
		} else {
			color++
		}
		line.Color, points.Color = plotutil.Color(color), plotutil.Color(color)
		points.Radius = vg.Points(2)
		p.Add(line, points)
		if !c.dashed {
			p.Legend.Add(c.name, line)
		}
	}
	return p.Save(16*vg.Centimeter, 11*vg.Centimeter, path)
}

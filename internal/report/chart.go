package report

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Chart is lines in a plane. Where values of Y are far apart, its axis is logarithmic;
// of dots, which have no direction, that of X as well.
type Chart struct {
	Name           string // of its file, without extension
	Title, Caption string
	X, Y           string // what the axes show
	LogX           bool   // the axis of X is logarithmic, too
	Lines          []Line
}

// Line is a curve of a Chart; points that are not finite are left out.
type Line struct {
	Name   string
	Points [][2]float64
	Bands  [][2]float64 // around the points, from where to where; nil: none
	Dots   bool         // the points are not joined
	Dashed bool         // and in the color of the line before it
}

// Add adds a point.
func (l *Line) Add(x, y float64) { l.Points = append(l.Points, [2]float64{x, y}) }

// Picture is the chart as a picture.
func (c Chart) Picture() Picture {
	return Picture{fileName(c.Name), clean(c.Title), clean(c.Caption), c.figure}
}

func (c *Chart) figure() *figure {
	f := newCurves(clean(c.X), clean(c.Y))
	x, y, wider := nothing, nothing, nothing
	curves, variants, own := make([]plotter.XYs, len(c.Lines)), make([]int, len(c.Lines)), -1
	for i, l := range c.Lines {
		if variants[i] = own + len(palette); !l.Dashed {
			own++
			variants[i] = own
		}
		for _, p := range l.Points {
			if math.Abs(p[0]) < drawable && math.Abs(p[1]) < drawable {
				curves[i] = append(curves[i], plotter.XY{X: p[0], Y: p[1]})
				x.include(p[0])
				y.include(p[1])
			}
		}
		for _, b := range l.Bands {
			wider.include(b[0])
			wider.include(b[1])
		}
	}
	if span(&f.plot.X, x.low, x.high); c.LogX {
		logarithmic(&f.plot.X, x.low, x.high)
	}
	switch dots := slices.Concat(curves...); {
	case !slices.ContainsFunc(c.Lines, func(l Line) bool { return !l.Dots }):
		dotAxis(&f.plot.X, dots, func(p plotter.XY) float64 { return p.X })
		dotAxis(&f.plot.Y, dots, func(p plotter.XY) float64 { return p.Y })
	case f.farAxis(y):
	default: // bands may be so wide that no line would be seen
		height := y.high - y.low
		span(&f.plot.Y, max(min(wider.low, y.low), y.low-height), min(max(wider.high, y.high), y.high+height))
	}
	for i, l := range c.Lines {
		f.area(l.edge(f, 0), l.edge(f, 1), variantColor(variants[i]))
	}
	for i, l := range c.Lines {
		switch {
		case len(curves[i]) == 0:
		case l.Dots:
			f.dots(curves[i], variantColor(variants[i]))
		default:
			f.curve(curves[i], clean(l.Name), variants[i])
		}
	}
	return f
}

// edge is one side of the bands, cut off where the figure ends.
func (l *Line) edge(f *figure, side int) (xys plotter.XYs) {
	for i, b := range l.Bands {
		if !math.IsNaN(b[0]) && !math.IsNaN(b[1]) {
			xys = append(xys, plotter.XY{X: l.Points[i][0], Y: min(max(b[side], f.plot.Y.Min), f.plot.Y.Max)})
		}
	}
	return xys
}

// dotAxis sets an axis to one coordinate of dots. It is logarithmic where half of them
// are far apart: a few that are almost 0 would press all others together.
func dotAxis(a *plot.Axis, dots plotter.XYs, of func(plotter.XY) float64) {
	values := make([]float64, len(dots))
	for i, p := range dots {
		values[i] = of(p)
	}
	slices.Sort(values)
	if len(values) == 0 {
		span(a, math.Inf(1), math.Inf(-1))
		return
	}
	low, high := values[0], values[len(values)-1]
	if span(a, low, high); wide(low, high) && statistics.Quantile(values, 0.75) > 30*statistics.Quantile(values, 0.25) {
		logarithmic(a, low, high)
	}
}

// extent is the lowest and the highest of some numbers, and the least that is not almost 0.
type extent struct{ low, high, least float64 }

var nothing = extent{math.Inf(1), math.Inf(-1), math.Inf(1)}

func (e *extent) include(v float64) {
	if math.Abs(v) < drawable {
		e.low, e.high = min(e.low, v), max(e.high, v)
		if v >= almostZero {
			e.least = min(e.least, v)
		}
	}
}

// Bars is a chart of numbers above 0 with names.
type Bars struct {
	Name, Title, Caption string
	X, Unit              string // what the numbers are, and what follows them
	Names                []string
	Values               []float64
	variants             []int // their colors; nil: all have the first
}

// Picture is the chart as a picture.
func (b Bars) Picture() Picture {
	return Picture{fileName(b.Name), clean(b.Title), clean(b.Caption), b.figure}
}

func (b *Bars) figure() *figure {
	f := newRows(b.Names, b.X, 26)
	for i, v := range b.Values {
		hue := variantColor(0)
		if b.variants != nil {
			hue = variantColor(b.variants[i])
		}
		f.plot.Add(plotted(func(c draw.Canvas, x, toY func(float64) vg.Length) {
			y, half := toY(rowOf(i, len(b.Values))), vg.Length(8)
			block(c, hue, x(0), y-half, x(v), y+half)
			style := sans(9, ink)
			style.YAlign = draw.YCenter
			c.FillText(style, vg.Point{X: x(v) + 5, Y: y + 1}, Number(v, 3)+b.Unit)
		}))
	}
	f.plot.X.Min, f.plot.X.Max, f.plot.X.Padding = 0, slices.Max(b.Values)*1.12, 0
	return f
}

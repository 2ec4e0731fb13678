package report

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Pairs is points in more than two dimensions: a matrix that shows each two of them.
type Pairs struct {
	Name           string // of its file, without extension
	Title, Caption string
	Axes           []string // what the dimensions are
	Points         [][]float64
}

const (
	pairSide  = 3.4 * vg.Centimeter // the least of a part of the matrix
	pairSpace = vg.Length(14)       // between two of them
	tickSize  = vg.Length(4)
)

// Picture is the matrix as a picture.
func (p Pairs) Picture() Picture {
	return Picture{fileName(p.Name), clean(p.Title), clean(p.Caption), p.figure}
}

// figure has a column for each dimension but the last, and a row for each but the first.
func (p *Pairs) figure() *figure {
	n := vg.Length(len(p.Axes) - 1)
	f := &figure{paint: p.paint, width: max(pictureWidth, n*(pairSide+pairSpace)+2*pairSide/3)}
	f.height = f.width * 4 / 5
	return f
}

// paint draws the parts below the diagonal. Those at the left and at the bottom have
// names and numbers, which are good for the whole row or column.
func (p *Pairs) paint(c draw.Canvas) {
	n := len(p.Axes) - 1
	axes := make([]plot.Axis, n+1)
	number, name := sans(9, ink), sans(9, faint)
	left := vg.Length(0)
	for i := range axes {
		axes[i] = newPlot().X
		dots := make(plotter.XYs, len(p.Points))
		for j, v := range p.Points {
			dots[j].X = v[i]
		}
		dotAxis(&axes[i], dots, func(p plotter.XY) float64 { return p.X })
		for _, t := range fewTicks(&axes[i], pairSide, number) {
			left = max(left, roomFor(number, t.Label)+2*tickSize)
		}
	}
	bottom := 2 * labelRow
	width := (c.Max.X-c.Min.X-left)/vg.Length(n) - pairSpace
	height := (c.Max.Y-c.Min.Y-bottom)/vg.Length(n) - labelRow - pairSpace/2
	for row := range n {
		low := c.Min.Y + bottom + vg.Length(n-1-row)*(height+labelRow+pairSpace/2)
		for column := range row + 1 {
			from := c.Min.X + left + vg.Length(column)*(width+pairSpace)
			part := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: from, Y: low}, Max: vg.Point{X: from + width, Y: low + height}}}
			p.part(part, axes, column, row+1)
		}
		name.YAlign = draw.YCenter
		c.FillText(name, vg.Point{X: c.Min.X, Y: low + height + 2*labelRow/3}, abridge(clean(p.Axes[row+1]), 70))
	}
}

// part draws the points by two dimensions.
func (p *Pairs) part(c draw.Canvas, axes []plot.Axis, x, y int) {
	line := draw.LineStyle{Color: faint, Width: vg.Points(0.6)}
	rule := draw.LineStyle{Color: rules, Width: gridWidth}
	style := sans(9, ink)
	width, height := c.Max.X-c.Min.X, c.Max.Y-c.Min.Y
	for _, t := range fewTicks(&axes[x], width, style) {
		at := c.Min.X + vg.Length(axes[x].Norm(t.Value))*width
		c.StrokeLine2(line, at, c.Min.Y-tickSize, at, c.Min.Y)
		c.StrokeLine2(rule, at, c.Min.Y, at, c.Max.Y)
		if style.XAlign, style.YAlign = draw.XCenter, draw.YTop; y == len(axes)-1 {
			c.FillText(style, vg.Point{X: at, Y: c.Min.Y - tickSize - 2}, t.Label)
		}
	}
	for _, t := range fewTicks(&axes[y], height, style) {
		at := c.Min.Y + vg.Length(axes[y].Norm(t.Value))*height
		c.StrokeLine2(line, c.Min.X-tickSize, at, c.Min.X, at)
		c.StrokeLine2(rule, c.Min.X, at, c.Max.X, at)
		if style.XAlign, style.YAlign = draw.XRight, draw.YCenter; x == 0 {
			c.FillText(style, vg.Point{X: c.Min.X - tickSize - 2, Y: at}, t.Label)
		}
	}
	c.StrokeLine2(line, c.Min.X, c.Min.Y, c.Max.X, c.Min.Y)
	c.StrokeLine2(line, c.Min.X, c.Min.Y, c.Min.X, c.Max.Y)
	for _, v := range p.Points {
		at := vg.Point{X: c.Min.X + vg.Length(axes[x].Norm(v[x]))*width, Y: c.Min.Y + vg.Length(axes[y].Norm(v[y]))*height}
		c.DrawGlyph(draw.GlyphStyle{Color: variantColor(0), Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}, at)
	}
	if y < len(axes)-1 {
		return
	}
	style = sans(9, faint)
	style.XAlign, style.YAlign = draw.XRight, draw.YTop
	name, direction, _ := strings.Cut(clean(p.Axes[x]), " (")
	c.FillText(style, vg.Point{X: c.Max.X, Y: c.Min.Y - labelRow - tickSize}, abridge(name, int(width/6)))
	c.FillText(style, vg.Point{X: c.Max.X, Y: c.Min.Y - labelRow - tickSize - 11}, strings.TrimSuffix(direction, ")"))
}

// fewTicks are the ticks of an axis whose numbers have room side by side.
func fewTicks(a *plot.Axis, room vg.Length, style text.Style) []plot.Tick {
	var ticks []plot.Tick
	marker := a.Tick.Marker
	if _, plain := marker.(roundTicks); plain {
		marker = roundTicks{least: 2}
	}
	need := vg.Length(0)
	for _, t := range marker.Ticks(a.Min, a.Max) {
		if t.Label != "" {
			ticks = append(ticks, t)
			need += roomFor(style, t.Label) + 8
		}
	}
	for every := 2; need > room && len(ticks) > 2; need /= 2 {
		kept := ticks[:0]
		for i, t := range ticks {
			if i%every == 0 {
				kept = append(kept, t)
			}
		}
		ticks = kept
	}
	return ticks
}

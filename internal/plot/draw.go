package plot

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/search"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The size of a picture, and its colors: two that can be told apart by the
// color-blind and in gray.
const (
	width  = 18 * vg.Centimeter
	height = 11 * vg.Centimeter
	margin = vg.Length(8)
)

var (
	bestColor  = color.NRGBA{R: 0x1b, G: 0x5e, B: 0x9e, A: 0xff}
	meanColor  = color.NRGBA{R: 0xd9, G: 0x6f, B: 0x0e, A: 0xff}
	bandColor  = color.NRGBA{R: 0xd9, G: 0x6f, B: 0x0e, A: 0x2c}
	innerColor = color.NRGBA{R: 0x1b, G: 0x5e, B: 0x9e, A: 0x38}
	gridColor  = color.NRGBA{R: 0xe4, G: 0xe4, B: 0xe4, A: 0xff}
)

// Format is the format that a file's name asks for: "svg" or "png".
func Format(path string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%s: a picture is a .svg or a .png file", path)
}

// empty is a picture without anything in it.
func empty(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.Padding, a.Padding = vg.Points(6), vg.Points(4)
		a.Tick.Marker = roundTicks{}
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.7), vg.Points(0.7)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridColor, gridColor
	p.Add(grid)
	return p
}

// direction is the label of an axis with an objective.
func direction(name string, minimize bool) string {
	if minimize {
		return name + " (smaller is better)"
	}
	return name + " (larger is better)"
}

// save writes a picture on white paper to a file, in the format of its name.
func save(p *plot.Plot, path string) error {
	format, err := Format(path)
	if err != nil {
		return err
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
	if err := atomicfile.Write(path, func(w io.Writer) error { _, err := canvas.WriteTo(w); return err }); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// widen leaves some space at the ends of a range.
func widen(low, high float64) (float64, float64) {
	space := 0.04 * (high - low)
	if space == 0 {
		space = max(1, math.Abs(low)*0.01)
	}
	return low - space, high + space
}

// Finish draws what there is.
func (c *Convergence) Finish(search.Result) error {
	if len(c.replicas) == 0 {
		return nil
	}
	columns := c.columns()
	p := empty(c.title, "step", direction("objective", c.objective.Minimize))
	view := viewOf(columns)
	if view.log {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if err := c.addSeries(p, columns, view); err != nil {
		return err
	}
	p.X.Min, p.X.Max = view.left, view.right
	p.Y.Min, p.Y.Max = view.low, view.high
	p.Legend.Top = c.objective.Minimize // the empty corner is opposite to the best
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(-8), vg.Points(8)
	if p.Legend.Top {
		p.Legend.YOffs = vg.Points(-8)
	}
	return save(p, c.path)
}

func (c *Convergence) addSeries(p *plot.Plot, columns []column, v view) error {
	best := func(x column) float64 { return x.best.median }
	mean := func(x column) float64 { return x.mean.median }
	type band struct {
		fill      color.NRGBA
		low, high func(column) float64
	}
	bandName, bestName, meanName := "mean to worst", "best", "mean"
	bands := []band{{bandColor, func(x column) float64 { return x.worst }, mean}}
	if len(c.replicas) > 1 {
		bestName = fmt.Sprintf("best, median of %d", len(c.replicas))
		meanName, bandName = "mean, median", "quartiles"
		bands = []band{
			{bandColor, func(x column) float64 { return x.mean.low }, func(x column) float64 { return x.mean.high }},
			{innerColor, func(x column) float64 { return x.best.low }, func(x column) float64 { return x.best.high }},
		}
	}
	for _, b := range bands {
		there, back := v.line(columns, b.low), v.line(columns, b.high)
		slices.Reverse(back)
		area, err := plotter.NewPolygon(append(there, back...))
		if err != nil {
			return err
		}
		area.Color, area.LineStyle.Width = b.fill, 0
		p.Add(area)
	}
	p.Legend.Add(bandName, swatch{bands[len(bands)-1].fill})
	for _, l := range []struct {
		name  string
		color color.Color
		width float64
		value func(column) float64
	}{{meanName, meanColor, 1.2, mean}, {bestName, bestColor, 1.8, best}} {
		line, err := plotter.NewLine(v.line(columns, l.value))
		if err != nil {
			return err
		}
		line.Color, line.Width = l.color, vg.Points(l.width)
		p.Add(line)
		p.Legend.Add(l.name, line)
	}
	return nil
}

// swatch is a band's mark in the legend.
type swatch struct{ color color.Color }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.color, []vg.Point{c.Min, {X: c.Min.X, Y: c.Max.Y}, c.Max, {X: c.Max.X, Y: c.Min.Y}})
}

// view is the part of the plane that is shown. Infeasible members can be so
// bad that nothing else would be seen; the band is cut off there.
type view struct {
	left, right, low, high float64
	log                    bool
}

func viewOf(columns []column) view {
	v := view{left: math.Inf(1), right: math.Inf(-1), low: math.Inf(1), high: math.Inf(-1)}
	for _, c := range columns {
		v.left, v.right = min(v.left, c.step), max(v.right, c.step)
		for _, q := range []quartiles{c.best, c.mean} {
			if !math.IsNaN(q.median) {
				v.low, v.high = min(v.low, q.low), max(v.high, q.high)
			}
		}
	}
	if v.low > v.high { // nothing but NaN
		v.low, v.high = 0, 1
	}
	// A cost that falls by more than three orders of magnitude is only seen
	// on a logarithmic axis.
	v.log = v.low > 0 && v.high/v.low > 1000
	if v.log {
		v.low, v.high = v.low/1.3, v.high*1.3
	} else {
		v.includeWorst(columns)
		v.low, v.high = widen(v.low, v.high)
	}
	if !(v.right > v.left) {
		v.left, v.right = v.left-0.5, v.left+0.5
	}
	return v
}

// includeWorst widens the view to the worst members, unless that would more
// than triple it.
func (v *view) includeWorst(columns []column) {
	low, high := v.low, v.high
	for _, c := range columns {
		if !math.IsNaN(c.worst) {
			low, high = min(low, c.worst), max(high, c.worst)
		}
	}
	if span := v.high - v.low; high-low <= 3*span {
		v.low, v.high = low, high
	} else {
		v.low, v.high = max(low, v.low-span), min(high, v.high+span)
	}
}

// line is a curve, cut off where the view ends.
func (v view) line(columns []column, value func(column) float64) plotter.XYs {
	xys := make(plotter.XYs, 0, len(columns))
	for _, c := range columns {
		if y := value(c); !math.IsNaN(y) {
			xys = append(xys, plotter.XY{X: c.step, Y: min(max(y, v.low), v.high)})
		}
	}
	if len(xys) == 0 {
		xys = append(xys, plotter.XY{X: v.left, Y: v.low})
	}
	return xys
}

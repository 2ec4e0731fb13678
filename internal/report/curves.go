package report

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// curvePoints bounds the points of a curve: more are not seen.
const curvePoints = 400

func newCurves(x, y string) *figure {
	f := &figure{plot: newPlot(), x: x, y: y, height: curveHeight}
	grid(f.plot, gridWidth)
	return f
}

// curve adds a line.
func (f *figure) curve(points plotter.XYs, name string, variant int) {
	line, err := plotter.NewLine(f.raised(points))
	if err != nil {
		f.err = cmp.Or(f.err, fmt.Errorf("curve %s: %w", name, err))
		return
	}
	line.LineStyle = variantLine(variant)
	f.plot.Add(line)
	f.legend = append(f.legend, entry{name, variant})
}

// dots adds points.
func (f *figure) dots(points plotter.XYs, hue color.Color) {
	f.plot.Add(plotted(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, p := range points {
			c.DrawGlyph(draw.GlyphStyle{Color: hue, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}, vg.Point{X: x(p.X), Y: y(p.Y)})
		}
	}))
}

// share adds the curve of a share of a result's runs, from the left edge, where it
// is 0, to the right one.
func (f *figure) share(r *Result, steps plotter.XYs) {
	xys := append(plotter.XYs{{X: f.plot.X.Min}}, steps...)
	xys = append(xys, plotter.XY{X: f.plot.X.Max, Y: xys[len(xys)-1].Y})
	f.curve(xys, r.Name, r.Variant)
	f.plot.Y.Min, f.plot.Y.Max = 0, 1
}

// wide tells whether positive values spread so far, over more than two decades, that
// only a logarithmic axis shows them.
func wide(low, high float64) bool {
	return low > 1/drawable && high < drawable && math.Log10(high)-math.Log10(low) > 2
}

// drawable bounds what fits on an axis with room around it.
const drawable = 1e250

// logarithmic makes an axis logarithmic, from low to high with some room.
func logarithmic(a *plot.Axis, low, high float64) {
	if !(low > 1/drawable && low <= high && high < drawable) {
		low, high = 1, 10
	}
	if high < 1.5*low {
		low, high = low/2, high*2
	}
	room := math.Pow(10, 0.03*(math.Log10(high)-math.Log10(low)))
	a.Min, a.Max = low/room, high*room
	a.Scale, a.Tick.Marker = plot.LogScale{}, powerTicks{}
}

// valueAxis sets an axis to values, logarithmic if they are far apart.
func valueAxis(a *plot.Axis, low, high float64) {
	if wide(low, high) {
		logarithmic(a, low, high)
	} else {
		span(a, low, high)
	}
}

// farAxis makes the axis of y logarithmic if values are far apart, and tells whether they
// are. A 0 among them, such as the least cost that there is, stands at its foot.
func (f *figure) farAxis(e extent) bool {
	switch {
	case e.low >= 0 && e.low < almostZero && wide(e.least, e.high):
		f.foot = e.least / math.Pow(e.high/e.least, 0.1)
		logarithmic(&f.plot.Y, f.foot, e.high)
		f.plot.Y.Tick.Marker = footTicks{f.foot, e.least}
	case wide(e.low, e.high):
		logarithmic(&f.plot.Y, e.low, e.high)
	default:
		return false
	}
	return true
}

// almostZero is what nobody tells from 0; more decades would press those that matter
// together.
const almostZero = 1e-40

// raised are points of which none is below the foot.
func (f *figure) raised(points plotter.XYs) plotter.XYs {
	if f.foot > 0 {
		for i := range points {
			points[i].Y = max(points[i].Y, f.foot)
		}
	}
	return points
}

// footTicks are those of a logarithmic axis from its least number on, and one at its foot.
type footTicks struct{ foot, least float64 }

// Ticks implements plot.Ticker.
func (t footTicks) Ticks(_, high float64) []plot.Tick {
	return append([]plot.Tick{{Value: t.foot, Label: "≈ 0"}}, powerTicks{}.Ticks(t.least, high)...)
}

// stairs is an empirical distribution function in so many runs: from the first
// value at height 0, up at each value.
func stairs(sorted []float64, runs int) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*min(len(sorted), curvePoints)+2)
	height := 0.0
	stride := max(1, (len(sorted)+curvePoints-1)/curvePoints)
	for i := 0; i < len(sorted); {
		// Equal values are one stair, and of very many values some are.
		to := min(len(sorted), i+stride)
		for to < len(sorted) && sorted[to] == sorted[to-1] {
			to++
		}
		v := sorted[to-1]
		if i == 0 {
			v = sorted[0]
		}
		xys = append(xys, plotter.XY{X: v, Y: height})
		height = float64(to) / float64(runs)
		xys = append(xys, plotter.XY{X: v, Y: height})
		i = to
	}
	return xys
}

// distribution draws the share of runs that are at most at a value.
func (p *Problem) distribution() *figure {
	f := newCurves(p.valueLabel(), "share of runs")
	low, high := p.reach()
	valueAxis(&f.plot.X, low, high)
	for _, r := range p.Results {
		if len(r.values) > 0 {
			f.share(r, stairs(r.values, len(r.ranked)))
		}
	}
	p.markTarget(f)
	return f
}

// toTarget draws the share of runs that hit the target within so many
// evaluations.
func (p *Problem) toTarget() *figure {
	f := newCurves("evaluations", "share of runs that hit the target")
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range p.Results {
		if e := r.evaluations; len(e) > 0 {
			low, high = min(low, max(1, e[0])), max(high, e[len(e)-1])
		}
		for i := range r.Group.Runs {
			high = max(high, float64(r.Group.Runs[i].Evaluations))
		}
	}
	logarithmic(&f.plot.X, low, high)
	for _, r := range p.Results {
		steps := stairs(r.evaluations, len(r.ranked))
		for i := range steps {
			steps[i].X = max(1, steps[i].X)
		}
		f.share(r, steps)
	}
	return f
}

// cactus draws for each variant the times of its runs that hit a target, from
// the fastest on: the farther right and the lower, the better. Where a problem
// has several targets, hits of one are not those of another.
func (a *Analysis) cactus() *figure {
	f := newCurves("runs that hit the target", "time to target of each (s)")
	times := make([][]float64, len(a.Variants))
	low, high, most := math.Inf(1), math.Inf(-1), 1
	for _, p := range a.Problems {
		for _, r := range p.Results {
			if !p.parted {
				times[r.Variant] = append(times[r.Variant], r.seconds...)
			}
		}
	}
	for _, t := range times {
		slices.Sort(t)
		for _, v := range t {
			if v > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
		most = max(most, len(t))
	}
	if high/low > 20 {
		logarithmic(&f.plot.Y, low, high)
	} else {
		span(&f.plot.Y, 0, high)
		f.plot.Y.Min = 0
	}
	for v, t := range times {
		if len(t) == 0 {
			continue
		}
		var xys plotter.XYs
		for i := 0; i < len(t); i += max(1, len(t)/curvePoints) {
			xys = append(xys, plotter.XY{X: float64(i + 1), Y: max(t[i], f.plot.Y.Min)})
		}
		xys = append(xys, plotter.XY{X: float64(len(t)), Y: max(t[len(t)-1], f.plot.Y.Min)})
		f.curve(xys, a.Variants[v], v)
	}
	f.plot.X.Min, f.plot.X.Max = 0, float64(most)*1.02
	return f
}

package report

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Pictures with a row for each result: boxes, histograms, bars.

// newRows is a plot whose rows have names.
func newRows(names []string, x string, rowHeight vg.Length) *figure {
	f := &figure{plot: newPlot(), x: x, height: 46 + vg.Length(len(names))*rowHeight}
	y := &f.plot.Y
	y.Tick.Marker = nameTicks(names)
	y.Tick.LineStyle.Width, y.Tick.Length, y.LineStyle.Width = 0, 0, 0
	y.Min, y.Max = -0.5, float64(len(names))-0.5
	y.Padding = 6
	grid(f.plot, 0)
	return f
}

// span sets an axis to all values, with some room.
func span(a *plot.Axis, low, high float64) {
	if !(low <= high) {
		low, high = 0, 1
	}
	room := 0.03 * (high - low)
	if room == 0 {
		room = max(0.5, math.Abs(low)*0.01)
	}
	a.Min, a.Max = low-room, high+room
}

// reach is the least and the greatest feasible value of all results.
func (p *Problem) reach() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range p.Results {
		if v := r.values; len(v) > 0 {
			low, high = min(low, v[0]), max(high, v[len(v)-1])
		}
	}
	return low, high
}

func (p *Problem) valueLabel() string { return Directed("value", p.Minimize) }

// plotted draws on a canvas, given where numbers of the axes are on it.
type plotted func(c draw.Canvas, x, y func(float64) vg.Length)

// Plot implements plot.Plotter.
func (d plotted) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	d(c, x, y)
}

// block draws a rectangle.
func block(c draw.Canvas, hue color.Color, left, bottom, right, top vg.Length) []vg.Point {
	corners := []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}}
	c.FillPolygon(hue, corners)
	return corners
}

// boxes draws quartiles, whiskers and what lies beyond.
func (p *Problem) boxes() *figure {
	f := newRows(p.names(), p.valueLabel(), 30)
	for i, r := range p.Results {
		if len(r.values) > 0 {
			f.plot.Add(r.box(rowOf(i, len(p.Results))))
		}
	}
	low, high := p.reach()
	valueAxis(&f.plot.X, low, high)
	p.markTarget(f)
	return f
}

// markTarget draws a line at the target, if the axis of values comes there.
func (p *Problem) markTarget(f *figure) {
	if p.Target == nil || *p.Target <= f.plot.X.Min || *p.Target >= f.plot.X.Max {
		return
	}
	f.plot.Add(plotted(func(c draw.Canvas, toX, _ func(float64) vg.Length) {
		x := toX(*p.Target)
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(1), Dashes: []vg.Length{3, 2}}, x, c.Min.Y, x, c.Max.Y)
		style := sans(8, faint)
		style.XAlign = draw.XCenter
		c.FillText(style, vg.Point{X: x, Y: c.Max.Y + 2}, "target")
	}))
}

// box is the box of a result in a row.
func (r *Result) box(row float64) plotted {
	low, high := statistics.Whiskers(r.values)
	return func(c draw.Canvas, x, toY func(float64) vg.Length) {
		y, half := toY(row), vg.Length(9)
		hue := variantColor(r.Variant)
		line := draw.LineStyle{Color: hue, Width: vg.Points(1.1)}
		q1, q3 := x(r.Values.LowerQuartile), x(r.Values.UpperQuartile)
		c.StrokeLine2(line, x(low), y, q1, y)
		c.StrokeLine2(line, q3, y, x(high), y)
		for _, end := range []float64{low, high} {
			c.StrokeLine2(line, x(end), y-half/2, x(end), y+half/2)
		}
		corners := block(c, pale(hue, boxAlpha), q1, y-half, q3, y+half)
		c.StrokeLines(line, append(corners, corners[0]))
		middle := draw.LineStyle{Color: ink, Width: vg.Points(2)}
		c.StrokeLine2(middle, x(r.Values.Median), y-half, x(r.Values.Median), y+half)
		mark := draw.GlyphStyle{Color: pale(hue, markAlpha), Radius: vg.Points(1.5), Shape: draw.CircleGlyph{}}
		last := vg.Length(math.Inf(-1))
		for _, v := range r.values {
			// Of many marks in one place one is enough.
			if at := x(v); (v < low || v > high) && at-last >= 0.7 {
				c.DrawGlyph(mark, vg.Point{X: at, Y: y})
				last = at
			}
		}
	}
}

// histogram draws the shares of each result's runs in common intervals.
func (p *Problem) histogram() *figure {
	f := newRows(p.names(), p.valueLabel(), 46)
	low, high := p.reach()
	valueAxis(&f.plot.X, low, high)
	edges := p.edges(low, high)
	shares, highest := p.shares(edges)
	for i, r := range p.Results {
		base := rowOf(i, len(p.Results)) - 0.4
		f.plot.Add(plotted(func(c draw.Canvas, x, y func(float64) vg.Length) {
			for k, s := range shares[i] {
				if s == 0 {
					continue
				}
				left, right := x(edges[k]), x(edges[k+1])
				if right-left > 3 {
					right -= 0.6
				}
				block(c, variantColor(r.Variant), left, y(base), right, y(base+0.85*s/highest))
			}
			c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.5)}, c.Min.X, y(base), c.Max.X, y(base))
		}))
	}
	f.plot.X.Min, f.plot.X.Max = edges[0], edges[len(edges)-1]
	f.plot.Y.Max = float64(len(p.Results)) - 0.35
	return f
}

// edges are the ends of the intervals: about as many as the rule of Freedman
// and Diaconis (1981) wants for all runs, on round numbers, and for integers
// no narrower than 1.
func (p *Problem) edges(low, high float64) []float64 {
	if !(low < high) {
		if low > high { // no value at all
			low, high = 0, 0
		}
		half := max(0.5, math.Abs(low)*0.01)
		return []float64{low - half, high + half}
	}
	width := math.Inf(1)
	whole := true
	for _, r := range p.Results {
		s := &r.Values
		if s.N > 1 && s.UpperQuartile > s.LowerQuartile {
			width = min(width, 2*(s.UpperQuartile-s.LowerQuartile)/math.Cbrt(float64(s.N)))
		}
		whole = whole && !slices.ContainsFunc(r.values, func(v float64) bool { return v != math.Trunc(v) })
	}
	width = min(max(width, (high-low)/80), (high-low)/8)
	scale := math.Pow(10, math.Floor(math.Log10(width)))
	for _, factor := range []float64{1, 2, 5, 10} {
		if scale*factor >= width*0.75 {
			width = scale * factor
			break
		}
	}
	if wide(low, high) { // the axis is logarithmic then
		const intervals = 40
		edges := make([]float64, intervals+1)
		from, to := math.Log10(low), math.Log10(high)
		for i := range edges {
			edges[i] = math.Pow(10, from+float64((to-from)*float64(i)/intervals))
		}
		return edges
	}
	start := math.Floor(low/width) * width
	if whole {
		width = max(1, width)
		start = math.Floor(low/width)*width - 0.5
	}
	edges := []float64{start}
	for i := 1; len(edges) < 2 || edges[len(edges)-1] <= high && i <= 201; i++ {
		edges = append(edges, start+float64(i)*width)
	}
	return edges
}

// shares are each result's parts in the intervals, and the highest of them.
func (p *Problem) shares(edges []float64) (shares [][]float64, highest float64) {
	shares = make([][]float64, len(p.Results))
	for i, r := range p.Results {
		shares[i] = make([]float64, len(edges)-1)
		bin := 0
		for _, v := range r.values {
			for bin < len(shares[i])-1 && v >= edges[bin+1] {
				bin++
			}
			shares[i][bin] += 1 / float64(len(r.values))
		}
		highest = max(highest, slices.Max(shares[i]))
	}
	return shares, highest
}

// speed is what results of a problem are compared by: the expected time to the
// target if all hit it, else evaluations a second. It is nil with fewer than
// two results that can be compared.
func (p *Problem) speed() (factors []float64, measure string) {
	hit, rated := true, true
	for _, r := range p.Results {
		hit = hit && p.Target != nil && r.Hits > 0 && r.ExpectedSeconds > 0
		rated = rated && r.Rate > 0
	}
	switch {
	case len(p.Results) < 2 || !hit && !rated:
		return nil, ""
	case hit:
		measure = "expected time to the target"
		factors = each(p, func(r *Result) float64 { return 1 / r.ExpectedSeconds })
	default:
		measure = "evaluations per second"
		factors = each(p, func(r *Result) float64 { return r.Rate })
	}
	slowest := slices.Min(factors)
	for i := range factors {
		if factors[i] /= slowest; !(factors[i] < 1e9) { // clocks that stood still
			return nil, ""
		}
	}
	return factors, measure
}

func (p *Problem) speedUp(factors []float64, measure string) *figure {
	b := Bars{
		X: "speed-up over the slowest, by " + measure, Unit: "×", Values: factors,
		Names: p.names(), variants: each(p, func(r *Result) int { return r.Variant }),
	}
	return b.figure()
}

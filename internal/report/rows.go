package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Pictures with a row for each result: boxes, histograms, bars.

// newRows is a plot whose rows are the results of a problem.
func (p *Problem) newRows(x string, rowHeight vg.Length) *figure {
	f := &figure{plot: newPlot(), x: x, height: 46 + vg.Length(len(p.Results))*rowHeight}
	y := &f.plot.Y
	y.Tick.Marker = nameTicks(each(p, func(r *Result) string { return abridge(r.Name, longestTick) }))
	y.Tick.LineStyle.Width, y.Tick.Length, y.LineStyle.Width = 0, 0, 0
	y.Min, y.Max = -0.5, float64(len(p.Results))-0.5
	y.Padding = 6
	grid(f.plot, true, false)
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
	for i := range p.Results {
		if v := p.Results[i].values; len(v) > 0 {
			low, high = min(low, v[0]), max(high, v[len(v)-1])
		}
	}
	return low, high
}

func (p *Problem) valueLabel() string { return "value (" + p.direction() + ")" }

// boxes draws quartiles, whiskers and what lies beyond.
func (p *Problem) boxes() (*figure, error) {
	f := p.newRows(p.valueLabel(), 30)
	for i := range p.Results {
		r := &p.Results[i]
		if len(r.values) == 0 {
			continue
		}
		low, high := statistics.Whiskers(r.values)
		f.plot.Add(box{r, rowOf(i, len(p.Results)), low, high})
	}
	p.valueAxis(&f.plot.X)
	p.markTarget(f)
	return f, nil
}

// markTarget draws a line at the target, if the axis of values comes there.
func (p *Problem) markTarget(f *figure) {
	if p.Target != nil && *p.Target > f.plot.X.Min && *p.Target < f.plot.X.Max {
		f.plot.Add(target(*p.Target))
	}
}

type target float64

// Plot implements plot.Plotter.
func (t target) Plot(c draw.Canvas, p *plot.Plot) {
	toX, _ := p.Transforms(&c)
	x := toX(float64(t))
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(1), Dashes: []vg.Length{3, 2}}, x, c.Min.Y, x, c.Max.Y)
	style := sans(8, faint)
	style.XAlign = draw.XCenter
	c.FillText(style, vg.Point{X: x, Y: c.Max.Y + 2}, "target")
}

type box struct {
	*Result
	row       float64
	low, high float64
}

// Plot implements plot.Plotter.
func (b box) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	x := func(v float64) vg.Length { return toX(v) }
	y, half := toY(b.row), vg.Length(9)
	hue := variantColor(b.Variant)
	line := draw.LineStyle{Color: hue, Width: vg.Points(1.1)}
	q1, q3 := x(b.Values.LowerQuartile), x(b.Values.UpperQuartile)
	corners := []vg.Point{{X: q1, Y: y - half}, {X: q1, Y: y + half}, {X: q3, Y: y + half}, {X: q3, Y: y - half}}
	c.StrokeLine2(line, x(b.low), y, q1, y)
	c.StrokeLine2(line, q3, y, x(b.high), y)
	for _, end := range []float64{b.low, b.high} {
		c.StrokeLine2(line, x(end), y-half/2, x(end), y+half/2)
	}
	c.FillPolygon(pale(hue, boxAlpha), corners)
	c.StrokeLines(line, append(corners, corners[0]))
	middle := draw.LineStyle{Color: ink, Width: vg.Points(2)}
	c.StrokeLine2(middle, x(b.Values.Median), y-half, x(b.Values.Median), y+half)
	mark := draw.GlyphStyle{Color: pale(hue, markAlpha), Radius: vg.Points(1.5), Shape: draw.CircleGlyph{}}
	last := vg.Length(math.Inf(-1))
	for _, v := range b.values {
		if v >= b.low && v <= b.high {
			continue
		}
		// Of many marks in one place one is enough.
		if at := x(v); at-last >= 0.7 {
			c.DrawGlyph(mark, vg.Point{X: at, Y: y})
			last = at
		}
	}
}

// histogram draws the shares of each result's runs in common intervals.
func (p *Problem) histogram() (*figure, error) {
	f := p.newRows(p.valueLabel(), 46)
	p.valueAxis(&f.plot.X)
	edges := p.edges(p.reach())
	shares, highest := p.shares(edges)
	for i := range p.Results {
		f.plot.Add(bars{edges, shares[i], highest, rowOf(i, len(p.Results)), p.Results[i].Variant})
	}
	f.plot.X.Min, f.plot.X.Max = edges[0], edges[len(edges)-1]
	f.plot.Y.Max = float64(len(p.Results)) - 0.35
	return f, nil
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
	for i := range p.Results {
		s := &p.Results[i].Values
		if s.N > 1 && s.UpperQuartile > s.LowerQuartile {
			width = min(width, 2*(s.UpperQuartile-s.LowerQuartile)/math.Cbrt(float64(s.N)))
		}
		for _, v := range p.Results[i].values {
			if v != math.Trunc(v) {
				whole = false
				break
			}
		}
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
	var edges []float64
	for i := 0; len(edges) < 2 || edges[len(edges)-1] <= high; i++ {
		edges = append(edges, start+float64(i)*width)
		if i > 200 {
			break
		}
	}
	return edges
}

// shares are each result's parts in the intervals, and the highest of them.
func (p *Problem) shares(edges []float64) (shares [][]float64, highest float64) {
	shares = make([][]float64, len(p.Results))
	for i := range p.Results {
		values := p.Results[i].values
		shares[i] = make([]float64, len(edges)-1)
		bin := 0
		for _, v := range values {
			for bin < len(shares[i])-1 && v >= edges[bin+1] {
				bin++
			}
			shares[i][bin] += 1 / float64(len(values))
		}
		for _, s := range shares[i] {
			highest = max(highest, s)
		}
	}
	return shares, highest
}

type bars struct {
	edges, shares []float64
	highest       float64
	row           float64
	variant       int
}

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	base := b.row - 0.4
	hue := variantColor(b.variant)
	for i, s := range b.shares {
		if s == 0 {
			continue
		}
		l, r, bottom, top := toX(b.edges[i]), toX(b.edges[i+1]), toY(base), toY(base+0.85*s/b.highest)
		if r-l > 3 {
			r -= 0.6
		}
		c.FillPolygon(hue, []vg.Point{{X: l, Y: bottom}, {X: l, Y: top}, {X: r, Y: top}, {X: r, Y: bottom}})
	}
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.5)}, c.Min.X, toY(base), c.Max.X, toY(base))
}

// speed is what results of a problem are compared by: the expected time to the
// target if all hit it, else evaluations a second. It is nil with fewer than
// two results that can be compared.
func (p *Problem) speed() (factors []float64, measure string) {
	hit, rated := true, true
	for i := range p.Results {
		r := &p.Results[i]
		hit = hit && p.Target != nil && r.Hits > 0 && r.ExpectedSeconds > 0
		rated = rated && r.Rate > 0
	}
	var speeds []float64
	switch {
	case len(p.Results) < 2 || !hit && !rated:
		return nil, ""
	case hit:
		measure = "expected time to the target"
		speeds = each(p, func(r *Result) float64 { return 1 / r.ExpectedSeconds })
	default:
		measure = "evaluations per second"
		speeds = each(p, func(r *Result) float64 { return r.Rate })
	}
	slowest := math.Inf(1)
	for _, s := range speeds {
		slowest = min(slowest, s)
	}
	for _, s := range speeds {
		factor := s / slowest
		if !(factor < 1e9) { // clocks that stood still
			return nil, ""
		}
		factors = append(factors, factor)
	}
	return factors, measure
}

func (p *Problem) speedUp(factors []float64, measure string) *figure {
	f := p.newRows("speed-up over the slowest, by "+measure, 26)
	highest := 1.0
	for _, x := range factors {
		highest = max(highest, x)
	}
	for i, x := range factors {
		f.plot.Add(bar{x, rowOf(i, len(factors)), p.Results[i].Variant})
	}
	f.plot.X.Min, f.plot.X.Max, f.plot.X.Padding = 0, highest*1.12, 0
	return f
}

type bar struct {
	value, row float64
	variant    int
}

// Plot implements plot.Plotter.
func (b bar) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	l, r, y, half := toX(0), toX(b.value), toY(b.row), vg.Length(8)
	c.FillPolygon(variantColor(b.variant),
		[]vg.Point{{X: l, Y: y - half}, {X: l, Y: y + half}, {X: r, Y: y + half}, {X: r, Y: y - half}})
	style := sans(9, ink)
	style.YAlign = draw.YCenter
	c.FillText(style, vg.Point{X: r + 5, Y: y + 1}, fmt.Sprintf("%s×", number(b.value, 3)))
}

package report

import (
	"cmp"
	"image/color"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"github.com/warbler-opt/warbler/internal/statistics"
)

const (
	// pictureTraces bounds the traces of a result in a picture; of more, some are
	// taken evenly.
	pictureTraces = 1000
	// bandSteps bounds the steps at which a band is computed.
	bandSteps = 256
)

// band has the median and the quartiles of traces at some steps.
type band struct {
	steps             []int64
	low, median, high []float64
}

// traces are those that pictures show.
func (r *Result) traces() (list []Trace) {
	stride := max(1, (len(r.Group.Traces)+pictureTraces-1)/pictureTraces)
	for i := 0; i < len(r.Group.Traces); i += stride {
		if t := r.Group.Traces[i]; len(t) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// bandOf joins the traces of a result. A trace that has ended stays where it
// ended. Steps at which a quartile is not finite are left out.
func bandOf(r *Result) band {
	traces := r.traces()
	var b band
	at := make([]int, len(traces))
	values := make([]float64, len(traces))
	for _, step := range stepsOf(traces) {
		for i, t := range traces {
			for at[i]+1 < len(t) && t[at[i]+1].Step <= step {
				at[i]++
			}
			p := t[at[i]]
			values[i] = p.Value
			if p.Step > step || math.IsNaN(p.Value) || math.IsInf(p.Value, 0) {
				values[i] = r.Group.worst()
			}
		}
		sorted := statistics.Sorted(values)
		low, high := statistics.Quantile(sorted, 0.25), statistics.Quantile(sorted, 0.75)
		if !(low > -drawable && high < drawable) {
			continue
		}
		b.steps = append(b.steps, step)
		b.low, b.high = append(b.low, low), append(b.high, high)
		b.median = append(b.median, statistics.Quantile(sorted, 0.5))
	}
	return b
}

// stepsOf are the steps that traces have, thinned evenly but for the last.
func stepsOf(traces []Trace) []int64 {
	seen := map[int64]bool{}
	for _, t := range traces {
		for _, p := range t {
			seen[p.Step] = true
		}
	}
	all := slices.Sorted(maps.Keys(seen))
	if len(all) <= bandSteps {
		return all
	}
	thin := make([]int64, bandSteps)
	for i := range thin {
		thin[i] = all[i*(len(all)-1)/(bandSteps-1)]
	}
	return thin
}

// line is a curve of the band, a stair at every step: values stay until they
// are improved.
func (b *band) line(y []float64) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*len(y))
	for i, v := range y {
		if i > 0 {
			xys = append(xys, plotter.XY{X: float64(b.steps[i]), Y: y[i-1]})
		}
		xys = append(xys, plotter.XY{X: float64(b.steps[i]), Y: v})
	}
	return xys
}

// convergence draws the median of the best value so far, and the quartiles
// around it.
func (p *Problem) convergence() *figure {
	f := newCurves("step", p.valueLabel())
	bands := each(p, bandOf)
	values, last := nothing, int64(1)
	for _, b := range bands {
		for j, step := range b.steps {
			values.include(b.low[j])
			values.include(b.high[j])
			last = max(last, step)
		}
	}
	if !f.farAxis(values) {
		span(&f.plot.Y, values.low, values.high)
	}
	for i, b := range bands {
		if len(bands) <= maxBands {
			f.area(b.line(b.low), b.line(b.high), variantColor(p.Results[i].Variant))
		}
	}
	for i, b := range bands {
		if len(b.steps) > 0 {
			f.curve(b.line(b.median), p.Results[i].Name, p.Results[i].Variant)
		}
	}
	f.plot.X.Min, f.plot.X.Max = 0, float64(last)
	return f
}

// area fills what is between two curves.
func (f *figure) area(there, back plotter.XYs, hue color.NRGBA) {
	if len(there) == 0 {
		return
	}
	slices.Reverse(back)
	area, err := plotter.NewPolygon(f.raised(append(there, back...)))
	if err != nil {
		f.err = cmp.Or(f.err, err)
		return
	}
	area.Color, area.LineStyle.Width = pale(hue, bandAlpha), 0
	f.plot.Add(area)
}

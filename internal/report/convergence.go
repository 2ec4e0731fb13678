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

// band has the median and the quartiles of traces at some places.
type band struct {
	places            []int64 // evaluations or steps
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

// place is where a point of a trace is drawn.
type place func(Point) int64

func byEvaluations(p Point) int64 { return p.Evaluations }

func byStep(p Point) int64 { return p.Step }

// places is what the traces of a problem are drawn over: evaluations, if all points have
// them, or steps where there is one algorithm; else nil, since the steps of one algorithm
// are not those of another.
func (p *Problem) places() place {
	algorithms := map[string]bool{}
	counted, traced := true, false
	for _, r := range p.Results {
		algorithms[r.Group.Algorithm] = true
		for _, t := range r.traces() {
			traced = true
			counted = counted && !slices.ContainsFunc(t, func(x Point) bool { return x.Evaluations <= 0 })
		}
	}
	switch {
	case !traced:
		return nil
	case counted:
		return byEvaluations
	case len(algorithms) == 1:
		return byStep
	}
	return nil
}

// counted reports whether the traces are drawn over evaluations.
func (p *Problem) counted() bool {
	at := p.places()
	return at != nil && at(Point{Evaluations: 1}) == 1
}

// bandOf joins the traces of a result. A trace that has ended stays where it
// ended. Places at which a quartile is not finite are left out.
func bandOf(r *Result, where place) band {
	traces := r.traces()
	var b band
	at := make([]int, len(traces))
	values := make([]float64, len(traces))
	for _, here := range placesOf(traces, where) {
		for i, t := range traces {
			for at[i]+1 < len(t) && where(t[at[i]+1]) <= here {
				at[i]++
			}
			p := t[at[i]]
			values[i] = p.Value
			if where(p) > here || math.IsNaN(p.Value) || math.IsInf(p.Value, 0) {
				values[i] = r.Group.worst()
			}
		}
		sorted := statistics.Sorted(values)
		low, high := statistics.Quantile(sorted, 0.25), statistics.Quantile(sorted, 0.75)
		if !(low > -drawable && high < drawable) {
			continue
		}
		b.places = append(b.places, here)
		b.low, b.high = append(b.low, low), append(b.high, high)
		b.median = append(b.median, statistics.Quantile(sorted, 0.5))
	}
	return b
}

// placesOf are the places that traces have, thinned evenly but for the last.
func placesOf(traces []Trace, where place) []int64 {
	seen := map[int64]bool{}
	for _, t := range traces {
		for _, p := range t {
			seen[where(p)] = true
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

// line is a curve of the band, a stair at every place: values stay until they
// are improved.
func (b *band) line(y []float64) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*len(y))
	for i, v := range y {
		if i > 0 {
			xys = append(xys, plotter.XY{X: float64(b.places[i]), Y: y[i-1]})
		}
		xys = append(xys, plotter.XY{X: float64(b.places[i]), Y: v})
	}
	return xys
}

// convergence draws the median of the best value so far, and the quartiles
// around it.
func (p *Problem) convergence() *figure {
	name, where := "step", p.places()
	if p.counted() {
		name = "evaluations"
	}
	f := newCurves(name, p.valueLabel())
	bands := each(p, func(r *Result) band { return bandOf(r, where) })
	values, first, last := nothing, int64(math.MaxInt64), int64(1)
	for _, b := range bands {
		for j, here := range b.places {
			values.include(b.low[j])
			values.include(b.high[j])
			first, last = min(first, here), max(last, here)
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
		if len(b.places) > 0 {
			f.curve(b.line(b.median), p.Results[i].Name, p.Results[i].Variant)
		}
	}
	if f.plot.X.Min, f.plot.X.Max = 0, float64(last); p.counted() {
		logarithmic(&f.plot.X, float64(first), float64(last))
	}
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

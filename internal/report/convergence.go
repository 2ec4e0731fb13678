package report

import (
	"image/color"
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
	worst := math.Inf(-1)
	if r.Group.Minimize {
		worst = math.Inf(1)
	}
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
				values[i] = worst
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
	all := make([]int64, 0, len(seen))
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
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
func (p *Problem) convergence() (*figure, error) {
	f := newCurves("step", p.valueLabel())
	bands := make([]band, len(p.Results))
	low, high, last := math.Inf(1), math.Inf(-1), int64(1)
	for i := range p.Results {
		bands[i] = bandOf(&p.Results[i])
		for j, step := range bands[i].steps {
			low, high = min(low, bands[i].low[j]), max(high, bands[i].high[j])
			last = max(last, step)
		}
	}
	if wide(low, high) {
		logarithmic(&f.plot.Y, low, high)
	} else {
		span(&f.plot.Y, low, high)
	}
	for i := range bands {
		if len(bands[i].steps) > 0 && len(bands) <= maxBands {
			if err := f.area(&bands[i], variantColor(p.Results[i].Variant)); err != nil {
				return nil, err
			}
		}
	}
	for i := range bands {
		if len(bands[i].steps) > 0 {
			if err := f.curve(bands[i].line(bands[i].median), p.Results[i].Name, p.Results[i].Variant); err != nil {
				return nil, err
			}
		}
	}
	f.plot.X.Min, f.plot.X.Max = 0, float64(last)
	return f, nil
}

func (f *figure) area(b *band, hue color.NRGBA) error {
	outline, back := b.line(b.low), b.line(b.high)
	slices.Reverse(back)
	area, err := plotter.NewPolygon(append(outline, back...))
	if err != nil {
		return err
	}
	area.Color, area.LineStyle.Width = pale(hue, bandAlpha), 0
	f.plot.Add(area)
	return nil
}

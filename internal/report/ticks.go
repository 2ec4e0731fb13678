package report

import (
	"math"

	"gonum.org/v1/plot"
)

// roundTicks marks an axis at four to nine round numbers: multiples of 1, 2 or
// 5 times a power of ten, written as in the tables.
type roundTicks struct{}

// Ticks implements plot.Ticker.
func (roundTicks) Ticks(low, high float64) []plot.Tick {
	span := high - low
	if !(span > 0) || math.IsInf(span, 0) {
		return []plot.Tick{{Value: low, Label: number(low, 6)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, factor := range []float64{5, 2} {
		if span/(step*factor) >= 4 {
			step *= factor
			break
		}
	}
	var values []float64
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step && len(values) < 20; i++ {
		values = append(values, i*step)
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	ticks := make([]plot.Tick, len(values))
	for i, label := range align(values, scale{decimals, max(math.Abs(low), math.Abs(high)) >= 1e9 || step < 1e-6}) {
		ticks[i] = plot.Tick{Value: values[i], Label: label}
	}
	return ticks
}

// powerTicks marks a logarithmic axis at powers of ten; if it has few, also at
// 2 and 5 times them.
type powerTicks struct{}

// Ticks implements plot.Ticker.
func (powerTicks) Ticks(low, high float64) []plot.Tick {
	if !(low > 0) {
		return nil
	}
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := math.Ceil((last - first) / 8)
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		for _, factor := range []float64{1, 2, 5} {
			v := factor * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			label := ""
			if math.Mod(e-first, every) == 0 && (factor == 1 || last-first <= 2) {
				label = align([]float64{v}, scale{max(0, -int(e)), e < -3 || e > 5})[0]
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	return ticks
}

// nameTicks marks rows of an axis with names.
type nameTicks []string

// Ticks implements plot.Ticker.
func (n nameTicks) Ticks(_, _ float64) []plot.Tick {
	ticks := make([]plot.Tick, len(n))
	for i, name := range n {
		ticks[i] = plot.Tick{Value: rowOf(i, len(n)), Label: name}
	}
	return ticks
}

// rowOf is where the i-th of n rows is, counted from the top.
func rowOf(i, n int) float64 { return float64(n - 1 - i) }

package plot

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// roundTicks marks an axis at five to ten round numbers: multiples of 1, 2 or
// 5 times a power of ten.
type roundTicks struct{}

// Ticks implements plot.Ticker.
func (roundTicks) Ticks(low, high float64) []plot.Tick {
	span := high - low
	if !(span > 0) || math.IsInf(span, 0) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 6, 64)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/5)))
	for _, factor := range []float64{5, 2} {
		if span/(step*factor) >= 5 {
			step *= factor
			break
		}
	}
	// As many decimals as the step has; beyond a million, exponents.
	decimals := max(0, -int(math.Floor(math.Log10(step))))
	var ticks []plot.Tick
	for i := math.Ceil(low / step); i*step <= high && len(ticks) < 20; i++ {
		value := i*step + 0 // never -0
		label := strconv.FormatFloat(value, 'f', decimals, 64)
		if len(label) > 9 {
			label = strconv.FormatFloat(value, 'g', 7, 64)
		}
		ticks = append(ticks, plot.Tick{Value: value, Label: label})
	}
	return ticks
}

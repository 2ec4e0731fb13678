package plot

import (
	"math"
	"sort"
)

// column is what the picture shows at one step: two lines and the band between
// low and high.
type column struct {
	step             float64
	best, mean       float64
	lowBest, lowMean float64 // with several replicas: the ends of the bands
	highBest         float64
	highMean         float64
	worst            float64 // with one replica; else NaN
}

// columns joins the replicas. A replica that has ended stays where it ended;
// one replica gives its own values, several give medians and quartiles.
func (c *Convergence) columns() []column {
	var histories [][]point
	steps := map[int64]bool{}
	for _, r := range c.replicas {
		h := r.all()
		histories = append(histories, h)
		for _, p := range h {
			steps[p.step] = true
		}
	}
	ordered := make([]int64, 0, len(steps))
	for s := range steps {
		ordered = append(ordered, s)
	}
	sort.Slice(ordered, func(i, j int) bool { return ordered[i] < ordered[j] })

	at := make([]int, len(histories))
	best := make([]float64, len(histories))
	mean := make([]float64, len(histories))
	worst := make([]float64, len(histories))
	columns := make([]column, 0, len(ordered))
	for _, step := range ordered {
		for i, h := range histories {
			for at[i]+1 < len(h) && h[at[i]+1].step <= step {
				at[i]++
			}
			p := h[at[i]]
			best[i], mean[i], worst[i] = p.best, p.mean, p.worst
		}
		columns = append(columns, column{
			step: float64(step),
			best: quantile(best, 0.5), lowBest: quantile(best, 0.25), highBest: quantile(best, 0.75),
			mean: quantile(mean, 0.5), lowMean: quantile(mean, 0.25), highMean: quantile(mean, 0.75),
			worst: quantile(worst, 0.5),
		})
		if len(histories) > 1 {
			columns[len(columns)-1].worst = math.NaN() // only the bands are shown
		}
	}
	return columns
}

// quantile interpolates between the two nearest of the values that are
// numbers; it is NaN when none is.
func quantile(values []float64, q float64) float64 {
	finite := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			finite = append(finite, v)
		}
	}
	if len(finite) == 0 {
		return math.NaN()
	}
	sort.Float64s(finite)
	place := q * float64(len(finite)-1)
	low := int(place)
	high := min(low+1, len(finite)-1)
	part := place - float64(low)
	return finite[low]*(1-part) + finite[high]*part
}

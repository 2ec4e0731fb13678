package plot

import (
	"maps"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// column is what the picture shows at one step.
type column struct {
	step       float64
	best, mean quartiles
	worst      float64 // with one replica; else NaN
}

// quartiles are those of replicas, with the median between them.
type quartiles struct{ low, median, high float64 }

// columns joins the replicas. A replica that has ended stays where it ended;
// one replica gives its own values, several give medians and quartiles.
func (c *Convergence) columns() (columns []column) {
	var histories [][]point
	steps := map[int64]bool{}
	for _, r := range c.replicas {
		h := r.all()
		histories = append(histories, h)
		for _, p := range h {
			steps[p.step] = true
		}
	}
	at := make([]int, len(histories))
	best, mean := make([]float64, len(histories)), make([]float64, len(histories))
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		column := column{step: float64(step)}
		for i, h := range histories {
			for at[i]+1 < len(h) && h[at[i]+1].step <= step {
				at[i]++
			}
			p := h[at[i]]
			best[i], mean[i], column.worst = p.best, p.mean, p.worst
		}
		if column.best, column.mean = quartilesOf(best), quartilesOf(mean); len(histories) > 1 || math.IsInf(column.worst, 0) {
			column.worst = math.NaN() // of several only the bands are shown
		}
		columns = append(columns, column)
	}
	return columns
}

// quartilesOf are those of the values that are numbers; NaN when none is.
func quartilesOf(values []float64) quartiles {
	finite := slices.DeleteFunc(statistics.Sorted(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	return quartiles{statistics.Quantile(finite, 0.25), statistics.Quantile(finite, 0.5), statistics.Quantile(finite, 0.75)}
}

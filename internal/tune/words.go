package tune

import (
	"fmt"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/search"
)

// Settings are the best candidate's parameters that are not the algorithm's
// defaults: what it takes to use them.
func (r *Result) Settings() search.Values {
	defaults := r.Plan.Algorithm.Params.Fill(nil)
	v := search.Values{}
	for name, text := range r.Best.Values {
		if text != defaults[name] {
			v[name] = text
		}
	}
	return v
}

// Verdict says in a sentence or two what was found.
func (r *Result) Verdict() string {
	c := r.HeldOut
	switch {
	case r.Stopped && r.Finalists[0].Trials == 0:
		return "Stopped before any candidates could be compared."
	case r.Stopped:
		return fmt.Sprintf("Stopped before the comparison on the instances that are held out; the best so far stands by %d trials on training instances alone.",
			r.Finalists[0].Trials)
	case c == nil:
		return "No candidate did better than the baseline on the training instances."
	}
	text := fmt.Sprintf("On %d instances held out the mean value is %s with the best settings and %s with the baseline",
		len(c.Instances), short(statistics.Mean(c.Best)), short(statistics.Mean(c.Baseline)))
	if !math.IsNaN(c.Improvement) {
		text += fmt.Sprintf(", an improvement of %s (95 %% interval %s to %s)", short(c.Improvement), short(c.Interval.Low), short(c.Interval.High))
	}
	return text + fmt.Sprintf(". Better on %d, equal on %d, worse on %d; Wilcoxon p = %s, A12 = %.2f (%s).",
		c.Better, c.Equal, c.Worse, strconv.FormatFloat(c.Wilcoxon.P, 'g', 2, 64), c.A12, statistics.Magnitude(c.A12))
}

// short is a number for people.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// CSV writes a line for each group, with numbers as programs read them: no
// grouping, and nothing where a number is unknown.
func (a *Analysis) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	head := []string{
		"problem", "algorithm", "parameters", "direction", "runs", "feasible", "best", "worst", "mean", "mean_low", "mean_high",
		"variance", "deviation", "quartile_1", "median", "quartile_3", "steps", "seconds", "evaluations_per_second", "target",
		"hits", "steps_to_target", "evaluations_to_target", "seconds_to_target", "expected_evaluations", "expected_seconds",
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for i := range a.Problems {
		p := &a.Problems[i]
		direction, target := "maximize", ""
		if p.Minimize {
			direction = "minimize"
		}
		if p.Target != nil {
			target = raw(*p.Target)
		}
		for j := range p.Results {
			r := &p.Results[j]
			s := &r.Values
			line := []string{
				p.Name, clean(r.Group.Algorithm), clean(r.Group.Parameters), direction,
				strconv.Itoa(len(r.Group.Runs)), strconv.Itoa(r.Feasible()),
			}
			// These two are values as they were found; what follows is computed.
			line = append(line, exactly(r.Best()), exactly(r.Worst()))
			for _, v := range []float64{
				s.Mean, r.MeanInterval.Low, r.MeanInterval.High, s.Variance, s.Deviation, s.LowerQuartile,
				s.Median, s.UpperQuartile, r.Steps.Median, r.Seconds.Median, r.Rate,
			} {
				line = append(line, raw(v))
			}
			line = append(line, target)
			if p.Target == nil {
				line = append(line, "", "", "", "", "", "")
			} else {
				line = append(line, strconv.Itoa(r.Hits))
				for _, v := range []float64{
					r.StepsToTarget.Median, r.EvaluationsToTarget.Median, r.SecondsToTarget.Median,
					r.ExpectedEvaluations, r.ExpectedSeconds,
				} {
					line = append(line, raw(v))
				}
			}
			if err := c.Write(line); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// TestsCSV writes a line for each comparison.
func (a *Analysis) TestsCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	head := []string{
		"problem", "a", "b", "mann_whitney_u", "mann_whitney_p", "a_better", "effect", "wilcoxon_w", "wilcoxon_p",
		"kolmogorov_smirnov_d", "kolmogorov_smirnov_p", "verdict",
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for i := range a.Problems {
		p := &a.Problems[i]
		for _, t := range p.Comparisons {
			if err := c.Write([]string{
				p.Name, p.Results[t.A].Name, p.Results[t.B].Name, raw(t.MannWhitney.Statistic), raw(t.MannWhitney.P),
				raw(t.Better), statistics.Magnitude(t.Better), raw(t.Wilcoxon.Statistic), raw(t.Wilcoxon.P),
				raw(t.KolmogorovSmirnov.Statistic), raw(t.KolmogorovSmirnov.P), t.Verdict,
			}); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// raw has the digits that a computed number carries, and all of a whole one.
func raw(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}

// exactly has all digits of a value.
func exactly(v float64) string {
	if s := raw(v); s == "" || v == math.Trunc(v) {
		return s
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

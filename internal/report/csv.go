package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// groupColumns are those of CSV. Best and worst are values as they were found, the
// other numbers are computed.
var groupColumns = []struct {
	head string
	cell func(p *Problem, r *Result) string
}{
	{"problem", func(p *Problem, _ *Result) string { return p.Name }},
	{"algorithm", func(_ *Problem, r *Result) string { return clean(r.Group.Algorithm) }},
	{"parameters", func(_ *Problem, r *Result) string { return clean(r.Group.Parameters) }},
	{"direction", func(p *Problem, _ *Result) string {
		if p.Minimize {
			return "minimize"
		}
		return "maximize"
	}},
	{"runs", func(_ *Problem, r *Result) string { return strconv.Itoa(len(r.Group.Runs)) }},
	{"feasible", func(_ *Problem, r *Result) string { return strconv.Itoa(r.Values.N) }},
	{"best", func(_ *Problem, r *Result) string { return exactly(r.Best) }},
	{"worst", func(_ *Problem, r *Result) string { return exactly(r.Worst) }},
	{"mean", computed(func(r *Result) float64 { return r.Values.Mean })},
	{"mean_low", computed(func(r *Result) float64 { return r.MeanInterval.Low })},
	{"mean_high", computed(func(r *Result) float64 { return r.MeanInterval.High })},
	{"variance", computed(func(r *Result) float64 { return r.Values.Variance })},
	{"deviation", computed(func(r *Result) float64 { return r.Values.Deviation })},
	{"quartile_1", computed(func(r *Result) float64 { return r.Values.LowerQuartile })},
	{"median", computed(func(r *Result) float64 { return r.Values.Median })},
	{"quartile_3", computed(func(r *Result) float64 { return r.Values.UpperQuartile })},
	{"steps", computed(func(r *Result) float64 { return r.Steps.Median })},
	{"seconds", computed(func(r *Result) float64 { return r.Seconds.Median })},
	{"evaluations_per_second", computed(func(r *Result) float64 { return r.Rate })},
	{"target", toTarget(func(r *Result) float64 { return *r.Group.Target })},
	{"hits", toTarget(func(r *Result) float64 { return float64(r.Hits) })},
	{"steps_to_target", toTarget(func(r *Result) float64 { return r.StepsToTarget.Median })},
	{"evaluations_to_target", toTarget(func(r *Result) float64 { return r.EvaluationsToTarget.Median })},
	{"seconds_to_target", toTarget(func(r *Result) float64 { return r.SecondsToTarget.Median })},
	{"expected_evaluations", toTarget(func(r *Result) float64 { return r.ExpectedEvaluations })},
	{"expected_seconds", toTarget(func(r *Result) float64 { return r.ExpectedSeconds })},
}

func computed(value func(*Result) float64) func(*Problem, *Result) string {
	return func(_ *Problem, r *Result) string { return raw(value(r)) }
}

// toTarget is computed for problems that have a target.
func toTarget(value func(*Result) float64) func(*Problem, *Result) string {
	return func(p *Problem, r *Result) string {
		if p.Target == nil {
			return ""
		}
		return raw(value(r))
	}
}

// CSV writes a line for each group, with numbers as programs read them: no
// grouping, and nothing where a number is unknown.
func (a *Analysis) CSV(w io.Writer) error {
	rows := make([][]string, 1)
	for _, c := range groupColumns {
		rows[0] = append(rows[0], c.head)
	}
	for _, p := range a.Problems {
		for _, r := range p.Results {
			row := make([]string, len(groupColumns))
			for i, c := range groupColumns {
				row[i] = c.cell(p, r)
			}
			rows = append(rows, row)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// TestsCSV writes a line for each comparison.
func (a *Analysis) TestsCSV(w io.Writer) error {
	rows := [][]string{{
		"problem", "a", "b", "mann_whitney_u", "mann_whitney_p", "a_better", "effect", "wilcoxon_w", "wilcoxon_p",
		"kolmogorov_smirnov_d", "kolmogorov_smirnov_p", "verdict",
	}}
	for _, p := range a.Problems {
		for _, t := range p.Comparisons {
			rows = append(rows, []string{
				p.Name, p.Results[t.A].Name, p.Results[t.B].Name, raw(t.MannWhitney.Statistic), raw(t.MannWhitney.P),
				raw(t.Better), statistics.Magnitude(t.Better), raw(t.Wilcoxon.Statistic), raw(t.Wilcoxon.P),
				raw(t.KolmogorovSmirnov.Statistic), raw(t.KolmogorovSmirnov.P), t.Verdict,
			})
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// raw has the digits that a computed number carries, and all of a whole one.
func raw(v float64) string { return shortest(v, 12) }

// exactly has all digits of a value.
func exactly(v float64) string { return shortest(v, -1) }

// shortest has so many digits, and all of a whole number; what is none is empty.
func shortest(v float64, digits int) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

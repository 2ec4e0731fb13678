package report

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// CSV writes a line for each group, with numbers as programs read them: no
// grouping, and nothing where a number is unknown.
func (a *Analysis) CSV(w io.Writer) error {
	head := []string{"problem", "algorithm", "parameters", "direction", "runs", "feasible", "best", "worst"}
	for _, m := range slices.Concat(values, efforts) {
		head = append(head, m.column)
	}
	head = append(head, "target", "hits")
	for _, m := range toTarget {
		head = append(head, m.column)
	}
	rows := [][]string{head}
	for _, p := range a.Problems {
		direction := "maximize"
		if p.Minimize {
			direction = "minimize"
		}
		for _, r := range p.Results {
			// Best and worst are values as they were found; what follows is computed.
			row := []string{
				p.Name, clean(r.Group.Algorithm), clean(r.Group.Parameters), direction,
				strconv.Itoa(len(r.Group.Runs)), strconv.Itoa(r.Values.N), exactly(r.Best), exactly(r.Worst),
			}
			for _, m := range slices.Concat(values, efforts) {
				row = append(row, raw(m.of(r)))
			}
			if p.Target != nil {
				row = append(row, raw(*p.Target), strconv.Itoa(r.Hits))
				for _, m := range toTarget {
					row = append(row, raw(m.of(r)))
				}
			}
			rows = append(rows, append(row, make([]string, len(head)-len(row))...))
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

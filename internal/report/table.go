package report

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// words adds a column of words, numbers one of numbers. The first column
// decides how many rows there are.
func (t *Table) words(head string, cells []string)   { t.add(Column{head, true}, cells) }
func (t *Table) numbers(head string, cells []string) { t.add(Column{head, false}, cells) }

func (t *Table) add(c Column, cells []string) {
	t.Columns = append(t.Columns, c)
	if t.Rows == nil {
		t.Rows = make([][]string, len(cells))
	}
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], cells[i])
	}
}

// each makes a column of what every result has.
func each[T any](p *Problem, value func(*Result) T) []T {
	cells := make([]T, len(p.Results))
	for i, r := range p.Results {
		cells[i] = value(r)
	}
	return cells
}

// counts adds a column of whole numbers.
func (t *Table) counts(p *Problem, head string, value func(*Result) int) {
	t.numbers(head, each(p, func(r *Result) string { return count(value(r)) }))
}

// newTable is a table with a row for each result.
func (p *Problem) newTable(caption string, args ...any) *Table {
	t := &Table{Caption: fmt.Sprintf(caption, args...)}
	t.words("Algorithm", each(p, func(r *Result) string { return r.Name }))
	return t
}

// scale is how the values of a problem are written.
func (p *Problem) scale() scale {
	var all []float64
	smallest := math.Inf(1)
	for _, r := range p.Results {
		s := &r.Values
		if s.N > 0 {
			all = append(all, s.Min, s.LowerQuartile, s.Median, s.UpperQuartile, s.Max)
		}
		if s.Deviation > 0 {
			smallest = min(smallest, s.Deviation)
		}
	}
	return scaleOf(all, smallest)
}

// value formats a value of the problem as its tables do.
func (p *Problem) value(v float64) string { return align([]float64{v}, p.scale())[0] }

func (p *Problem) direction() string {
	if p.Minimize {
		return "smaller is better"
	}
	return "larger is better"
}

// Values is the table of what was reached.
func (p *Problem) Values() *Table {
	t := p.newTable("Values of %s (%s).", p.Name, p.direction())
	digits := p.scale()
	values := func(head string, value func(*Result) float64) { t.numbers(head, align(each(p, value), digits)) }
	t.counts(p, "Runs", func(r *Result) int { return len(r.Group.Runs) })
	if p.failed > 0 {
		t.counts(p, "Failed", func(r *Result) int { return r.Group.Failed })
	}
	if p.feasible < p.runs {
		t.counts(p, "Feasible", func(r *Result) int { return r.Values.N })
	}
	values("Best", func(r *Result) float64 { return r.Best })
	values("Worst", func(r *Result) float64 { return r.Worst })
	values("Mean", func(r *Result) float64 { return r.Values.Mean })
	low := align(each(p, func(r *Result) float64 { return r.MeanInterval.Low }), digits)
	high := align(each(p, func(r *Result) float64 { return r.MeanInterval.High }), digits)
	for i := range low {
		if low[i] != missing {
			low[i] += " to " + high[i]
		}
	}
	t.numbers("95 % interval", low)
	values("Std. dev.", func(r *Result) float64 { return r.Values.Deviation })
	values("Quartile 1", func(r *Result) float64 { return r.Values.LowerQuartile })
	values("Median", func(r *Result) float64 { return r.Values.Median })
	values("Quartile 3", func(r *Result) float64 { return r.Values.UpperQuartile })
	return t
}

// Effort is the table of what it cost, and how often the target was reached; nil
// where that is not known.
func (p *Problem) Effort() *Table {
	if !slices.ContainsFunc(p.Results, func(r *Result) bool { return r.Steps.Max > 0 || r.Seconds.Max > 0 }) {
		return nil
	}
	t := p.newTable("Effort on %s; medians over runs.", p.Name)
	efforts := func(head string, value func(*Result) float64) { t.numbers(head, effort(each(p, value))) }
	efforts("Steps", func(r *Result) float64 { return r.Steps.Median })
	efforts("Time (s)", func(r *Result) float64 { return r.Seconds.Median })
	efforts("Evaluations/s", func(r *Result) float64 { return r.Rate })
	if p.Target == nil {
		return t
	}
	t.Caption = fmt.Sprintf("Effort on %s, and to the target %s; medians over runs, to the target over those that hit.",
		p.Name, p.value(*p.Target))
	t.counts(p, "Hits", func(r *Result) int { return r.Hits })
	t.numbers("Hits (%)", align(each(p, func(r *Result) float64 {
		return 100 * float64(r.Hits) / float64(len(r.Group.Runs)+r.Group.Failed)
	}), scale{decimals: 1}))
	efforts("Steps to target", func(r *Result) float64 { return r.StepsToTarget.Median })
	efforts("Time to target (s)", func(r *Result) float64 { return r.SecondsToTarget.Median })
	efforts("Expected evaluations", func(r *Result) float64 { return r.ExpectedEvaluations })
	efforts("Expected time (s)", func(r *Result) float64 { return r.ExpectedSeconds })
	return t
}

// Tests is the table of the comparisons of pairs; nil where there are none.
func (p *Problem) Tests() *Table {
	if len(p.Comparisons) == 0 {
		return nil
	}
	t := &Table{Caption: fmt.Sprintf("Tests on %s; p is corrected for %s (Holm).", p.Name,
		plural(len(p.Comparisons), "comparison"))}
	if len(p.Results) > 2 {
		t.Caption += fmt.Sprintf(" All at once (Kruskal–Wallis): H = %s, %s.",
			number(p.KruskalWallis.Statistic, 4), equation(p.KruskalWallis.P))
	}
	column := func(cell func(c Comparison) string) (cells []string) {
		for _, c := range p.Comparisons {
			cells = append(cells, cell(c))
		}
		return cells
	}
	t.words("A", column(func(c Comparison) string { return p.Results[c.A].Name }))
	t.words("B", column(func(c Comparison) string { return p.Results[c.B].Name }))
	t.numbers("Mann–Whitney p", column(func(c Comparison) string { return probability(c.MannWhitney.P) }))
	t.numbers("A better (A12)", column(func(c Comparison) string { return fixed(c.Better, 2) }))
	t.words("Effect", column(func(c Comparison) string { return statistics.Magnitude(c.Better) }))
	if slices.ContainsFunc(p.Comparisons, func(c Comparison) bool { return !math.IsNaN(c.Wilcoxon.P) }) {
		t.numbers("Wilcoxon p", column(func(c Comparison) string { return probability(c.Wilcoxon.P) }))
	}
	t.numbers("Kolmogorov–Smirnov D", column(func(c Comparison) string { return fixed(c.KolmogorovSmirnov.Statistic, 3) }))
	t.numbers("K–S p", column(func(c Comparison) string { return probability(c.KolmogorovSmirnov.P) }))
	return t
}

// Overview is a table with a line for each problem; nil for a single one.
func (a *Analysis) Overview() *Table {
	if len(a.Problems) < 2 {
		return nil
	}
	t := &Table{
		Caption: "All problems. The leader has the best median.",
		Columns: []Column{{"Problem", true}, {"Runs", false}, {"Best", false}, {"Leader", true}, {"Its median", false}},
	}
	targets := slices.ContainsFunc(a.Problems, func(p *Problem) bool { return p.Target != nil })
	if targets {
		t.Columns = append(t.Columns, Column{Head: "Target"}, Column{Head: "Hits"})
	}
	for _, p := range a.Problems {
		row := []string{p.Name, count(p.runs), missing, missing, missing}
		if lead := p.leader(); lead != nil {
			row = append(row[:2], p.value(p.best()), lead.Name, p.value(lead.Values.Median))
		}
		switch {
		case p.Target != nil:
			row = append(row, p.value(*p.Target), count(p.hits))
		case targets:
			row = append(row, missing, missing)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Ranks is the table of the mean ranks over problems; nil where there are none.
func (a *Analysis) Ranks() *Table {
	r := a.Ranking
	if r == nil {
		return nil
	}
	t := &Table{
		Caption: fmt.Sprintf("Mean rank of the median over %d problems; 1 is the best. Friedman: χ² = %s, %s.",
			r.Problems, number(r.Friedman.Statistic, 4), equation(r.Friedman.P)) + a.leftOut(),
		Columns: []Column{{"Algorithm", true}, {"Mean rank", false}},
	}
	for i, v := range r.Variants {
		t.Rows = append(t.Rows, []string{a.Variants[v], fixed(r.MeanRanks[i], 2)})
	}
	return t
}

// tables are those about groups, each made when it is asked for: a large report
// has many.
func (a *Analysis) tables() iter.Seq[*Table] {
	return func(yield func(*Table) bool) {
		show := func(t *Table) bool { return t == nil || yield(t) }
		if !show(a.Overview()) {
			return
		}
		for _, p := range a.Problems {
			if !show(p.Values()) || !show(p.Effort()) || !show(p.Tests()) {
				return
			}
		}
		show(a.Ranks())
	}
}

func fixed(v float64, decimals int) string {
	if math.IsNaN(v) {
		return missing
	}
	return strings.Replace(fmt.Sprintf("%.*f", decimals, v), "-", "−", 1)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}

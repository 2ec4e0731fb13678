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

func (p *Problem) names() []string { return each(p, func(r *Result) string { return r.Name }) }

// counts adds a column of whole numbers.
func (t *Table) counts(p *Problem, head string, value func(*Result) int) {
	t.numbers(head, each(p, func(r *Result) string { return Count(value(r)) }))
}

// newTable is a table with a row for each result.
func (p *Problem) newTable(caption string, args ...any) *Table {
	t := &Table{Caption: fmt.Sprintf(caption, args...)}
	t.words("Algorithm", p.names())
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

// Directed is a name with what is better, for axes and captions.
func Directed(name string, minimize bool) string {
	if minimize {
		return name + " (smaller is better)"
	}
	return name + " (larger is better)"
}

// measure is a number of a result: a column of CSV and, if it has a head, of a
// table.
type measure struct {
	column, head string
	of           func(*Result) float64
}

// What was reached, what it cost, and what it cost to reach the target.
var (
	values = []measure{
		{"mean", "Mean", func(r *Result) float64 { return r.Values.Mean }},
		{"mean_low", "95 % interval", func(r *Result) float64 { return r.MeanInterval.Low }},
		{"mean_high", "", func(r *Result) float64 { return r.MeanInterval.High }},
		{"variance", "", func(r *Result) float64 { return r.Values.Variance }},
		{"deviation", "Std. dev.", func(r *Result) float64 { return r.Values.Deviation }},
		{"quartile_1", "Quartile 1", func(r *Result) float64 { return r.Values.LowerQuartile }},
		{"median", "Median", func(r *Result) float64 { return r.Values.Median }},
		{"quartile_3", "Quartile 3", func(r *Result) float64 { return r.Values.UpperQuartile }},
	}
	efforts = []measure{
		{"steps", "Steps", func(r *Result) float64 { return r.Steps.Median }},
		{"seconds", "Time (s)", func(r *Result) float64 { return r.Seconds.Median }},
		{"cpu_seconds", "CPU (s)", func(r *Result) float64 { return r.CPU.Median }},
		{"evaluations_per_second", "Evaluations/s", func(r *Result) float64 { return r.Rate }},
	}
	toTarget = []measure{
		{"steps_to_target", "Steps to target", func(r *Result) float64 { return r.StepsToTarget.Median }},
		{"evaluations_to_target", "", func(r *Result) float64 { return r.EvaluationsToTarget.Median }},
		{"seconds_to_target", "Time to target (s)", func(r *Result) float64 { return r.SecondsToTarget.Median }},
		{"expected_evaluations", "Expected evaluations", func(r *Result) float64 { return r.ExpectedEvaluations }},
		{"expected_seconds", "Expected time (s)", func(r *Result) float64 { return r.ExpectedSeconds }},
	}
)

// measured adds the columns of measures that have a head.
func (t *Table) measured(p *Problem, measures []measure, format func([]float64) []string) {
	for _, m := range measures {
		cells := each(p, m.of)
		if m.column == "cpu_seconds" && !slices.ContainsFunc(cells, func(x float64) bool { return !math.IsNaN(x) }) {
			continue // no run has them
		}
		if m.head != "" {
			t.numbers(m.head, format(cells))
		}
	}
}

// Values is the table of what was reached.
func (p *Problem) Values() *Table {
	t := p.newTable("%s.", Directed("Values of "+p.Name, p.Minimize))
	digits := p.scale()
	format := func(x []float64) []string { return align(x, digits) }
	t.counts(p, "Runs", func(r *Result) int { return len(r.Group.Runs) })
	if p.failed > 0 {
		t.counts(p, "Failed", func(r *Result) int { return r.Group.Failed })
	}
	if p.feasible < p.runs {
		t.counts(p, "Feasible", func(r *Result) int { return r.Values.N })
	}
	t.numbers("Best", format(each(p, func(r *Result) float64 { return r.Best })))
	t.numbers("Worst", format(each(p, func(r *Result) float64 { return r.Worst })))
	interval := len(t.Columns) + 1 // after the mean; it has only the low ends yet
	t.measured(p, values, format)
	for i, high := range format(each(p, func(r *Result) float64 { return r.MeanInterval.High })) {
		if cell := &t.Rows[i][interval]; *cell != missing {
			*cell += " to " + high
		}
	}
	return t
}

// Effort is the table of what it cost, and how often the target was reached; nil
// where that is not known.
func (p *Problem) Effort() *Table {
	if !slices.ContainsFunc(p.Results, func(r *Result) bool { return r.Steps.Max > 0 || r.Seconds.Max > 0 }) {
		return nil
	}
	t := p.newTable("Effort on %s; medians over runs.", p.Name)
	t.measured(p, efforts, effort)
	if p.Target == nil {
		return t
	}
	t.Caption = fmt.Sprintf("Effort on %s, and to the target %s; medians over runs, to the target over those that hit.",
		p.Name, p.value(*p.Target))
	t.counts(p, "Hits", func(r *Result) int { return r.Hits })
	t.numbers("Hits (%)", align(each(p, func(r *Result) float64 {
		return 100 * float64(r.Hits) / float64(len(r.Group.Runs)+r.Group.Failed)
	}), scale{decimals: 1}))
	t.measured(p, toTarget, effort)
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
			Number(p.KruskalWallis.Statistic, 4), equation(p.KruskalWallis.P))
	}
	column := func(cell func(c Comparison) string) (cells []string) {
		for _, c := range p.Comparisons {
			cells = append(cells, cell(c))
		}
		return cells
	}
	t.words("A", column(func(c Comparison) string { return p.Results[c.A].Name }))
	t.words("B", column(func(c Comparison) string { return p.Results[c.B].Name }))
	if slices.ContainsFunc(p.Comparisons, func(c Comparison) bool { return c.Pairs != nil }) {
		t.paired(column(func(Comparison) string { return "" }), func(i int) *statistics.Pairs { return p.Comparisons[i].Pairs })
		return t
	}
	t.numbers("Mann–Whitney p", column(func(c Comparison) string { return probability(c.MannWhitney.P) }))
	t.numbers("A better (A12)", column(func(c Comparison) string { return fixed(c.Better, 2) }))
	t.words("Effect", column(func(c Comparison) string { return statistics.Magnitude(c.Better) }))
	t.numbers("95 % interval", column(func(c Comparison) string {
		return fixed(c.BetterInterval.Low, 2) + " to " + fixed(c.BetterInterval.High, 2)
	}))
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
		row := []string{p.Name, Count(p.runs), missing, missing, missing}
		if lead := p.leader(); lead != nil {
			row = append(row[:2], p.value(p.best()), lead.Name, p.value(lead.Values.Median))
		}
		switch {
		case p.Target != nil:
			row = append(row, p.value(*p.Target), Count(p.hits))
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
		Caption: fmt.Sprintf("Mean rank of the median over %d problems; 1 is the best. Friedman: χ² = %s, %s. Ranks that differ by less than %s are not told apart (Nemenyi).",
			r.Problems, Number(r.Friedman.Statistic, 4), equation(r.Friedman.P), fixed(r.Difference, 2)) + a.leftOut(),
		Columns: []Column{{"Algorithm", true}, {"Mean rank", false}, {"Off the best known (%)", false}},
	}
	for i, v := range r.Variants {
		t.Rows = append(t.Rows, []string{a.Variants[v], fixed(r.MeanRanks[i], 2), Number(r.Gaps[i], 3)})
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
		_ = show(a.Ranks()) && show(a.Versus())
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
	return Count(n) + " " + noun + "s"
}

package report

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// words adds a column of words, numbers one of numbers. The first column
// decides how many rows there are.
func (t *Table) words(head string, cells []string) {
	t.add(Column{head, true}, cells)
}

func (t *Table) numbers(head string, cells []string) {
	t.add(Column{head, false}, cells)
}

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
	for i := range p.Results {
		cells[i] = value(&p.Results[i])
	}
	return cells
}

func (p *Problem) names() []string { return each(p, func(r *Result) string { return r.Name }) }

// infeasible tells that some run has no feasible value.
func (p *Problem) infeasible() bool {
	for i := range p.Results {
		if r := &p.Results[i]; r.Feasible() < len(r.Group.Runs) {
			return true
		}
	}
	return false
}

// scale is how the values of a problem are written.
func (p *Problem) scale() scale {
	var all []float64
	smallest := math.Inf(1)
	for i := range p.Results {
		s := &p.Results[i].Values
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
func (p *Problem) value(v float64) string {
	return align([]float64{v}, p.scale())[0]
}

func (p *Problem) direction() string {
	if p.Minimize {
		return "smaller is better"
	}
	return "larger is better"
}

// failed is how many runs have no result.
func (p *Problem) failed() (count int) {
	for i := range p.Results {
		count += p.Results[i].Group.Failed
	}
	return count
}

// valueTable has what was reached.
func (p *Problem) valueTable() Table {
	t := Table{Caption: fmt.Sprintf("Values of %s (%s).", p.Name, p.direction())}
	digits := p.scale()
	values := func(head string, value func(*Result) float64) {
		t.numbers(head, align(each(p, value), digits))
	}
	t.words("Algorithm", p.names())
	t.numbers("Runs", each(p, func(r *Result) string { return count(len(r.Group.Runs)) }))
	if p.failed() > 0 {
		t.numbers("Failed", each(p, func(r *Result) string { return count(r.Group.Failed) }))
	}
	if p.infeasible() {
		t.numbers("Feasible", each(p, func(r *Result) string { return count(r.Feasible()) }))
	}
	values("Best", (*Result).Best)
	values("Worst", (*Result).Worst)
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

// spent tells that it is known what runs cost.
func (p *Problem) spent() bool {
	for i := range p.Results {
		if r := &p.Results[i]; r.Steps.Max > 0 || r.Seconds.Max > 0 {
			return true
		}
	}
	return false
}

// effortTable has what it cost, and how often the target was reached.
func (p *Problem) effortTable() Table {
	t := Table{Caption: fmt.Sprintf("Effort on %s; medians over runs.", p.Name)}
	t.words("Algorithm", p.names())
	t.numbers("Steps", effort(each(p, func(r *Result) float64 { return r.Steps.Median })))
	t.numbers("Time (s)", effort(each(p, func(r *Result) float64 { return r.Seconds.Median })))
	t.numbers("Evaluations/s", effort(each(p, func(r *Result) float64 { return r.Rate })))
	if p.Target == nil {
		return t
	}
	t.Caption = fmt.Sprintf("Effort on %s, and to the target %s; medians over runs, to the target over those that hit.",
		p.Name, p.value(*p.Target))
	t.numbers("Hits", each(p, func(r *Result) string { return count(r.Hits) }))
	t.numbers("Hits (%)", align(each(p, func(r *Result) float64 {
		return 100 * float64(r.Hits) / float64(len(r.Group.Runs)+r.Group.Failed)
	}), scale{decimals: 1}))
	t.numbers("Steps to target", effort(each(p, func(r *Result) float64 { return r.StepsToTarget.Median })))
	t.numbers("Time to target (s)", effort(each(p, func(r *Result) float64 { return r.SecondsToTarget.Median })))
	t.numbers("Expected evaluations", effort(each(p, func(r *Result) float64 { return r.ExpectedEvaluations })))
	t.numbers("Expected time (s)", effort(each(p, func(r *Result) float64 { return r.ExpectedSeconds })))
	return t
}

// testTable has the comparisons of pairs.
func (p *Problem) testTable() Table {
	t := Table{Caption: fmt.Sprintf("Tests on %s; p is corrected for %s (Holm).", p.Name,
		plural(len(p.Comparisons), "comparison", "comparisons"))}
	if len(p.Results) > 2 {
		t.Caption += fmt.Sprintf(" All at once (Kruskal–Wallis): H = %s, %s.",
			number(p.KruskalWallis.Statistic, 4), equation(p.KruskalWallis.P))
	}
	paired := false
	for _, c := range p.Comparisons {
		paired = paired || !math.IsNaN(c.Wilcoxon.P)
	}
	var a, b, whitney, better, size, smirnov, distance, wilcoxon []string
	for _, c := range p.Comparisons {
		a, b = append(a, p.Results[c.A].Name), append(b, p.Results[c.B].Name)
		whitney = append(whitney, probability(c.MannWhitney.P))
		better = append(better, fixed(c.Better, 2))
		size = append(size, statistics.Magnitude(c.Better))
		distance = append(distance, fixed(c.KolmogorovSmirnov.Statistic, 3))
		smirnov = append(smirnov, probability(c.KolmogorovSmirnov.P))
		wilcoxon = append(wilcoxon, probability(c.Wilcoxon.P))
	}
	t.words("A", a)
	t.words("B", b)
	t.numbers("Mann–Whitney p", whitney)
	t.numbers("A better (A12)", better)
	t.words("Effect", size)
	if paired {
		t.numbers("Wilcoxon p", wilcoxon)
	}
	t.numbers("Kolmogorov–Smirnov D", distance)
	t.numbers("K–S p", smirnov)
	return t
}

// overviewTable has a line for each problem.
func (a *Analysis) overviewTable() Table {
	t := Table{Caption: "All problems. The leader has the best median."}
	var name, runs, best, leader, median, target, hits []string
	targets := false
	for i := range a.Problems {
		p := &a.Problems[i]
		n, h := 0, 0
		for j := range p.Results {
			n += len(p.Results[j].Group.Runs)
			h += p.Results[j].Hits
		}
		name, runs = append(name, p.Name), append(runs, count(n))
		if lead := p.leader(); lead != nil {
			leader, median = append(leader, lead.Name), append(median, p.value(lead.Values.Median))
			best = append(best, p.value(p.best()))
		} else {
			leader, median, best = append(leader, missing), append(median, missing), append(best, missing)
		}
		if p.Target != nil {
			targets = true
			target, hits = append(target, p.value(*p.Target)), append(hits, count(h))
		} else {
			target, hits = append(target, missing), append(hits, missing)
		}
	}
	t.words("Problem", name)
	t.numbers("Runs", runs)
	t.numbers("Best", best)
	t.words("Leader", leader)
	t.numbers("Its median", median)
	if targets {
		t.numbers("Target", target)
		t.numbers("Hits", hits)
	}
	return t
}

// rankTable has the mean ranks over problems.
func (a *Analysis) rankTable() Table {
	r := a.Ranking
	t := Table{Caption: fmt.Sprintf("Mean rank of the median over %d problems; 1 is the best. Friedman: χ² = %s, %s.",
		r.Problems, number(r.Friedman.Statistic, 4), equation(r.Friedman.P)) + a.leftOut()}
	var names, ranks []string
	for i, v := range r.Variants {
		names, ranks = append(names, a.Variants[v]), append(ranks, fixed(r.MeanRanks[i], 2))
	}
	t.words("Algorithm", names)
	t.numbers("Mean rank", ranks)
	return t
}

// best is the best value of all results.
func (p *Problem) best() float64 {
	best := math.NaN()
	for i := range p.Results {
		if b := p.Results[i].Best(); math.IsNaN(best) || p.better(b, best) {
			best = b
		}
	}
	return best
}

// tables are all tables, in the order of the page, each made when it is asked
// for: a large report has many.
func (a *Analysis) tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for i := range a.Sections {
			for j := range a.Sections[i].Tables {
				if !yield(a.Sections[i].Tables[j].clean()) {
					return
				}
			}
		}
		a.groupTables()(yield)
	}
}

// groupTables are those of groups.
func (a *Analysis) groupTables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		if len(a.Problems) > 1 && !yield(a.overviewTable()) {
			return
		}
		for i := range a.Problems {
			p := &a.Problems[i]
			if !yield(p.valueTable()) || p.spent() && !yield(p.effortTable()) || len(p.Comparisons) > 0 && !yield(p.testTable()) {
				return
			}
		}
		if a.Ranking != nil {
			yield(a.rankTable())
		}
	}
}

func fixed(v float64, decimals int) string {
	if math.IsNaN(v) {
		return missing
	}
	return strings.Replace(fmt.Sprintf("%.*f", decimals, v), "-", "−", 1)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

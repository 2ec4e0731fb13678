package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// RankedPair compares two variants over problems, by their mean values.
type RankedPair struct {
	// A and B are indices in Ranking.Variants; A has the better mean rank, or comes first.
	A, B int
	statistics.Pairs
	// Text says it in words.
	Text string
}

// enoughProblems is the least number of problems that a signed-rank test can find a
// difference with: of fewer, all signs may be equal by chance.
const enoughProblems = 6

// compare compares the variants over problems. All values are made ones to be minimized,
// since problems may differ in that.
func (r *Ranking) compare(a *Analysis, problems []*Problem) {
	means := make([][]float64, len(r.Variants))
	known := make([]float64, len(problems))
	for i, p := range problems {
		sign := 1.0
		if !p.Minimize {
			sign = -1
		}
		best := p.known()
		known[i] = sign * best
		for _, result := range p.Results {
			if at, all := slices.BinarySearch(r.Variants, result.Variant); all {
				means[at] = append(means[at], sign*statistics.Mean(result.ranked))
			}
		}
	}
	for _, x := range means {
		gap := 0.0
		for i, v := range x {
			gap += 100 * (v - known[i]) / math.Abs(known[i])
		}
		if gap /= float64(len(problems)); math.IsInf(gap, 0) {
			gap = math.NaN()
		}
		r.Gaps = append(r.Gaps, gap)
	}
	first := 0
	for i := range r.Variants {
		if r.MeanRanks[i] < r.MeanRanks[first] {
			first = i
		}
	}
	for i := range r.Variants {
		for j := i + 1; j < len(r.Variants); j++ {
			if len(r.Variants) > allPairs && i != first && j != first {
				continue
			}
			x, y := i, j
			if r.MeanRanks[y] < r.MeanRanks[x] {
				x, y = y, x
			}
			r.Pairs = append(r.Pairs, RankedPair{A: x, B: y, Pairs: statistics.ComparePairs(means[x], means[y], known, true)})
		}
	}
	var tests []*statistics.Test
	for i := range r.Pairs {
		tests = append(tests, &r.Pairs[i].Wilcoxon)
	}
	correct(tests)
	for i := range r.Pairs {
		p := &r.Pairs[i]
		p.Text = pairedVerdict(a.Variants[r.Variants[p.A]], a.Variants[r.Variants[p.B]], "problem", p.Pairs)
	}
}

// known is the best known value: that of a group, or the best of all runs.
func (p *Problem) known() float64 {
	best := p.best()
	for _, r := range p.Results {
		if k := r.Group.Known; k != nil && (math.IsNaN(best) || p.better(*k, best)) {
			best = *k
		}
	}
	return best
}

// pairedVerdict is a comparison over instances in words.
func pairedVerdict(a, b, noun string, p statistics.Pairs) string {
	count := p.Better + p.Equal + p.Worse
	gain, low, high, ahead := p.Gain, p.Interval.Low, p.Interval.High, p.Better
	winner := p.Verdict()
	if winner < 0 {
		a, b, gain, low, high, ahead = b, a, -gain, -high, -low, p.Worse
	}
	effect := fmt.Sprintf("%d better, %d equal, %d worse", p.Better, p.Equal, p.Worse)
	if !math.IsNaN(gain) {
		effect = fmt.Sprintf("%s %%, 95 %% interval %s to %s", Number(gain, 3), Number(low, 3), Number(high, 3))
	}
	switch {
	case winner != 0:
		return fmt.Sprintf("%s is better than %s over %s, on %d of them: %s; %s.", a, b, plural(count, noun), ahead, effect, equation(p.Wilcoxon.P))
	case count < enoughProblems:
		return fmt.Sprintf("Over %s nothing can be said of %s and %s: it takes %d (%s).", plural(count, noun), a, b, enoughProblems, effect)
	}
	return fmt.Sprintf("No difference between %s and %s is shown over %s: %s; %s.", a, b, plural(count, noun), effect, equation(p.Wilcoxon.P))
}

// Versus is the table of the comparisons over problems; nil where there are none.
func (a *Analysis) Versus() *Table {
	r := a.Ranking
	if r == nil || len(r.Pairs) == 0 {
		return nil
	}
	t := &Table{Caption: fmt.Sprintf("Pairs over %d problems, by mean values in per cent of the best known ones; p is corrected for %s (Holm).", r.Problems, plural(len(r.Pairs), "comparison"))}
	column := func(cell func(p RankedPair) string) (cells []string) {
		for _, p := range r.Pairs {
			cells = append(cells, cell(p))
		}
		return cells
	}
	t.words("A", column(func(p RankedPair) string { return a.Variants[r.Variants[p.A]] }))
	t.words("B", column(func(p RankedPair) string { return a.Variants[r.Variants[p.B]] }))
	t.paired(column(func(p RankedPair) string { return "" }), func(i int) *statistics.Pairs { return &r.Pairs[i].Pairs })
	return t
}

// paired adds the columns of comparisons of pairs.
func (t *Table) paired(rows []string, of func(row int) *statistics.Pairs) {
	column := func(head string, cell func(p *statistics.Pairs) string) {
		cells := make([]string, len(rows))
		for i := range cells {
			if cells[i] = missing; of(i) != nil {
				cells[i] = cell(of(i))
			}
		}
		t.numbers(head, cells)
	}
	column("A better", func(p *statistics.Pairs) string { return Count(p.Better) })
	column("Equal", func(p *statistics.Pairs) string { return Count(p.Equal) })
	column("B better", func(p *statistics.Pairs) string { return Count(p.Worse) })
	column("A ahead (%)", func(p *statistics.Pairs) string { return Number(p.Gain, 3) })
	column("95 % interval", func(p *statistics.Pairs) string {
		if math.IsNaN(p.Gain) {
			return missing
		}
		return Number(p.Interval.Low, 3) + " to " + Number(p.Interval.High, 3)
	})
	column("Wilcoxon p", func(p *statistics.Pairs) string { return probability(p.Wilcoxon.P) })
}

// Findings are the verdicts over problems, in words.
func (r *Ranking) Findings() (list []string) {
	if r.Problems < enoughProblems {
		return []string{fmt.Sprintf("Over %d problems algorithms cannot be told apart; it takes %d.", r.Problems, enoughProblems)}
	}
	for _, p := range r.Pairs {
		list = append(list, p.Text)
	}
	return list
}

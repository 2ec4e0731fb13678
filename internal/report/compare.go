package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// allPairs is the number of results up to which all pairs are compared.
const allPairs = 8

// significant is the level below which a difference is called one.
const significant = 0.05

// Comparison is a test of two results of a problem. Probabilities are
// corrected by Holm's method over the comparisons of the problem.
type Comparison struct {
	// A and B are indices in Problem.Results; A has the better median, or
	// comes first.
	A, B int
	// MannWhitney asks whether one tends to be better.
	MannWhitney statistics.Test
	// Better is the effect size A12: the probability that a run of A is
	// better than one of B, equal ones counted half; and where it lies with 95 %
	// confidence.
	Better         float64
	BetterInterval statistics.Interval
	// KolmogorovSmirnov asks whether the distributions differ in any way. It has no part
	// in the verdict.
	KolmogorovSmirnov statistics.Test
	// Pairs compares them where runs with equal seeds are of one instance, instead of
	// MannWhitney; else it is nil.
	Pairs *statistics.Pairs
	// Verdict says it in words.
	Verdict string
}

// probability is that of the test that decides.
func (c *Comparison) probability() float64 {
	if c.Pairs != nil {
		return c.Pairs.Wilcoxon.P
	}
	return c.MannWhitney.P
}

// winner is 1 where A is better, −1 where B is, and 0 where no difference is shown: the
// test and the interval of the effect must agree.
func (c *Comparison) winner() int {
	switch {
	case c.Pairs != nil:
		return c.Pairs.Verdict()
	case !(c.MannWhitney.P < significant):
		return 0
	case c.BetterInterval.Low > 0.5:
		return 1
	case c.BetterInterval.High < 0.5:
		return -1
	}
	return 0
}

// Ranking compares variants over problems by the medians of their values.
type Ranking struct {
	// Variants are indices in Analysis.Variants, and MeanRanks are their mean
	// places over the problems; 1 is the best.
	Variants  []int
	MeanRanks []float64
	Problems  int
	Friedman  statistics.Test
	// Gaps are by how much per cent the variants' mean values miss the best known ones, on
	// average over the problems; NaN where one of those is zero, or a run has no value.
	Gaps []float64
	// Pairs are the verdicts on pairs of variants over the problems, of all pairs up to 8
	// variants, else of each with the one that has the best mean rank.
	Pairs []RankedPair
	// Difference is how far mean ranks must be apart to differ, all pairs taken together
	// (Nemenyi).
	Difference float64
}

func (a *Analysis) compare() {
	var overall []*statistics.Test
	for _, p := range a.Problems {
		p.comparePairs()
		var samples [][]float64
		if len(p.Results) > 2 {
			samples = each(p, func(r *Result) []float64 { return r.ranked })
		}
		p.KruskalWallis = statistics.KruskalWallis(samples...)
		overall = append(overall, &p.KruskalWallis)
	}
	correct(overall)
}

// correct corrects the probabilities of several tests.
func correct(tests []*statistics.Test) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.P
	}
	for i, corrected := range statistics.Holm(p) {
		tests[i].P = corrected
	}
}

func (p *Problem) comparePairs() {
	lead := slices.Index(p.Results, p.leader())
	for i := range p.Results {
		for j := i + 1; j < len(p.Results); j++ {
			// Of one run against one nothing can be said.
			enough := len(p.Results[i].ranked) > 1 || len(p.Results[j].ranked) > 1
			if enough && (len(p.Results) <= allPairs || i == lead || j == lead) {
				p.Comparisons = append(p.Comparisons, p.comparePair(i, j))
			}
		}
	}
	var whitney, smirnov, wilcoxon []*statistics.Test
	for i := range p.Comparisons {
		c := &p.Comparisons[i]
		whitney, smirnov = append(whitney, &c.MannWhitney), append(smirnov, &c.KolmogorovSmirnov)
		if c.Pairs != nil {
			wilcoxon = append(wilcoxon, &c.Pairs.Wilcoxon)
		}
	}
	correct(whitney)
	correct(smirnov)
	correct(wilcoxon)
	for i := range p.Comparisons {
		p.Comparisons[i].Verdict = p.verdict(&p.Comparisons[i])
	}
}

func (p *Problem) comparePair(i, j int) Comparison {
	if p.better(p.Results[j].median(), p.Results[i].median()) {
		i, j = j, i
	}
	x, y := p.Results[i], p.Results[j]
	c := Comparison{A: i, B: j}
	c.MannWhitney = statistics.MannWhitney(x.ranked, y.ranked)
	c.Better = c.MannWhitney.A12(len(x.ranked), len(y.ranked))
	if p.Minimize {
		c.Better = 1 - c.Better
	}
	c.BetterInterval = statistics.ChanceInterval(c.Better, len(x.ranked), len(y.ranked))
	c.KolmogorovSmirnov = statistics.KolmogorovSmirnov(x.ranked, y.ranked)
	c.Pairs = pairsOf(x.Group, y.Group)
	return c
}

// pairsOf compares runs with equal seeds, where those are of one instance. It is nil where
// they are not, or the groups have not the same seeds, each once.
func pairsOf(x, y *Group) *statistics.Pairs {
	if !x.Paired || !y.Paired || len(x.Runs) != len(y.Runs) {
		return nil
	}
	places := make(map[uint64]int, len(x.Runs))
	for i := range x.Runs {
		places[x.Runs[i].Seed] = i
	}
	if len(places) != len(x.Runs) {
		return nil
	}
	var first, second, known []float64
	for i := range y.Runs {
		at, found := places[y.Runs[i].Seed]
		if !found { // or it is there a second time
			return nil
		}
		delete(places, y.Runs[i].Seed)
		a, b := x.value(at), y.value(i)
		best := math.NaN()
		if k := x.Runs[at].Known; k != nil {
			best = *k
		}
		first, second, known = append(first, a), append(second, b), append(known, statistics.BestKnown(a, b, best, x.Minimize))
	}
	pairs := statistics.ComparePairs(first, second, known, x.Minimize)
	return &pairs
}

// verdict is a comparison in words.
func (p *Problem) verdict(c *Comparison) string {
	a, b, chance := p.Results[c.A].Name, p.Results[c.B].Name, c.Better
	if c.Pairs != nil {
		return pairedVerdict(a, b, "instance", *c.Pairs)
	}
	switch probability := c.MannWhitney.P; {
	case math.IsNaN(probability):
		return fmt.Sprintf("%s and %s cannot be compared.", a, b)
	case c.winner() == 0:
		return fmt.Sprintf("No difference between %s and %s is shown (%s, A12 %s to %s).", a, b, equation(probability),
			fixed(c.BetterInterval.Low, 2), fixed(c.BetterInterval.High, 2))
	case c.winner() < 0: // the medians say otherwise, or nothing
		a, b, chance = b, a, 1-chance
	}
	if size := statistics.Magnitude(chance); size != "negligible" {
		return fmt.Sprintf("%s is better than %s, %s, a %s effect.", a, b, equation(c.MannWhitney.P), size)
	}
	return fmt.Sprintf("%s is better than %s, %s, but the effect is negligible.", a, b, equation(c.MannWhitney.P))
}

// rank compares the variants that all problems share. Problems that are one with
// several targets would count it as often, and are left out.
func (a *Analysis) rank() *Ranking {
	problems := slices.DeleteFunc(slices.Clone(a.Problems), func(p *Problem) bool { return p.parted })
	if len(problems) < 2 {
		return nil
	}
	// Only variants that were tried on every problem have comparable ranks.
	tried := make([]int, len(a.Variants))
	for _, p := range problems {
		for _, r := range p.Results {
			tried[r.Variant]++
		}
	}
	r := &Ranking{Problems: len(problems)}
	for v, n := range tried {
		if n == len(problems) {
			r.Variants = append(r.Variants, v)
		}
	}
	if len(r.Variants) < 2 {
		return nil
	}
	blocks := make([][]float64, len(problems))
	for i, p := range problems {
		blocks[i] = make([]float64, len(r.Variants))
		for _, result := range p.Results {
			if at, all := slices.BinarySearch(r.Variants, result.Variant); all {
				if blocks[i][at] = result.median(); !p.Minimize {
					blocks[i][at] = -blocks[i][at]
				}
			}
		}
	}
	r.Friedman, r.MeanRanks = statistics.Friedman(blocks)
	if r.MeanRanks == nil {
		return nil
	}
	r.Difference = statistics.CriticalDifference(len(r.Variants), len(problems), significant)
	r.compare(a, problems)
	return r
}

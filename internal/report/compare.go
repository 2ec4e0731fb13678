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
	// better than one of B, equal ones counted half.
	Better float64
	// KolmogorovSmirnov asks whether the distributions differ in any way.
	KolmogorovSmirnov statistics.Test
	// Wilcoxon compares runs with equal seeds; NaN if seeds are not the same.
	Wilcoxon statistics.Test
	// Verdict says it in words.
	Verdict string
}

// Ranking compares variants over problems by the medians of their values.
type Ranking struct {
	// Variants are indices in Analysis.Variants, and MeanRanks are their mean
	// places over the problems; 1 is the best.
	Variants  []int
	MeanRanks []float64
	Problems  int
	Friedman  statistics.Test
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
		wilcoxon = append(wilcoxon, &c.Wilcoxon)
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
	c.KolmogorovSmirnov = statistics.KolmogorovSmirnov(x.ranked, y.ranked)
	c.Wilcoxon = statistics.Wilcoxon(bySeed(x.Group, y.Group))
	return c
}

// bySeed are the differences of runs with equal seeds, none if the groups have
// not the same seeds, each once. Without a feasible value a run is infinitely
// worse than others, and equal to its like.
func bySeed(x, y *Group) []float64 {
	values := make(map[uint64]float64, len(x.Runs))
	for i := range x.Runs {
		values[x.Runs[i].Seed] = x.value(i)
	}
	if len(values) != len(x.Runs) || len(x.Runs) != len(y.Runs) {
		return nil
	}
	differences := make([]float64, len(y.Runs))
	for i := range y.Runs {
		seed := y.Runs[i].Seed
		a, known := values[seed]
		if !known { // or it is there a second time
			return nil
		}
		delete(values, seed)
		if b := y.value(i); a != b {
			differences[i] = a - b
		}
	}
	return differences
}

// verdict is a comparison in words.
func (p *Problem) verdict(c *Comparison) string {
	a, b, chance := p.Results[c.A].Name, p.Results[c.B].Name, c.Better
	probability := c.MannWhitney.P
	switch {
	case math.IsNaN(probability):
		return fmt.Sprintf("%s and %s cannot be compared.", a, b)
	case probability >= significant:
		if c.KolmogorovSmirnov.P < significant {
			return fmt.Sprintf("Neither %s nor %s is better (%s), but their distributions differ (%s).",
				a, b, equation(probability), equation(c.KolmogorovSmirnov.P))
		}
		return fmt.Sprintf("No difference between %s and %s is seen (%s).", a, b, equation(probability))
	case chance < 0.5: // the medians say otherwise, or nothing
		a, b, chance = b, a, 1-chance
	}
	if size := statistics.Magnitude(chance); size != "negligible" {
		return fmt.Sprintf("%s is better than %s, %s, a %s effect.", a, b, equation(probability), size)
	}
	return fmt.Sprintf("%s is better than %s, %s, but the effect is negligible.", a, b, equation(probability))
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
	return r
}

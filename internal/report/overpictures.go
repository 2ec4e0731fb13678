package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// OverProblems are the pictures of all problems together.
func (a *Analysis) OverProblems() (all []Picture) {
	if len(a.Variants) > maxRows {
		return nil
	}
	if a.Ranking != nil {
		all = append(all, Picture{
			"ranks", "Critical differences", fmt.Sprintf("Mean ranks over %d problems; 1 is the best. A bar is the critical difference of Nemenyi's test, %s: "+
				"algorithms whose marks lie within one bar are not told apart.", a.Ranking.Problems, fixed(a.Ranking.Difference, 2)) + a.leftOut(), a.ranks,
		})
	}
	if ladders := a.ladders(); len(ladders) > 1 {
		all = append(all, Picture{
			"ecdf", "Runs and targets of all problems", fmt.Sprintf("Empirical distribution over the runs of %d problems and %d targets of each: the share that was reached "+
				"within so many evaluations.", len(ladders), ladderSteps) + a.leftOut(), func() *figure { return a.toTargets(ladders) },
		})
	}
	if ratios, problems := a.ratios(); problems > 1 {
		all = append(all, Picture{
			"profile", "Performance profile", fmt.Sprintf("Performance profile (Dolan and Moré): the share of %d problems on which an algorithm takes at most so many times "+
				"the expected evaluations to the target of the best one.", problems) + a.leftOut(), func() *figure { return a.profile(ratios, problems) },
		})
	}
	if slices.ContainsFunc(a.Problems, func(p *Problem) bool { return !p.parted && p.hits > 0 }) {
		all = append(all, Picture{
			"cactus", "Cactus plot", "Runs that hit their target, over all problems, from the fastest on. Farther to the right is better: " +
				"more runs; lower is better: less time." + a.leftOut(), a.cactus,
		})
	}
	return all
}

// ranks draws the mean ranks with the critical difference.
func (a *Analysis) ranks() *figure {
	r := a.Ranking
	order := make([]int, len(r.Variants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(r.MeanRanks[i], r.MeanRanks[j]) })
	var names []string
	for _, i := range order {
		names = append(names, a.Variants[r.Variants[i]])
	}
	f := newRows(names, "mean rank", 26)
	for place, i := range order {
		f.plot.Add(plotted(func(c draw.Canvas, x, toY func(float64) vg.Length) {
			y, hue, rank := toY(rowOf(place, len(order))), variantColor(r.Variants[i]), r.MeanRanks[i]
			block(c, pale(hue, boxAlpha), x(rank), y-4, x(rank+r.Difference), y+4)
			c.DrawGlyph(draw.GlyphStyle{Color: hue, Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}, vg.Point{X: x(rank), Y: y})
		}))
	}
	span(&f.plot.X, 1, max(float64(len(order)), slices.Max(r.MeanRanks)+r.Difference))
	return f
}

// ladders are the targets of the problems that have them.
func (a *Analysis) ladders() map[*Problem][]float64 {
	all := map[*Problem][]float64{}
	for _, p := range a.Problems {
		if targets := p.ladder(); !p.parted && targets != nil {
			all[p] = targets
		}
	}
	return all
}

// toTargets draws the share of runs and targets of all problems that were reached within so
// many evaluations.
func (a *Analysis) toTargets(ladders map[*Problem][]float64) *figure {
	f := newCurves("evaluations", "share of runs and targets")
	reached, pairs := make([][]float64, len(a.Variants)), make([]int, len(a.Variants))
	low, high := math.Inf(1), math.Inf(-1)
	for p, targets := range ladders {
		for _, r := range p.Results {
			evaluations, runs := r.climbed(targets)
			reached[r.Variant] = append(reached[r.Variant], evaluations...)
			pairs[r.Variant] += runs * len(targets)
			if n := len(evaluations); n > 0 {
				low, high = min(low, evaluations[0]), max(high, evaluations[n-1])
			}
		}
	}
	logarithmic(&f.plot.X, low, high)
	for v := range reached {
		if slices.Sort(reached[v]); pairs[v] > 0 {
			f.share(&Result{Name: a.Variants[v], Variant: v}, stairs(reached[v], pairs[v]))
		}
	}
	return f
}

// ratios are how many times the expected evaluations to the target of the best one variants
// take, ascending, on the problems that have a target which somebody hits; and how many
// problems those are.
func (a *Analysis) ratios() (ratios [][]float64, problems int) {
	ratios = make([][]float64, len(a.Variants))
	for _, p := range a.Problems {
		if p.parted || p.hits == 0 {
			continue
		}
		problems++
		best := math.Inf(1)
		for _, r := range p.Results {
			if r.Hits > 0 {
				best = min(best, max(1, r.ExpectedEvaluations))
			}
		}
		for _, r := range p.Results {
			if r.Hits > 0 {
				ratios[r.Variant] = append(ratios[r.Variant], max(1, r.ExpectedEvaluations)/best)
			}
		}
	}
	for _, x := range ratios {
		slices.Sort(x)
	}
	return ratios, problems
}

// profile draws the share of problems within a ratio of the best.
func (a *Analysis) profile(ratios [][]float64, problems int) *figure {
	f := newCurves("times the best one's expected evaluations", "share of problems")
	high := 1.0
	for _, x := range ratios {
		if len(x) > 0 {
			high = max(high, x[len(x)-1])
		}
	}
	logarithmic(&f.plot.X, 1, max(high, 2))
	for v, x := range ratios {
		f.share(&Result{Name: a.Variants[v], Variant: v}, stairs(x, problems))
	}
	return f
}

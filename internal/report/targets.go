package report

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// ladderSteps is how many targets a problem's ladder has.
const ladderSteps = 50

// ladder is the targets that runs are followed by where one would say too
// little: evenly from the median of their first values to the best of all.
// It is nil without traces that count evaluations, or where nothing improves.
func (p *Problem) ladder() []float64 {
	var first []float64
	best := math.NaN()
	counted := false
	for _, r := range p.Results {
		for _, t := range r.traces() {
			fresh := true
			for _, x := range t {
				counted = counted || x.Evaluations > 0
				if math.IsNaN(x.Value) || math.Abs(x.Value) >= drawable {
					continue
				}
				if fresh {
					first, fresh = append(first, x.Value), false
				}
				if math.IsNaN(best) || p.better(x.Value, best) {
					best = x.Value
				}
			}
		}
	}
	if !counted || len(first) == 0 {
		return nil
	}
	from := statistics.Quantile(statistics.Sorted(first), 0.5)
	if !p.better(best, from) {
		return nil
	}
	logarithmic := wide(min(from, best), max(from, best))
	targets := make([]float64, ladderSteps)
	for i := range targets {
		climb := float64(i + 1)
		targets[i] = from + float64((best-from)*climb)/ladderSteps
		if logarithmic {
			targets[i] = from * math.Pow(best/from, climb/ladderSteps)
		}
	}
	targets[ladderSteps-1] = best // whatever was rounded
	return targets
}

// climbed are the evaluations after which runs reached targets, ascending, for
// all pairs of them that did; runs is the number of runs looked at.
func (r *Result) climbed(targets []float64) (evaluations []float64, runs int) {
	for _, t := range r.traces() {
		runs++
		at := 0
		for _, target := range targets {
			for at < len(t) && !r.reached(t[at].Value, target) {
				at++
			}
			if at < len(t) {
				evaluations = append(evaluations, float64(max(1, t[at].Evaluations)))
			}
		}
	}
	slices.Sort(evaluations)
	return evaluations, runs
}

func (r *Result) reached(value, target float64) bool {
	if r.Group.Minimize {
		return value <= target
	}
	return value >= target
}

// toTargets draws the share of runs and targets that were reached within so many
// evaluations.
func (p *Problem) toTargets(targets []float64) *figure {
	f := newCurves("evaluations", "share of runs and targets")
	all := make([][]float64, len(p.Results))
	runs := make([]int, len(p.Results))
	low, high := math.Inf(1), math.Inf(-1)
	for i, r := range p.Results {
		if all[i], runs[i] = r.climbed(targets); len(all[i]) > 0 {
			low, high = min(low, all[i][0]), max(high, all[i][len(all[i])-1])
		}
	}
	logarithmic(&f.plot.X, low, high)
	for i, r := range p.Results {
		if runs[i] > 0 {
			f.share(r, stairs(all[i], runs[i]*len(targets)))
		}
	}
	return f
}

package memetic

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// judge ends a generation.
func (h *replica) judge(step int64) {
	e := h.engine
	best := 0
	for i, s := range h.scores {
		if s > h.scores[best] {
			best = i
		}
	}
	mean, deviation := h.moments()
	spread := h.spread()
	if h.state.Judge(step, h.scores[best], mean, spread, e.Rules, e.objective.Float) {
		h.best.Set(h.now.At(best))
	}
	if e.Trace {
		all := population.Node{Best: h.scores[best], Worst: h.worst()}
		h.samples = append(h.samples, h.state.Record(all, mean, deviation, spread).Sample(h.index, e.Evaluations(step)))
	}
}

func (h *replica) worst() problem.Score { return slices.Min(h.scores) }

// moments are the mean and the deviation of the population's scores.
func (h *replica) moments() (mean, deviation float64) {
	n, o := float64(len(h.scores)), h.engine.objective
	for _, s := range h.scores {
		mean += o.Number(s)
	}
	mean /= n
	for _, s := range h.scores {
		d := o.Number(s) - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / n)
}

// spread is the share of places in which neighbors in the population differ.
func (h *replica) spread() float64 {
	differ, all := 0, 0
	for i := 1; i < len(h.scores); i++ {
		a, b := h.now.At(i-1).Order, h.now.At(i).Order
		for k := range a {
			if a[k] != b[k] {
				differ++
			}
		}
		all += len(a)
	}
	return float64(differ) / float64(all)
}

package main

import (
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// optimum ends a run that has no limit as soon as one of its replicas has
// reached the problem's bound: the others might go on for ever.
type optimum struct {
	problem problem.Problem
	reached func()
}

// Observe implements search.Observer.
func (o *optimum) Observe(p search.Progress, _ time.Duration) error {
	if t, ok := o.problem.(problem.Targeted); ok {
		if bound, known := t.Bound(); known && p.Best >= bound {
			o.reached()
		}
	}
	return nil
}

// finishing is an observer that has something to write in the end.
type finishing interface {
	search.Observer
	search.Finisher
}

// shifted passes the statistics of a run on with the objective's total taken
// off: search.OwnValue negates a mean where one minimises, and total - mean is
// -(mean - total). Scores stay as they are, for the objective knows its total.
type shifted struct {
	finishing
	total   float64
	samples []search.Sample
}

// ownTotal makes an observer state means as costs where an objective has a
// total.
func ownTotal(to finishing, o problem.Objective) search.Observer {
	if !o.Minimize || o.Float || o.Total == 0 {
		return to
	}
	return &shifted{finishing: to, total: float64(o.Total)}
}

// Observe implements search.Observer.
func (s *shifted) Observe(p search.Progress, elapsed time.Duration) error {
	s.samples = append(s.samples[:0], p.Samples...)
	for i := range s.samples {
		sample := &s.samples[i]
		sample.Mean -= s.total
		sample.Online -= s.total
		sample.Offline -= s.total
	}
	p.Samples = s.samples
	return s.finishing.Observe(p, elapsed)
}

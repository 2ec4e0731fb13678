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

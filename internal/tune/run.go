package tune

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// Result is what a tuning came to.
type Result struct {
	Plan      *Plan
	Best      *Candidate
	Baseline  *Candidate
	Finalists []Standing // on the training instances, the best first
	// Candidates are all there were, by number. They have no ranks, since they
	// have not all been in the same trials.
	Candidates []Standing
	Course     []Stage
	Spent      int // runs on training instances
	// HeldOut compares the best with the baseline; nil where the tuning was
	// stopped before, or the best is the baseline.
	HeldOut *Comparison
	Stopped bool // ctx ended; the rest is what was known then
	Elapsed time.Duration
}

// Run tunes. When ctx ends, the result is what is known by then, and that is no
// error.
func Run(ctx context.Context, p *Plan, where experiment.Where, watch func(Progress)) (*Result, error) {
	f := newField(p, where, watch)
	l := newPool(p)
	choose := f.race
	if p.Method == "halving" {
		choose = f.halve
	}
	standing, err := choose(ctx, l)
	r := &Result{
		Plan: p, Baseline: l.all[0], Best: standing[0].Candidate, Finalists: f.finalists(standing), Candidates: f.everyone(l.all),
		Course: f.course, Spent: f.spent,
	}
	if err == nil && r.Best != r.Baseline {
		f.progress.Stage, f.progress.Alive = "held out", 2
		f.progress.Runs = f.progress.Done + 2*len(p.HeldOut)*p.Seeds
		r.HeldOut, err = f.compare(ctx, r.Best, r.Baseline)
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		r.Stopped, err = true, nil
	}
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	r.Elapsed = time.Since(f.began)
	return r, nil
}

package lookahead

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

const (
	// A walk makes firstFlips before a formula is simplified, some milliseconds, and
	// firstFlipsPerVar for each variable where all clauses are of one length, three
	// literals or more: there is hardly anything to simplify in those, and what a walk
	// does not satisfy then takes a search so long that it does not matter. In other
	// formulas of more than soonLiterals, for which making a walk takes longer than
	// that, both begin at once.
	firstFlips, firstFlipsPerVar = 10_000, 8
	soonLiterals                 = 100_000
	// walkAfter is when walks begin on a device that a swarm searches on: what is
	// decided sooner is not worth their kernels.
	walkAfter = 300 * time.Millisecond
)

// portfolio decides a formula by a walk, and soon a search with it. The verdict does not
// depend on which of them has it. A formula that is too large for the search is left to
// the walk.
func (o Options) portfolio(ctx context.Context, f *sat.Formula) (Result, error) {
	o.beside = walking(f)
	tooLarge := o.ready(f)
	if tooLarge != nil && !o.leftToWalk(f, tooLarge) {
		return Result{}, tooLarge
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	w := o.newWalk(f)
	defer w.close()
	if tooLarge != nil {
		o.leave(tooLarge)
		return w.until(ctx, math.MaxInt64)
	}
	// A walk that fails leaves the answer to the others.
	if r, err := w.until(ctx, headStart(f)); err == nil && r.Status == sat.Satisfiable {
		return r, nil
	}
	o.cores = newCores(o.Threads)
	walks := []func() (Result, error){func() (Result, error) { return w.besideSearch(ctx, o.cores) }}
	if o.Device != nil {
		o.cores = newCores(max(2, o.Threads)) // the search needs none
		o.turn = &sync.Mutex{}
		walks = append(walks, func() (Result, error) { return o.newWalksOn(f, o.Device).besideSwarm(ctx, walkAfter) })
	}
	walked := make(chan Result, len(walks))
	var all sync.WaitGroup
	for _, walk := range walks {
		all.Go(func() {
			if r, err := walk(); err == nil && r.Status == sat.Satisfiable {
				walked <- r
				done()
			}
		})
	}
	r, err := o.search(ctx, f)
	o.cores.end()
	if err != nil && o.leftToWalk(f, err) {
		o.leave(err)
		r, err = Result{Status: sat.Unknown}, nil
	} else {
		done()
	}
	all.Wait() // a device is the caller's again
	if err == nil && r.Status == sat.Unknown && len(walked) > 0 {
		w := <-walked
		w.Nodes, w.Closed = r.Nodes, r.Closed
		return w, nil
	}
	return r, err
}

// leftToWalk reports whether a formula that a search does not take is left to a walk:
// where more memory would not help.
func (o Options) leftToWalk(f *sat.Formula, err error) bool {
	limit, ok := errors.AsType[*cnf.LimitError](err)
	return ok && limit.By == "" && limit.Needed == 0 && cnf.Fits(f.Name, o.beside, o.memory()) == nil
}

// leave tells why a formula is left to a walk.
func (o Options) leave(err error) {
	if o.Limited != nil {
		o.Limited(err)
	}
}

// headStart is how many flips a walk makes before a formula is simplified.
func headStart(f *sat.Formula) int64 {
	uniform := true
	for c := range f.Clauses() {
		k := len(f.Clause(c))
		uniform = uniform && k >= 3 && k == len(f.Clause(0))
	}
	switch {
	case uniform:
		return max(firstFlips, firstFlipsPerVar*int64(f.Vars))
	case len(f.Lits) > soonLiterals:
		return 0
	}
	return firstFlips
}

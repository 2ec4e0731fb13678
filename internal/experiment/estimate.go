package experiment

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/warbler-opt/warbler/search"
)

// Preview is what a campaign would have to do.
type Preview struct {
	Problems, Cells int
	Runs            int           // that the plan asks for, or its shard
	Kept            int           // of those that are in the folder already
	Again           int           // that are there, but that a limit ended which is longer now
	Missing         int           // to be done
	Time            time.Duration // that they take on the CPU at most, about
	Open            bool          // nothing but stagnation ends some runs, so that nobody can say how long they take
}

const (
	// pilotTime is how long a run is tried for an estimate, and pilots how many are.
	pilotTime = 50 * time.Millisecond
	pilots    = 100
)

// Preview says what the campaign of a plan would do in a folder, which may have one
// already, or in none, with so many threads; 0 is all cores. It runs the beginning of a run of every
// kind.
func (p *Plan) Preview(ctx context.Context, dir string, threads int) (v Preview, err error) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	have := make([]bool, p.Runs())
	taken := false
	if dir != "" {
		if taken, err = hasCampaign(dir); err != nil {
			return v, err
		}
	}
	if taken {
		if v.Again, err = p.preview(dir, have); err != nil {
			return v, err
		}
	}
	v.Cells, v.Runs = len(p.Cells), p.Wanted()
	problems := map[*subject]bool{}
	var seconds float64
	var measured []float64
	stride := (len(p.groups) + pilots - 1) / pilots
	for i, g := range p.groups {
		missing := 0
		for _, cell := range g.members {
			for run := cell * p.Seeds.Count; run < (cell+1)*p.Seeds.Count; run++ {
				switch {
				case have[run]:
					v.Kept++
				case p.wanted(run):
					missing++
				}
			}
		}
		problems[g.subject] = true
		v.Missing += missing
		one := 0.0
		if i%stride == 0 || len(measured) == 0 {
			var open bool
			if one, open, err = g.pilot(ctx, p.Cells[g.members[0]].point); err != nil {
				return v, err
			}
			v.Open = v.Open || open
			measured = append(measured, one)
		} else {
			one = measured[len(measured)-1] // neighbors are alike
		}
		seconds += one * float64(missing)
	}
	v.Problems = len(problems)
	v.Time = time.Duration(seconds / float64(threads) * float64(time.Second))
	return v, nil
}

// preview marks the runs of a folder that stay, and counts those that do not.
func (p *Plan) preview(dir string, have []bool) (again int, err error) {
	db, err := openCampaign(dir, "ro", patient)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r, err := readResults(db, dir)
	if err != nil {
		return 0, err
	}
	cells, _, err := p.takesOver(db, r, dir)
	if err != nil {
		return 0, err
	}
	moves, again := p.moves(r, cells)
	for _, m := range moves {
		have[m.run] = true
	}
	return again, nil
}

// pilot is how many seconds a run may take on one thread; open says that its rules leave
// it open.
func (g *batchable) pilot(ctx context.Context, values search.Values) (seconds float64, open bool, err error) {
	if g.stop.Time > 0 {
		return g.stop.Time.Seconds(), false, nil
	}
	e, err := g.algorithm.Engine(ctx, search.Config{Problem: g.problem, Threads: 1, Values: values, Stop: g.stop, Replicas: search.Seeds(1, 1)})
	if err != nil {
		return 0, false, g.written.Mistake(g.Name, err)
	}
	defer e.Close()
	stop := g.stop
	stop.Time = pilotTime
	r, err := search.Run(ctx, e, stop)
	if err != nil {
		return 0, false, err
	}
	part := 0.0
	if stop.Steps > 0 {
		part = float64(r.Steps) / float64(stop.Steps)
	}
	if stop.Evaluations > 0 {
		part = max(part, float64(r.Evaluations)/float64(stop.Evaluations))
	}
	if r.Status != search.TimedOut {
		part = 1
	}
	if part == 0 {
		return r.Elapsed.Seconds(), true, nil
	}
	return r.Elapsed.Seconds() / part, false, nil
}

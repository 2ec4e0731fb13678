package lookahead

import (
	"context"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

const (
	// walkAfter is when walks begin on a device that a swarm searches on: what is
	// decided sooner is not worth their kernels.
	walkAfter = 300 * time.Millisecond
	// walksPerUnit is how many walk on a unit of it.
	walksPerUnit = 4
	// walkTurn is about how long they walk at a time, and walkShare how many times as
	// long they leave the device to the swarm.
	walkTurn  = 10 * time.Millisecond
	walkShare = 3
	// firstFlips is how many flips they make in their first turn.
	firstFlips = 500
)

// walkOn looks for a model by many walks on a device that something else works on,
// from seeds of its own, after a while. They take turns: searches of a swarm wait
// for each other while they run, and some would wait for the end of a walk.
func walkOn(ctx context.Context, d device.Device, turn sync.Locker, f *sat.Formula, assume []int32, seed uint64, after time.Duration) (Result, error) {
	unknown := Result{Status: sat.Unknown}
	if pause(ctx, after); ctx.Err() != nil {
		return unknown, nil
	}
	count := walksPerUnit * max(1, d.Info().ComputeUnits)
	engine, err := newWalks(ctx, f, assume, search.Seeds(^seed, count), d)
	if engine == nil || err != nil {
		return unknown, err
	}
	defer engine.Close()
	all := int64(f.Clauses() + len(assume))
	flips := firstFlips
	for ctx.Err() == nil {
		turn.Lock()
		before := time.Now()
		progress, err := engine.Step(ctx, flips)
		took := time.Since(before)
		turn.Unlock()
		if err != nil {
			return unknown, err
		}
		flips = int(max(1, min(float64(flips)*float64(walkTurn)/float64(took), 2*float64(flips), walkFlips)))
		for r := 0; progress.Best >= all && r < count; r++ {
			s, err := engine.Best(r)
			if err != nil {
				return unknown, err
			}
			if s.Score >= all {
				return Result{Status: sat.Satisfiable, Values: sat.AssignmentOf(s.Genome, f.Vars), Walked: true}, nil
			}
		}
		if progress.Running == 0 {
			return unknown, nil
		}
		pause(ctx, walkShare*took)
	}
	return unknown, nil
}

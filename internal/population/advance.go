package population

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/search"
)

const (
	// sliceTime is about how long many replicas advance between two looks at the
	// clock; stepTime is when Step returns to report, whatever it was asked for.
	sliceTime = 20 * time.Millisecond
	stepTime  = 250 * time.Millisecond

	// manyMembers is a population that is split among goroutines even when there
	// are replicas enough to keep them all busy.
	manyMembers = 1 << 14
)

// Stepper is one replica of an engine in Go.
type Stepper interface {
	// Current is the replica's state.
	Current() *State
	// Generation makes one step, or none when the pool is aborted.
	Generation(p ParallelFor)
}

// Advance makes at most atMost steps of every running replica. Many small
// replicas share the goroutines whole; a few, or large ones, are split among
// them, unless members is 0 and there is nothing to split.
func Advance[S Stepper](ctx context.Context, p *Pool, list []S, members, atMost int) {
	defer p.Watch(ctx)()
	deadline := time.Now().Add(stepTime)
	if p.splits(len(list), members) {
		oneByOne(p, list, atMost, deadline)
	} else {
		sideBySide(p, list, atMost, deadline)
	}
}

// splits reports whether the goroutines share every replica's work, or else the
// replicas.
func (p *Pool) splits(replicas, members int) bool {
	return members > 0 && (replicas < p.Threads || members > manyMembers)
}

// oneByOne splits every generation among the goroutines.
func oneByOne[S Stepper](p *Pool, list []S, atMost int, deadline time.Time) {
	if p.Threads > 1 && atMost > 1 {
		p.workers = startWorkers(p)
		defer func() { p.workers.end(); p.workers = nil }()
	}
	for range atMost {
		moved := false
		for _, h := range list {
			if h.Current().Status == search.Running && !p.Aborted() {
				h.Generation(p.Parallel)
				moved = true
			}
		}
		if !moved || time.Now().After(deadline) {
			return
		}
	}
}

// sideBySide advances whole replicas, all to the same step.
func sideBySide[S Stepper](p *Pool, list []S, atMost int, deadline time.Time) {
	for done := 0; done < atMost && !p.Aborted() && time.Now().Before(deadline); {
		steps := min(atMost-done, p.stride)
		begin := time.Now()
		p.Parallel(len(list), func(worker, r int) {
			h, alone := list[r], p.Serial(worker)
			s := h.Current()
			for to := s.Step + int64(steps); s.Status == search.Running && s.Step < to && !p.Aborted(); {
				h.Generation(alone)
			}
		})
		done += steps
		switch took := time.Since(begin); {
		case took < sliceTime/2 && steps == p.stride && steps < 1<<20:
			p.stride *= 2
		case took > sliceTime && p.stride > 1:
			p.stride /= 2
		}
		if _, running := Front(statesOf(list)); !running {
			return
		}
	}
}

func statesOf[S Stepper](list []S) []State {
	states := make([]State, len(list))
	for r, h := range list {
		states[r] = *h.Current()
	}
	return states
}

// LevelOff brings the running replicas to the step of the furthest.
func LevelOff[S Stepper](p *Pool, list []S) {
	step, _ := furthest(statesOf(list))
	for _, h := range list {
		for s := h.Current(); s.Status == search.Running && s.Step < step; {
			h.Generation(p.Parallel)
		}
	}
}

// Report is what an engine in Go returns from Step, with the samples that its
// replicas have made since the last time.
func Report[S Stepper](f *Frame, list []S, take func(s S) []search.Sample) search.Progress {
	p := Progress(statesOf(list), f.Evaluations)
	f.Samples = f.Samples[:0]
	for _, h := range list {
		f.Samples = append(f.Samples, take(h)...)
	}
	SortSamples(f.Samples)
	p.Samples = f.Samples
	return p
}

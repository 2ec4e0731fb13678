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

// advance makes at most atMost steps of every running replica. Many small
// replicas share the goroutines whole; a few, or large ones, are split among
// them, unless a member is all that there is.
func (p *Pool) advance(ctx context.Context, list []*Replica, members, atMost int) {
	defer p.Watch(ctx)()
	deadline := time.Now().Add(stepTime)
	if p.splits(len(list), members) {
		p.oneByOne(list, atMost, deadline)
	} else {
		p.sideBySide(list, atMost, deadline)
	}
}

// splits reports whether the goroutines share every replica's work, or else the
// replicas.
func (p *Pool) splits(replicas, members int) bool {
	return members > 1 && (replicas < p.Threads || members > manyMembers)
}

// start makes the first populations.
func (p *Pool) start(list []*Replica, members int) {
	if p.splits(len(list), members) {
		for _, r := range list {
			r.start(p.Parallel)
		}
	} else {
		p.Parallel(len(list), func(worker, r int) { list[r].start(p.Serial(worker)) })
	}
}

// oneByOne splits every generation among the goroutines.
func (p *Pool) oneByOne(list []*Replica, atMost int, deadline time.Time) {
	if p.Threads > 1 && atMost > 1 {
		p.workers = startWorkers(p)
		defer func() { p.workers.end(); p.workers = nil }()
	}
	for range atMost {
		moved := false
		for _, r := range list {
			if r.State.Status == search.Running && !p.Aborted() {
				r.advance(1, p.Parallel)
				moved = true
			}
		}
		if !moved || time.Now().After(deadline) {
			return
		}
	}
}

// sideBySide advances whole replicas, all to the same step.
func (p *Pool) sideBySide(list []*Replica, atMost int, deadline time.Time) {
	for done := 0; done < atMost && !p.Aborted() && time.Now().Before(deadline); {
		steps := min(atMost-done, p.stride)
		begin := time.Now()
		p.Parallel(len(list), func(worker, r int) { list[r].advance(int64(steps), p.Serial(worker)) })
		done += steps
		switch took := time.Since(begin); {
		case took < sliceTime/2 && steps == p.stride && steps < 1<<20:
			p.stride *= 2
		case took > sliceTime && p.stride > 1:
			p.stride /= 2
		}
		if _, running := Front(StatesOf(list)); !running {
			return
		}
	}
}

// StatesOf are the states of replicas.
func StatesOf(list []*Replica) []State {
	states := make([]State, len(list))
	for i, r := range list {
		states[i] = r.State
	}
	return states
}

// TakeSamples gives the samples of replicas, which have not been reported, to the
// frame.
func (f *Frame) TakeSamples(list []*Replica) {
	for _, r := range list {
		f.Samples = append(f.Samples, r.samples...)
		r.samples = r.samples[:0]
	}
}

// Report is what an engine returns from Step.
func (f *Frame) Report(states []State) search.Progress {
	p := Progress(states, f.Evaluations)
	SortSamples(f.Samples)
	p.Samples = f.Samples
	return p
}

package population

import (
	"context"
	"math"
	"sort"
	"time"

	"github.com/warbler-opt/warbler/search"
)

const (
	// sliceTime is about how long many replicas advance between two looks at the
	// clock; stepTime is when Step returns to report, whatever it was asked for.
	sliceTime = 20 * time.Millisecond
	stepTime  = 250 * time.Millisecond
	// firstReport is when the first Step returns.
	firstReport = 50 * time.Millisecond

	// manyMembers is a population that is split among goroutines even when there
	// are replicas enough to keep them all busy.
	manyMembers = 1 << 14
)

// advance makes at most atMost steps of every running replica, after its first
// population. Many small replicas share the goroutines whole; a few, or large ones, are
// split among them, unless a member is all that there is.
func (p *Pool) advance(ctx context.Context, list []*Replica, members, atMost int) {
	deadline := p.deadline()
	defer p.watch(ctx, deadline)()
	switch {
	case !p.start(list, members) || time.Now().After(deadline):
	case p.splits(len(list), members):
		p.oneByOne(list, atMost, deadline)
	default:
		p.sideBySide(list, atMost, deadline)
	}
}

// deadline is when a Step that begins now should report: the first soon, and later ones
// so that goroutines which wait for the last evaluation before it do not wait often.
func (p *Pool) deadline() time.Time {
	if !p.scored.Load() {
		return time.Now().Add(firstReport)
	}
	cost := time.Duration(p.cost.Load())
	return time.Now().Add(max(stepTime, min(25*cost, 2*time.Second), 4*cost))
}

// splits reports whether the goroutines share every replica's work, or else the
// replicas.
func (p *Pool) splits(replicas, members int) bool {
	return members > 1 && (replicas < p.Threads || members > manyMembers)
}

// start makes the first populations, or goes on with them, and reports whether they are
// complete.
func (p *Pool) start(list []*Replica, members int) bool {
	var left []*Replica
	for _, r := range list {
		if r.State.Step < 0 {
			left = append(left, r)
		}
	}
	if p.splits(len(list), members) {
		for _, r := range left {
			if !p.Aborted() {
				r.start(p.Parallel)
			}
		}
	} else {
		p.Parallel(len(left), func(worker, r int) { left[r].start(p.Serial(worker)) })
	}
	for _, r := range left {
		if r.State.Step < 0 {
			return false
		}
	}
	return true
}

// oneByOne splits every generation among the goroutines.
func (p *Pool) oneByOne(list []*Replica, atMost int, deadline time.Time) {
	if p.Threads > 1 && atMost > 1 {
		p.workers = startWorkers(p)
		defer func() { p.workers.end(); p.workers = nil }()
	}
	before := time.Now()
	for range atMost {
		to, moved := least(list)+1, 0
		for _, r := range list {
			if r.State.Status == search.Running && r.State.Step < to && !p.Aborted() {
				r.advance(1, p.Parallel)
				moved++
			}
		}
		now := time.Now()
		if moved == 0 || p.Aborted() || now.After(deadline) {
			return
		}
		// Where few are scored at a time, nobody has looked at the clock.
		if took, first := now.Sub(before), list[0]; took >= slowScore && first.about.Members < someScores && !p.Slow() {
			made := first.Evaluations(to) - first.Evaluations(to-1)
			if each := took / time.Duration(max(1, int64(moved)*made)); each >= slowScore {
				p.Took(1, each)
			}
		}
		before = now
	}
}

// sideBySide advances whole replicas, all to the same step.
func (p *Pool) sideBySide(list []*Replica, atMost int, deadline time.Time) {
	for done := 0; done < atMost && !p.Aborted() && time.Now().Before(deadline); {
		steps := min(atMost-done, p.stride)
		to := least(list) + int64(steps)
		begin := time.Now()
		p.Parallel(len(list), func(worker, r int) { list[r].advance(to-list[r].State.Step, p.Serial(worker)) })
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

// least is the first step of those that the running replicas have reached: they are
// not at the same one where steps were left.
func least(list []*Replica) int64 {
	step := int64(math.MaxInt64)
	for _, r := range list {
		if r.State.Status == search.Running {
			step = min(step, r.State.Step)
		}
	}
	return step
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
// frame: of the steps that all have reached, so that they are in order, or at the end of
// a run of all steps. Those that some have reached alone stay for a checkpoint, since a
// run that goes on from there reports them again.
func (f *Frame) TakeSamples(list []*Replica, last bool) {
	reached := least(list)
	for _, r := range list {
		together := sort.Search(len(r.samples), func(i int) bool { return r.samples[i].Step > reached })
		end := together
		if last {
			end = len(r.samples)
		}
		f.Samples = append(f.Samples, r.samples[min(r.reported, end):end]...)
		r.reported = max(r.reported, end) - together
		r.samples = append(r.samples[:0], r.samples[together:]...)
	}
}

// Report is what an engine returns from Step.
func (f *Frame) Report(states []State) search.Progress {
	p := Progress(states, f.Evaluations)
	if f.Once != nil {
		begun := int64(0)
		for _, s := range states {
			begun += min(1, s.Step+1)
		}
		p.Evaluations -= max(0, begun-1) * f.Once()
	}
	SortSamples(f.Samples)
	p.Samples = f.Samples
	return p
}

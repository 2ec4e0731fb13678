package population

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/search"
)

const (
	// slice is about how long many replicas advance between two looks at the
	// clock; stepTime is when Step returns to report, whatever it was asked for.
	slice    = 20 * time.Millisecond
	stepTime = 250 * time.Millisecond

	// manyMembers is a population that is split among goroutines even when there
	// are replicas enough to keep them all busy.
	manyMembers = 1 << 14
)

// Crew spreads the work of an engine in Go over goroutines.
type Crew struct {
	Threads int
	stride  int                         // steps between two looks at the clock, with many replicas
	abort   atomic.Pointer[atomic.Bool] // set when the context of a Step ends
	gang    *gang                       // while generations are split

	panicked atomic.Pointer[search.PanicError] // the first panic of a task in a goroutine
}

// NewCrew is a crew of so many goroutines; 0 means one for each core.
func NewCrew(threads int) *Crew {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &Crew{Threads: threads, stride: 1}
}

// Spread runs the tasks 0 to tasks-1, each in a worker below Crew.Threads that
// does one at a time. When the crew is aborted, tasks are left out.
type Spread func(tasks int, run func(worker, task int))

// Watch aborts the work when ctx ends; the function it returns stops watching.
func (c *Crew) Watch(ctx context.Context) func() bool {
	// A flag of its own: the function may still run when the next Watch begins.
	abort := new(atomic.Bool)
	abort.Store(ctx.Err() != nil)
	c.abort.Store(abort)
	return context.AfterFunc(ctx, func() { abort.Store(true) })
}

// Aborted reports whether work is to be left unfinished.
func (c *Crew) Aborted() bool {
	abort := c.abort.Load()
	return abort != nil && abort.Load()
}

// Together is a Spread over all goroutines.
func (c *Crew) Together(tasks int, run func(worker, task int)) {
	workers := min(c.Threads, tasks)
	if workers <= 1 {
		c.Alone(0)(tasks, run)
		return
	}
	// A panic of the problem's must not end the program in a goroutine where no
	// caller can catch it: it is raised again here.
	defer c.raise()
	task := run
	run = func(worker, t int) { defer c.catch(); task(worker, t) }
	if c.gang != nil {
		c.gang.do(tasks, run)
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for w := range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			for t := next.Add(1) - 1; t < int64(tasks) && !c.Aborted(); t = next.Add(1) - 1 {
				run(w, int(t))
			}
		}()
	}
	done.Wait()
}

// catch keeps the panic of a task, and lets the others end early.
func (c *Crew) catch() {
	if v := recover(); v != nil {
		c.panicked.CompareAndSwap(nil, search.Panicked(v))
		if abort := c.abort.Load(); abort != nil {
			abort.Store(true)
		}
	}
}

// raise panics as a task did.
func (c *Crew) raise() {
	if p := c.panicked.Swap(nil); p != nil {
		panic(p)
	}
}

// Alone is a Spread over nobody: a worker does all tasks itself.
func (c *Crew) Alone(worker int) Spread {
	return func(tasks int, run func(worker, task int)) {
		for t := 0; t < tasks && !c.Aborted(); t++ {
			run(worker, t)
		}
	}
}

// Herd is one replica of an engine in Go.
type Herd interface {
	// Current is the replica's state.
	Current() *State
	// Generation makes one step, or none when the crew is aborted.
	Generation(s Spread)
}

// Advance makes at most atMost steps of every running replica. Many small
// replicas share the goroutines whole; a few, or large ones, are split among
// them, unless members is 0 and there is nothing to split.
func Advance[H Herd](ctx context.Context, c *Crew, herds []H, members, atMost int) {
	defer c.Watch(ctx)()
	deadline := time.Now().Add(stepTime)
	if members > 0 && (len(herds) < c.Threads || members > manyMembers) {
		oneByOne(c, herds, atMost, deadline)
	} else {
		sideBySide(c, herds, atMost, deadline)
	}
}

// oneByOne splits every generation among the goroutines.
func oneByOne[H Herd](c *Crew, herds []H, atMost int, deadline time.Time) {
	if c.Threads > 1 && atMost > 1 {
		c.gang = newGang(c)
		defer func() { c.gang.end(); c.gang = nil }()
	}
	for range atMost {
		moved := false
		for _, h := range herds {
			if h.Current().Status == search.Running && !c.Aborted() {
				h.Generation(c.Together)
				moved = true
			}
		}
		if !moved || time.Now().After(deadline) {
			return
		}
	}
}

// sideBySide advances whole replicas, all to the same step.
func sideBySide[H Herd](c *Crew, herds []H, atMost int, deadline time.Time) {
	for done := 0; done < atMost && !c.Aborted() && time.Now().Before(deadline); {
		steps := min(atMost-done, c.stride)
		begin := time.Now()
		c.Together(len(herds), func(worker, r int) {
			h, alone := herds[r], c.Alone(worker)
			s := h.Current()
			for to := s.Step + int64(steps); s.Status == search.Running && s.Step < to && !c.Aborted(); {
				h.Generation(alone)
			}
		})
		done += steps
		switch took := time.Since(begin); {
		case took < slice/2 && steps == c.stride && steps < 1<<20:
			c.stride *= 2
		case took > slice && c.stride > 1:
			c.stride /= 2
		}
		if _, running := Front(statesOf(herds)); !running {
			return
		}
	}
}

func statesOf[H Herd](herds []H) []State {
	states := make([]State, len(herds))
	for r, h := range herds {
		states[r] = *h.Current()
	}
	return states
}

// LevelOff brings the running replicas to the step of the furthest.
func LevelOff[H Herd](c *Crew, herds []H) {
	step, _ := Level(statesOf(herds))
	for _, h := range herds {
		for s := h.Current(); s.Status == search.Running && s.Step < step; {
			h.Generation(c.Together)
		}
	}
}

// Report is what an engine in Go returns from Step, with the samples that its
// replicas have made since the last time.
func Report[H Herd](f *Frame, herds []H, take func(h H) []search.Sample) search.Progress {
	p := Progress(statesOf(herds), f.Evaluations)
	f.Samples = f.Samples[:0]
	for _, h := range herds {
		f.Samples = append(f.Samples, take(h)...)
	}
	SortSamples(f.Samples)
	p.Samples = f.Samples
	return p
}

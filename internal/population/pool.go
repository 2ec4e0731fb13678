package population

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Pool is the goroutines among which an engine in Go shares its work.
type Pool struct {
	Threads int
	stride  int                   // steps between two looks at the clock, with many replicas
	now     atomic.Pointer[abort] // of the Step that is under way
	workers *workers              // while generations are split

	cost   atomic.Int64  // nanoseconds of an evaluation, by the last look; 0: not known
	seats  chan struct{} // one for each evaluation at a time, where they are slow
	scored atomic.Bool   // something has been

	// Interrupt, unless it is nil, is called when work is to be left unfinished, so that
	// evaluations which take long can end.
	Interrupt func()

	panicked atomic.Pointer[search.PanicError] // the first panic of a task in a goroutine
}

// NewPool is a pool of so many goroutines; 0 means one for each core.
func NewPool(threads int) *Pool {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	p := &Pool{Threads: threads, stride: 1, seats: make(chan struct{}, threads)}
	p.scored.Store(true)
	return p
}

// abort is how the work of a Step is given up.
type abort struct {
	set      atomic.Bool // what is under way is left
	ended    atomic.Bool // the context has ended,
	over     atomic.Bool // and there is something scored
	deadline time.Time   // when slow evaluations are left for a report, if not zero
}

// ParallelFor runs the tasks 0 to tasks-1, each in a worker below Pool.Threads
// that does one at a time. When the pool is aborted, tasks are left out.
type ParallelFor func(tasks int, run func(worker, task int))

// Watch aborts the work when ctx ends; the function it returns stops watching.
func (p *Pool) Watch(ctx context.Context) func() bool { return p.watch(ctx, time.Time{}) }

// watch is Watch that also aborts slow evaluations after a deadline. Before anything
// was scored nothing is aborted: even a run whose time is over at once has an answer.
func (p *Pool) watch(ctx context.Context, deadline time.Time) func() bool {
	// Flags of their own: the function may still run when the next Watch begins.
	a := &abort{deadline: deadline}
	end := func() {
		a.ended.Store(true)
		if p.scored.Load() {
			p.end(a)
		}
	}
	if ctx.Err() != nil {
		end()
	}
	p.now.Store(a)
	return context.AfterFunc(ctx, end)
}

// Aborted reports whether work is to be left unfinished.
func (p *Pool) Aborted() bool {
	a := p.now.Load()
	return a != nil && a.set.Load()
}

// Scored tells that something has been: from now on work can be aborted.
func (p *Pool) Scored() {
	if p.scored.Load() {
		return
	}
	p.scored.Store(true)
	if a := p.now.Load(); a != nil && a.ended.Load() {
		p.end(a)
	}
}

// end aborts the work of a Step for good.
func (p *Pool) end(a *abort) {
	a.over.Store(true)
	a.set.Store(true) // first: what is cut short must not be taken for a score
	if p.Interrupt != nil {
		p.Interrupt()
	}
}

// Cut reports whether an evaluation that has returned a score was perhaps cut short.
func (p *Pool) Cut(score problem.Score) bool {
	if score != problem.Worst || p.Interrupt == nil {
		return false
	}
	a := p.now.Load()
	return a != nil && a.over.Load()
}

// Pause aborts the work if its deadline is over, so that progress can be reported.
func (p *Pool) Pause(now time.Time) {
	if a := p.now.Load(); a != nil && !a.deadline.IsZero() && now.After(a.deadline) {
		a.set.Store(true)
	}
}

// Parallel is a ParallelFor over all goroutines.
func (p *Pool) Parallel(tasks int, run func(worker, task int)) {
	workers := min(p.Threads, tasks)
	if workers <= 1 {
		p.Serial(0)(tasks, run)
		return
	}
	// A panic of the problem's must not end the program in a goroutine where no
	// caller can catch it: it is raised again here.
	defer p.raise()
	task := run
	run = func(worker, t int) { defer p.catch(); task(worker, t) }
	if p.workers != nil {
		p.workers.do(tasks, run)
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for w := range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			for t := next.Add(1) - 1; t < int64(tasks) && !p.Aborted(); t = next.Add(1) - 1 {
				run(w, int(t))
			}
		}()
	}
	done.Wait()
}

// catch keeps the panic of a task, and lets the others end early.
func (p *Pool) catch() {
	if v := recover(); v != nil {
		p.panicked.CompareAndSwap(nil, search.Panicked(v))
		if a := p.now.Load(); a != nil {
			a.set.Store(true)
		}
	}
}

// raise panics as a task did.
func (p *Pool) raise() {
	if caught := p.panicked.Swap(nil); caught != nil {
		panic(caught)
	}
}

// Serial is a ParallelFor in which one worker does all tasks.
func (p *Pool) Serial(worker int) ParallelFor {
	return func(tasks int, run func(worker, task int)) {
		for t := 0; t < tasks && !p.Aborted(); t++ {
			run(worker, t)
		}
	}
}

// PerWorker is what every worker of a pool has for itself, made when it is first
// needed.
type PerWorker[T any] struct {
	New  func() *T
	once sync.Once
	list []*T
}

// Of is what a worker has.
func (w *PerWorker[T]) Of(p *Pool, worker int) *T {
	w.once.Do(func() { w.list = make([]*T, p.Threads) })
	if w.list[worker] == nil {
		w.list[worker] = w.New()
	}
	return w.list[worker]
}

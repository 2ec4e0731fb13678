package population

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/warbler-opt/warbler/search"
)

// Pool is the goroutines among which an engine in Go shares its work.
type Pool struct {
	Threads int
	stride  int                         // steps between two looks at the clock, with many replicas
	abort   atomic.Pointer[atomic.Bool] // set when the context of a Step ends
	workers *workers                    // while generations are split

	panicked atomic.Pointer[search.PanicError] // the first panic of a task in a goroutine
}

// NewPool is a pool of so many goroutines; 0 means one for each core.
func NewPool(threads int) *Pool {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &Pool{Threads: threads, stride: 1}
}

// ParallelFor runs the tasks 0 to tasks-1, each in a worker below Pool.Threads
// that does one at a time. When the pool is aborted, tasks are left out.
type ParallelFor func(tasks int, run func(worker, task int))

// Watch aborts the work when ctx ends; the function it returns stops watching.
func (p *Pool) Watch(ctx context.Context) func() bool {
	// A flag of its own: the function may still run when the next Watch begins.
	abort := new(atomic.Bool)
	abort.Store(ctx.Err() != nil)
	p.abort.Store(abort)
	return context.AfterFunc(ctx, func() { abort.Store(true) })
}

// Aborted reports whether work is to be left unfinished.
func (p *Pool) Aborted() bool {
	abort := p.abort.Load()
	return abort != nil && abort.Load()
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
		if abort := p.abort.Load(); abort != nil {
			abort.Store(true)
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

package population

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long a worker looks for work, or the caller for the end of
// it, before it sleeps. Waking a sleeper costs tens of microseconds, as much as
// a tenth of a generation of ten thousand members.
const patience = 50 * time.Microsecond

// workers are goroutines that stay for the many short jobs of a Step. The caller
// of do is worker 0; the others are these.
type workers struct {
	pool     *Pool
	job      atomic.Pointer[job]
	asleep   []atomic.Bool   // by worker
	wake     []chan struct{} // by worker
	finished chan struct{}
	patience time.Duration
	ended    atomic.Bool
	gone     sync.WaitGroup
}

// job is one call of do. Each worker has a part of the tasks, the same in jobs
// of the same size, so that it finds in its cache what it wrote before; who is
// done early helps with the parts of the others.
type job struct {
	parts  []part
	run    func(worker, task int)
	inside atomic.Int32 // workers that may be at a task
	late   atomic.Bool  // the caller sleeps until the last of them has left
}

// part is the tasks next to end-1 of a job.
type part struct {
	next atomic.Int64
	end  int64
	_    [48]byte // a cache line each
}

// startWorkers starts the workers; end lets them go.
func startWorkers(p *Pool) *workers {
	all := &workers{pool: p, finished: make(chan struct{}, 1), asleep: make([]atomic.Bool, p.Threads), wake: make([]chan struct{}, p.Threads)}
	if p.Threads <= runtime.GOMAXPROCS(0) { // else a worker that looks keeps another from working
		all.patience = patience
	}
	for w := 1; w < p.Threads; w++ {
		all.wake[w] = make(chan struct{}, 1)
		all.gone.Add(1)
		go all.serve(w)
	}
	return all
}

// end lets the workers go and waits until they have.
func (all *workers) end() {
	all.ended.Store(true)
	all.rouse()
	all.gone.Wait()
}

// rouse wakes the workers that sleep.
func (all *workers) rouse() {
	for w := 1; w < len(all.wake); w++ {
		if all.asleep[w].CompareAndSwap(true, false) {
			all.wake[w] <- struct{}{}
		}
	}
}

// serve is the life of a worker.
func (all *workers) serve(w int) {
	defer all.gone.Done()
	for last := (*job)(nil); ; {
		j := all.look(w, last)
		if j == nil {
			return
		}
		last = j
		j.inside.Add(1)
		all.work(j, w)
		if j.inside.Add(-1) == 0 && j.late.CompareAndSwap(true, false) {
			all.finished <- struct{}{}
		}
	}
}

// look waits for a job after the last one; nil means that the workers end.
func (all *workers) look(w int, last *job) *job {
	for {
		found := false
		poll(all.patience, func() bool { found = all.ended.Load() || all.job.Load() != last; return found })
		if !found {
			all.asleep[w].Store(true)
			// Whoever comes from here on sees the flag; who came before is seen here.
			if all.ended.Load() || all.job.Load() != last {
				if !all.asleep[w].CompareAndSwap(true, false) {
					<-all.wake[w]
				}
			} else {
				<-all.wake[w]
			}
		}
		if all.ended.Load() {
			return nil
		}
		if j := all.job.Load(); j != last {
			return j
		}
	}
}

// work does tasks of a job until none are left or the pool is aborted.
func (all *workers) work(j *job, w int) {
	for k := range j.parts {
		p := &j.parts[(w+k)%len(j.parts)]
		for p.next.Load() < p.end && !all.pool.Aborted() {
			if t := p.next.Add(1) - 1; t < p.end {
				j.run(w, int(t))
			}
		}
	}
}

// do runs tasks in all workers and returns when they are done.
func (all *workers) do(tasks int, run func(worker, task int)) {
	j := &job{parts: make([]part, all.pool.Threads), run: run}
	for w := range j.parts {
		j.parts[w].next.Store(int64(w * tasks / len(j.parts)))
		j.parts[w].end = int64((w + 1) * tasks / len(j.parts))
	}
	all.job.Store(j)
	all.rouse()
	all.work(j, 0)
	// What is left was given up. A worker that comes now, or when nobody is aborted any
	// more, finds nothing to do.
	for w := range j.parts {
		j.parts[w].next.Store(j.parts[w].end)
	}
	if poll(all.patience, func() bool { return j.inside.Load() == 0 }) {
		return
	}
	j.late.Store(true)
	if j.inside.Load() == 0 && j.late.CompareAndSwap(true, false) {
		return
	}
	<-all.finished
}

// poll looks again and again whether done holds, for as long as it may.
func poll(atMost time.Duration, done func() bool) bool {
	if done() {
		return true
	}
	if atMost == 0 {
		return false
	}
	for begin := time.Now(); ; {
		for range 64 {
			if done() {
				return true
			}
		}
		if time.Since(begin) > atMost {
			return false
		}
	}
}

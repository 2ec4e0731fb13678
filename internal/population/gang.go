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

// gang is goroutines that stay for the many short jobs of a Step. The caller of
// do is worker 0; the gang has the others.
type gang struct {
	crew     *Crew
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

// newGang starts the workers; end lets them go.
func newGang(c *Crew) *gang {
	g := &gang{crew: c, finished: make(chan struct{}, 1), asleep: make([]atomic.Bool, c.Threads), wake: make([]chan struct{}, c.Threads)}
	if c.Threads <= runtime.GOMAXPROCS(0) { // else a worker that looks keeps another from working
		g.patience = patience
	}
	for w := 1; w < c.Threads; w++ {
		g.wake[w] = make(chan struct{}, 1)
		g.gone.Add(1)
		go g.serve(w)
	}
	return g
}

// end lets the workers go and waits until they have.
func (g *gang) end() {
	g.ended.Store(true)
	g.rouse()
	g.gone.Wait()
}

// rouse wakes the workers that sleep.
func (g *gang) rouse() {
	for w := 1; w < len(g.wake); w++ {
		if g.asleep[w].CompareAndSwap(true, false) {
			g.wake[w] <- struct{}{}
		}
	}
}

// serve is the life of a worker.
func (g *gang) serve(w int) {
	defer g.gone.Done()
	for last := (*job)(nil); ; {
		j := g.look(w, last)
		if j == nil {
			return
		}
		last = j
		j.inside.Add(1)
		g.work(j, w)
		if j.inside.Add(-1) == 0 && j.late.CompareAndSwap(true, false) {
			g.finished <- struct{}{}
		}
	}
}

// look waits for a job after the last one; nil means that the gang ends.
func (g *gang) look(w int, last *job) *job {
	for {
		found := false
		poll(g.patience, func() bool { found = g.ended.Load() || g.job.Load() != last; return found })
		if !found {
			g.asleep[w].Store(true)
			// Whoever comes from here on sees the flag; who came before is seen here.
			if g.ended.Load() || g.job.Load() != last {
				if !g.asleep[w].CompareAndSwap(true, false) {
					<-g.wake[w]
				}
			} else {
				<-g.wake[w]
			}
		}
		if g.ended.Load() {
			return nil
		}
		if j := g.job.Load(); j != last {
			return j
		}
	}
}

// work does tasks of a job until none are left or the crew is aborted.
func (g *gang) work(j *job, w int) {
	for k := range j.parts {
		p := &j.parts[(w+k)%len(j.parts)]
		for p.next.Load() < p.end && !g.crew.Aborted() {
			if t := p.next.Add(1) - 1; t < p.end {
				j.run(w, int(t))
			}
		}
	}
}

// do runs tasks in all workers and returns when they are done.
func (g *gang) do(tasks int, run func(worker, task int)) {
	j := &job{parts: make([]part, g.crew.Threads), run: run}
	for w := range j.parts {
		j.parts[w].next.Store(int64(w * tasks / len(j.parts)))
		j.parts[w].end = int64((w + 1) * tasks / len(j.parts))
	}
	g.job.Store(j)
	g.rouse()
	g.work(j, 0)
	// What is left was given up. A worker that comes now, or when nobody is aborted any
	// more, finds nothing to do.
	for w := range j.parts {
		j.parts[w].next.Store(j.parts[w].end)
	}
	if poll(g.patience, func() bool { return j.inside.Load() == 0 }) {
		return
	}
	j.late.Store(true)
	if j.inside.Load() == 0 && j.late.CompareAndSwap(true, false) {
		return
	}
	<-g.finished
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

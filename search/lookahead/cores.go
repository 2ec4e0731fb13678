package lookahead

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// walkPart is which part of what a search will take in all a walk may use of the
	// cores before it pauses.
	walkPart = 1.0 / 8
	// walkRest is how many times as long as it walks it pauses then.
	walkRest = 11
)

// cores divides the cores of a portfolio between a walk and the goroutines of a search.
//
// Nobody knows which of them will have the answer, but the share of the tree that is
// closed tells about how much the search has yet to do. A walk has a core to itself,
// for which the last goroutine of the search waits, until it has used walkPart of what
// the search will take in all: so much longer a refutation takes, and a model that the
// walk finds by then takes as long as by the walk alone. Of a large tree hardly
// anything is closed soon, and the walk goes on; a small one is closed before it
// matters.
type cores struct {
	threads int
	walking atomic.Bool // a core is the walk's
	mutex   sync.Mutex
	changed *sync.Cond
	ready   chan struct{} // closed when the search has begun, or is over
	begun   sync.Once
	pool    *pool // that searches, once it is ready
	began   time.Time
	walked  time.Duration // since then
}

func newCores(threads int) *cores {
	c := &cores{threads: threads, ready: make(chan struct{})}
	c.changed = sync.NewCond(&c.mutex)
	return c
}

// begin says that a pool searches from now on.
func (c *cores) begin(p *pool) {
	c.begun.Do(func() {
		c.pool, c.began = p, time.Now()
		p.cores = c
		last := p.searchers[len(p.searchers)-1]
		if len(p.searchers) == c.threads {
			last.pause = func() { c.pass(last) }
		}
		close(c.ready)
	})
}

// end says that the search is over.
func (c *cores) end() { c.begun.Do(func() { close(c.ready) }) }

// take takes a core for the walk. On the only one it waits until the formula is
// prepared.
func (c *cores) take(ctx context.Context) {
	if c.threads == 1 {
		select {
		case <-c.ready:
		case <-ctx.Done():
		}
	}
	c.walking.Store(true)
}

// leave says for how long the walk had its core, and is told for how long it is to
// pause. The core is then the search's.
func (c *cores) leave(took time.Duration) (rest time.Duration) {
	select {
	case <-c.ready:
	default:
		return 0
	}
	if c.pool == nil {
		return 0
	}
	c.walked += took
	if rest = restFor(c.threads, time.Since(c.began), c.walked, c.pool.share()) * took; rest > 0 {
		c.release()
	}
	return rest
}

// restFor is how many times as long as it walked at last a walk pauses: after so much
// time since the search began, of which it walked a part, with a share of the tree
// closed. On a single core they take turns.
func restFor(threads int, since, walked time.Duration, share float64) time.Duration {
	search := float64(threads)*float64(since) - float64(walked)
	switch {
	case float64(walked)*done(share) > walkPart*search:
		return walkRest
	case threads == 1:
		return 1
	}
	return 0
}

// done is about which part of a search is done when a share of its tree is closed. The
// larger side of a decision comes first, so that the share lags behind: in random
// formulas of 250 to 400 variables it is the part to the power of about 3/2.
func done(share float64) float64 { return math.Cbrt(share * share) }

// release gives the core back.
func (c *cores) release() {
	c.walking.Store(false)
	c.wake()
}

// wake lets a searcher look whether it is still to wait.
func (c *cores) wake() {
	c.mutex.Lock()
	c.changed.Broadcast()
	c.mutex.Unlock()
}

// pass lets a searcher wait while its core is the walk's: unless it is told to end, or
// another one waits for a part of its work and needs no core.
func (c *cores) pass(h *searcher) {
	if !c.held(h) {
		return
	}
	c.mutex.Lock()
	for c.held(h) {
		c.changed.Wait()
	}
	c.mutex.Unlock()
}

func (c *cores) held(h *searcher) bool {
	return c.walking.Load() && h.pool.idle.Load() == 0 && !h.stop.Load()
}

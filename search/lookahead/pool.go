package lookahead

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// pool is goroutines that search the parts of a tree.
type pool struct {
	searchers     []*searcher
	deterministic bool
	limit         int64 // of nodes; 0 is none
	nodes         atomic.Int64
	exhausted     atomic.Bool // the limit was reached
	cubeDepth     int         // paths of so many decisions are cubes, not searched; 0: none
	cubes         [][]uint32
	cubeRoom      int    // of these
	full          bool   // there were more
	cores         *cores // shared with a walk, or nil

	mutex   sync.Mutex
	changed *sync.Cond
	first   *part   // in order
	queue   []*part // to be searched
	busy    int     // parts that are being searched
	idle    atomic.Int32
	over    atomic.Bool
	best    *part // the first part with a model
}

// newPool is a pool for a prepared formula. The journal may be nil.
func newPool(p *prepared, threads int, j *journal) *pool {
	c := &pool{}
	c.changed = sync.NewCond(&c.mutex)
	for range threads {
		h := &searcher{pool: c}
		h.worker = newWorker(newState(p.vars, p.binary, p.ternary))
		if j != nil {
			h.proof = &lemmas{journal: j, literal: none}
		}
		c.searchers = append(c.searchers, h)
	}
	return c
}

// begin fixes literals that are true in all parts. false: that is a
// contradiction.
func (c *pool) begin(units []uint32) bool {
	for _, h := range c.searchers {
		for _, l := range units {
			if !h.fix(l) {
				return false
			}
		}
		if !h.propagate() {
			return false
		}
		h.start = h.mark()
	}
	return true
}

// load makes the parts to be searched, a cube each, in their order.
func (c *pool) load(cubes [][]uint32) {
	last := &c.first
	for _, cube := range cubes {
		p := &part{cube: cube, share: 1 / float64(len(cubes))}
		c.queue = append(c.queue, p)
		*last, last = p, &p.next
	}
}

// run searches the parts until there is a model or nothing is left.
func (c *pool) run() {
	var all sync.WaitGroup
	for _, h := range c.searchers {
		all.Go(func() { c.serve(h) })
	}
	all.Wait()
}

// serve is the work of one goroutine.
func (c *pool) serve(h *searcher) {
	// The first part is the first goroutine's. The others have time to look at
	// the root, where the parts that they get begin.
	if h != c.searchers[0] && len(c.first.cube) == 0 {
		h.stop = &c.over
		_, v := h.expand(0)
		h.stands = v == opened
	}
	for {
		p := c.take()
		if p == nil {
			return
		}
		v := h.run(p)
		c.mutex.Lock()
		c.busy--
		p.done = v == closed || v == model
		if v == model {
			p.found = slices.Clone(h.trail)
			c.foundModel(p)
		}
		if v == stopped && c.exhausted.Load() {
			c.halt()
		}
		c.mutex.Unlock()
	}
}

// take waits for a part. nil: there are no more.
func (c *pool) take() *part {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.idle.Add(1)
	c.wake()
	for len(c.queue) == 0 && !c.over.Load() {
		if c.busy == 0 {
			c.over.Store(true)
			c.changed.Broadcast()
			break
		}
		c.changed.Wait()
	}
	if c.over.Load() {
		return nil
	}
	c.idle.Add(-1)
	c.busy++
	p := c.queue[0]
	c.queue = c.queue[1:]
	return p
}

// put adds a part, after another one.
func (c *pool) put(p, after *part) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	p.next, after.next = after.next, p
	if c.over.Load() || after.stop.Load() {
		p.stop.Store(true)
		return
	}
	c.queue = append(c.queue, p)
	c.changed.Signal()
}

// wake lets a searcher go on that waits for a walk, if it may.
func (c *pool) wake() {
	if c.cores != nil {
		c.cores.wake()
	}
}

// foundModel is called with a model of a part, and the mutex held: the parts after
// it are of no more use, nor are those before it unless the first model counts.
func (c *pool) foundModel(p *part) {
	if !c.deterministic {
		c.best = p
		c.halt()
		return
	}
	after := false
	for q := c.first; q != nil; q = q.next {
		if after {
			q.stop.Store(true)
		}
		if q.found != nil && !after {
			c.best, after = q, true
		}
	}
	c.queue = slices.DeleteFunc(c.queue, func(q *part) bool { return q.stop.Load() })
}

// halt ends the search; the mutex is held.
func (c *pool) halt() {
	c.over.Store(true)
	for q := c.first; q != nil; q = q.next {
		q.stop.Store(true)
	}
	c.changed.Broadcast()
	c.wake()
}

// closed reports whether every part was searched to its end.
func (c *pool) closed() bool {
	for q := c.first; q != nil; q = q.next {
		if !q.done {
			return false
		}
	}
	return true
}

// visited is the number of nodes: of the parts up to the one with the model.
func (c *pool) visited() int64 {
	sum := int64(0)
	for q := c.first; q != nil; q = q.next {
		sum += q.nodes
		if q == c.best && c.deterministic {
			break
		}
	}
	return sum
}

// share is how much of the tree is closed.
func (c *pool) share() float64 {
	sum := 0.0
	for _, h := range c.searchers {
		sum += math.Float64frombits(h.closed.Load())
	}
	return min(sum, 1)
}

// conclude writes the last lemmas of a refutation: what follows where parts were
// given away, from the longest path to the shortest.
func (c *pool) conclude(j *journal) {
	p := &lemmas{journal: j}
	var paths [][]uint32
	for q := c.first; q != nil; q = q.next {
		for n := range q.path {
			paths = append(paths, slices.Concat(q.cube, q.path[:n]))
		}
		if len(q.path) == 0 {
			paths = append(paths, q.cube)
		}
	}
	slices.SortFunc(paths, func(a, b []uint32) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.Compare(a, b)
	})
	for _, path := range slices.CompactFunc(paths, slices.Equal) {
		p.line(false, path)
	}
	p.flush()
}

package lookahead

import (
	"math"
	"slices"
	"sync/atomic"
)

// part is a part of the search: the tree below a path. Parts are in the order of
// a depth-first search, in which one that is given away comes after its giver.
type part struct {
	cube  []uint32 // literals that are true from the start
	path  []uint32 // decisions of the tree below the cube
	share float64  // of the whole, of the cube
	next  *part

	stop  atomic.Bool
	nodes int64
	done  bool
	found []uint32 // the true literals of a model, once it is done
}

// level is a decision on the path of a worker.
type level struct {
	at        mark
	lit       uint32
	over      bool // its other side is done
	given     bool // its other side is another part
	threshold uint64
}

// searcher is one goroutine of a pool: a worker and its path.
type searcher struct {
	*worker
	pool   *pool
	part   *part
	levels []level
	start  mark
	gave   bool          // the part ended where another one begins
	closed atomic.Uint64 // a float64: the share of the tree that it closed

	// Between parts: the state is that of the node that the levels lead to below
	// this cube, expanded. Else it has to begin at the start.
	stands bool
	cube   []uint32
}

// run searches a part.
func (h *searcher) run(p *part) verdict {
	h.part, h.stop, h.gave = p, &p.stop, false
	v := h.enter()
	if v == opened {
		v = h.search()
	}
	if h.proof != nil {
		if v == closed && !h.gave {
			h.proof.line(false, h.proof.path)
		}
		h.proof.flush()
	}
	h.stands = v == closed && (h.gave || len(h.levels) > 0)
	if h.stands && !h.gave {
		h.retreat(len(h.levels) - 1)
	}
	return v
}

// retreat returns to the node of so many decisions, which has been expanded.
func (h *searcher) retreat(depth int) {
	p := &h.levels[depth]
	h.undo(p.at)
	h.threshold, h.levels = p.threshold, h.levels[:depth]
}

// enter follows the path of the part: from where the searcher stands, as far as the
// path to there is the same.
func (h *searcher) enter() verdict {
	p, shared := h.part, 0
	for shared < min(len(h.levels), len(p.path)) && h.levels[shared].lit == p.path[shared] {
		shared++
	}
	// The last node of the path is for search to expand, so it may not be yet.
	looked := h.stands && slices.Equal(h.cube, p.cube) && shared < len(p.path)
	if looked {
		if shared < len(h.levels) {
			h.retreat(shared)
		}
	} else {
		shared = 0
		h.undo(h.start)
		h.cube, h.cubed, h.levels, h.threshold = p.cube, len(p.cube), h.levels[:0], 0
	}
	for i := range h.levels {
		h.levels[i].over, h.levels[i].given = true, false
	}
	if h.proof != nil {
		h.proof.turn(p.cube, p.path[:shared])
	}
	if !looked {
		for _, l := range p.cube {
			if !h.fix(l) || !h.propagate() {
				h.addClosed(0)
				return closed
			}
		}
	}
	for _, l := range p.path[shared:] {
		// The giver was here; this node has been counted.
		if !looked {
			if _, v := h.expand(len(h.levels)); v != opened {
				return v // only when it was told to stop
			}
		}
		looked = false
		if !h.decide(l, true) {
			h.addClosed(len(h.levels))
			return closed
		}
	}
	return opened
}

// decide makes a literal true. false: that is a contradiction.
func (h *searcher) decide(l uint32, over bool) bool {
	h.levels = append(h.levels, level{at: h.mark(), lit: l, over: over, threshold: h.threshold})
	if h.proof != nil {
		h.proof.enter(l)
	}
	h.fix(l)
	return h.propagate()
}

// addClosed adds a closed path of so many decisions to the share that is done.
func (h *searcher) addClosed(depth int) {
	sum := math.Float64frombits(h.closed.Load()) + math.Ldexp(h.part.share, -depth)
	h.closed.Store(math.Float64bits(sum))
}

// search searches the tree below the part's path. closed: there is nothing left
// of it that is not given away.
func (h *searcher) search() verdict {
	for {
		if h.pool.idle.Load() > 0 { // a goroutine waits for a part
			h.give()
		}
		h.part.nodes++
		if n := h.pool.nodes.Add(1); h.pool.limit > 0 && n > h.pool.limit {
			h.pool.exhausted.Store(true)
			return stopped
		}
		l, v := none, opened
		if h.pool.cubeDepth == 0 || len(h.levels) < h.pool.cubeDepth {
			l, v = h.expand(len(h.levels))
		}
		switch {
		case v == model, v == stopped:
			return v
		case v == opened && l == none:
			if !h.keep() {
				return stopped
			}
		case v == opened:
			if h.decide(l, false) {
				continue
			}
		}
		h.addClosed(len(h.levels))
		if !h.back() {
			return closed
		}
	}
}

// keep makes the path a cube instead of searching on. false: there is no room for
// another.
func (h *searcher) keep() bool {
	if h.pool.full = len(h.pool.cubes) >= h.pool.cubeRoom; h.pool.full {
		return false
	}
	cube := make([]uint32, len(h.levels))
	for i := range cube {
		cube[i] = h.levels[i].lit
	}
	h.pool.cubes = append(h.pool.cubes, cube)
	return true
}

// back turns to the nearest other side. false: there is none.
func (h *searcher) back() bool {
	for len(h.levels) > len(h.part.path) {
		p := &h.levels[len(h.levels)-1]
		l, over, given := p.lit^1, p.over, p.given
		h.retreat(len(h.levels) - 1)
		if h.proof != nil {
			h.proof.leave()
		}
		switch {
		case given:
			// What is above it is done or given away, too.
			h.gave = true
			return false
		case over:
			continue
		}
		if h.decide(l, true) {
			return true
		}
		h.addClosed(len(h.levels))
	}
	return false
}

// give makes a part of the other side of the first decision that has one, if the
// path has gone on below it.
func (h *searcher) give() {
	for i := len(h.part.path); i < len(h.levels)-1; i++ {
		p := &h.levels[i]
		if p.over || p.given {
			continue
		}
		p.given = true
		path := make([]uint32, i+1)
		for j := range path {
			path[j] = h.levels[j].lit
		}
		path[i] ^= 1
		h.pool.put(&part{cube: h.part.cube, path: path, share: h.part.share}, h.part)
		return
	}
}

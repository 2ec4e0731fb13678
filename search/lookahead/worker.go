package lookahead

import (
	"slices"
	"sync/atomic"
)

// The numbers that the heuristics depend on; doc.go says what they were chosen by.
const (
	// A node looks at sharedVars/depth variables, but at least, and at most, so many.
	leastVars, mostVars, sharedVars = 30, 5000, 300

	alpha  = 60 // what a clause of two literals weighs, in tenths
	rounds = 8  // of a double lookahead
	decay  = 10 // its threshold loses 2^-decay of itself at each literal it spares
)

// worker looks ahead in the state of one path.
type worker struct {
	*state
	stop  *atomic.Bool // gives up when it is set
	pause func()       // called now and then; waits while something else has its core, or is nil

	weight []uint32   // by literal
	held   [][]uint32 // the weights of the nodes on the path
	chosen []uint32   // the variables to look at
	rank   []uint64   // by variable
	forest forest
	order  []turn // the literals to look at

	gain []uint64 // by literal: the weight of the clauses that come of it
	seen []uint32 // by literal: the lookahead that gain is of
	turn uint32   // the number of this lookahead

	base, top uint32 // stamps of this round: from base to top
	reach     []uint32
	learned   []uint32 // implications that propagation found by the way
	forced    []uint32 // literals that this node's lookahead made true
	inner     []uint32 // values of a double lookahead
	threshold uint64   // gains from which it is tried

	cubed int               // literals of the cube that the path begins with
	proof *lemmas           // or nil
	known func(uint32) bool // which variables may be decided on, or nil for all
}

func newWorker(s *state) *worker {
	k := &worker{
		state: s, stop: new(atomic.Bool),
		weight: make([]uint32, 2*s.vars), rank: make([]uint64, s.vars),
		gain: make([]uint64, 2*s.vars), seen: make([]uint32, 2*s.vars),
		inner: make([]uint32, s.vars), top: 2,
	}
	k.forest.init(2 * s.vars)
	return k
}

// verdict is what came of a node.
type verdict int

const (
	closed  verdict = iota // no assignment continues the path
	opened                 // there is a literal to decide on
	model                  // the path satisfies all clauses
	stopped                // the worker was told to give up
)

// expand looks ahead at the end of a path of so many decisions, and fixes what
// is forced. The literal is the one to decide on, the more hopeful side first; it
// is none where only unknown ones are left.
func (k *worker) expand(depth int) (uint32, verdict) {
	for again := false; ; again = true {
		k.weighNode(depth, again)
		k.preselect(depth)
		if len(k.chosen) == 0 {
			return none, model
		}
		v := k.ahead()
		if v == opened && k.fixForced() {
			if l := k.choose(); l != none {
				return l, opened
			}
			if k.known != nil && slices.ContainsFunc(k.chosen, k.free) {
				return none, opened // there are others to decide on
			}
			continue // all of them were forced
		}
		for _, l := range k.forced { // what the lookahead forced is taken back
			if k.free(l >> 1) {
				k.value[l>>1] = 0
			}
		}
		if v == stopped {
			return none, stopped
		}
		return none, closed
	}
}

// fixForced fixes what the lookahead forced.
func (k *worker) fixForced() bool {
	for _, l := range k.forced {
		if !k.fix(l) {
			return false
		}
	}
	return k.propagate()
}

// choose is the literal to decide on: of the variable with the largest product
// of gains, the side with the smaller one; none where all are fixed.
func (k *worker) choose() uint32 {
	best, pick := uint64(0), none
	for i := range k.order {
		l := k.order[i].lit
		if l&1 != 0 || !k.free(l>>1) || k.seen[l] != k.turn || k.seen[l^1] != k.turn {
			continue
		}
		if k.known != nil && !k.known(l>>1) {
			continue
		}
		a, b := k.gain[l]/(8*one), k.gain[l^1]/(8*one)
		if x := a*b + a + b + 1; x > best {
			best, pick = x, l
			if b < a {
				pick = l ^ 1
			}
		}
	}
	return pick
}

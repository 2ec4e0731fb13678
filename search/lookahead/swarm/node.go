package swarm

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"time"
)

// The weight of a literal says how much making it true is expected to shorten,
// as the recursive weights of march do (Mijnders, de Wilde, Heule 2010), in two
// rounds: clauses first count alike, then by the weights of their literals.
const (
	one         = 16 // the weight 1
	leastWeight = 2  // of a literal that shortens nothing
	mostWeight  = 511
	alpha       = 5  // what a clause of two literals weighs
	candidates  = 16 // variables that a node looks at

	// Sums end here, so that what they are multiplied by fits a word.
	mostTwo, mostThree, mostGain = 1 << 20, 1 << 27, 1 << 31
)

// node works on the nodes of one path.
type node struct {
	*Formula
	truth        truth
	own          truth // a lane's
	pending      truth // of which the clauses have not been followed
	rough, sharp []uint32
	chosen       [candidates]uint32
	gain         [2 * candidates]uint32
	failed       [2 * candidates]bool
}

func newNode(f *Formula) *node {
	w := f.words()
	return &node{
		Formula: f, truth: slices.Clone(f.root), own: make(truth, w), pending: make(truth, w),
		rough: make([]uint32, 2*f.vars+2), sharp: make([]uint32, 2*f.vars+2),
	}
}

// weigh weighs all open literals.
func (n *node) weigh() {
	sum, open := uint32(0), uint32(0)
	for x := range uint32(2 * n.vars) {
		if n.truth.of(x) != 0 {
			continue
		}
		two, three := uint32(0), uint32(0)
		for _, p := range n.pairs[n.first[x^1]:n.first[x^1+1]] {
			switch n.status(n.truth, p) {
			case binary, binary | second:
				two++
			case ternary:
				three++
			}
		}
		n.rough[x] = min(leastWeight+one*(alpha*two+three), mostWeight)
		sum += n.rough[x]
		open++
	}
	mean := max(sum/max(open, 1), 2)
	byMean, bySquare := uint32((1<<32-1)/uint64(mean)), uint32((1<<32-1)/uint64(mean*mean))
	for x := range uint32(2 * n.vars) {
		if n.truth.of(x) != 0 {
			continue
		}
		two, three := uint32(0), uint32(0)
		for _, p := range n.pairs[n.first[x^1]:n.first[x^1+1]] {
			u, v := p&0xFFFF, p>>16
			switch n.status(n.truth, p) {
			case binary:
				two += n.rough[v]
			case binary | second:
				two += n.rough[u]
			case ternary:
				three = min(three+n.rough[u]*n.rough[v], mostThree)
			}
		}
		n.sharp[x] = min(leastWeight+high(min(two, mostTwo)*(alpha*one), byMean)+high(three*one, bySquare), mostWeight)
	}
}

func high(a, b uint32) uint32 {
	h, _ := bits.Mul32(a, b)
	return h
}

// What is left of a clause whose third literal is false.
const (
	satisfied = iota
	empty
	binary  // for weights, one literal: the second of the pair, or with second the first
	ternary // both
	second  = 8
)

// status of a pair: binary says that the first literal of it is false.
func (n *node) status(t truth, p uint32) int {
	a, b := t.of(p&0xFFFF), t.of(p>>16)
	switch {
	case (a|b)&1 != 0:
		return satisfied
	case a != 0 && b != 0:
		return empty
	case a != 0:
		return binary
	case b != 0:
		return binary | second
	}
	return ternary
}

// choose chooses the variables to look at, and reports whether there is one: if
// not, all clauses are satisfied.
func (n *node) choose() bool {
	var best [candidates]uint32
	for v := range uint32(n.vars) {
		if n.truth.of(2*v) != 0 || n.rough[2*v] == leastWeight && n.rough[2*v+1] == leastWeight {
			continue // it is in no clause that is left
		}
		a, b := n.sharp[2*v], n.sharp[2*v+1]
		key := (4*a*b+a+b)<<10 | (MaxVars - v)
		best[v%candidates] = max(best[v%candidates], key)
	}
	some := false
	for i, key := range best {
		n.chosen[i] = none
		if key > 0 {
			n.chosen[i] = MaxVars - key&MaxVars
			some = true
		}
	}
	return some
}

// look makes the literals of the chosen variables true, each for itself.
func (n *node) look() {
	for lane := range uint32(2 * candidates) {
		if v := n.chosen[lane/2]; v != none {
			copy(n.own, n.truth)
			l := 2*v + lane&1
			n.own.set(l)
			n.pending.set(l)
			n.gain[lane], n.failed[lane] = n.follow(n.own)
		}
	}
}

// follow follows the clauses of what is pending, the lowest literal first, and
// adds up the clauses of two literals that come of it, each the product of its
// literals' weights.
func (n *node) follow(t truth) (gain uint32, failed bool) {
	for w := 0; w < len(n.pending); {
		if n.pending[w] == 0 {
			w++
			continue
		}
		l := uint32(32*w + bits.TrailingZeros32(n.pending[w]))
		n.pending[w] &= n.pending[w] - 1
		for _, p := range n.pairs[n.first[l^1]:n.first[l^1+1]] {
			u := p & 0xFFFF
			switch n.status(t, p) {
			case satisfied:
				continue
			case empty:
				clear(n.pending)
				return gain, true
			case ternary:
				gain = min(gain+n.sharp[u]*n.sharp[p>>16], mostGain)
				continue
			case binary:
				u = p >> 16
			}
			t.set(u)
			n.pending.set(u)
			w = min(w, int(u>>5))
		}
	}
	return gain, false
}

// verdict is what came of a node.
type verdict int

const (
	closed    verdict = iota // nothing satisfies what is left
	opened                   // there is a literal to decide on
	satisfies                // all clauses are satisfied
)

// expand looks ahead until nothing more is forced. The literal is the one to
// decide on, its first side.
func (n *node) expand() (uint32, verdict) {
	for {
		n.weigh()
		if !n.choose() {
			return none, satisfies
		}
		n.look()
		forced, spare, best, pick := false, none, uint64(0), none
		for i, v := range n.chosen {
			if v == none {
				continue
			}
			a, b := n.gain[2*i], n.gain[2*i+1]
			switch {
			case n.failed[2*i] && n.failed[2*i+1]:
				clear(n.pending)
				return none, closed
			case n.failed[2*i]:
				n.force(2*v + 1)
				forced = true
			case n.failed[2*i+1]:
				n.force(2 * v)
				forced = true
			case a == 0:
				spare = min(spare, 2*v)
			case b == 0:
				spare = min(spare, 2*v+1)
			default:
				a, b := uint64(a>>6), uint64(b>>6)
				if x := a*b + a + b + 1; x > best {
					best, pick = x, 2*v
					if b < a {
						pick = 2*v + 1
					}
				}
			}
		}
		switch {
		case forced:
		case spare != none:
			n.force(spare) // an autarky; another one may not go with it
		default:
			return pick, opened
		}
		if _, failed := n.follow(n.truth); failed {
			return none, closed
		}
	}
}

func (n *node) force(l uint32) {
	n.truth.set(l)
	n.pending.set(l)
}

// Progress is how far a search is.
type Progress struct {
	Nodes  int64
	Closed float64 // the share of the tree, where each side of a decision is half
	// Busy is the share of the time for which the searches that took part on a device
	// had work, by its clock; 0 where it has none.
	Busy float64
	// Opening is how long it took to make the device ready, kernels compiled and all.
	Opening time.Duration
}

// side is the second side of a decision.
type side struct {
	before truth
	lit    uint32
	depth  int // decisions, with this one
}

// Decide searches the whole tree in Go, in one goroutine. The literals are those
// that satisfy the formula, and nil where nothing does. When ctx ends before, its
// error is returned; watch may be nil.
func Decide(ctx context.Context, f *Formula, watch func(Progress)) (model []uint32, p Progress, err error) {
	n := newNode(f)
	var open []side
	depth := 0
	for {
		if ctx.Err() != nil {
			return nil, p, ctx.Err()
		}
		if p.Nodes++; watch != nil {
			watch(p)
		}
		l, v := n.expand()
		if v == satisfies {
			return f.literals(n.truth), p, nil
		}
		if v == opened {
			depth++
			open = append(open, side{slices.Clone(n.truth), l ^ 1, depth})
			n.force(l) // the lookahead has followed it, so it cannot fail
			n.follow(n.truth)
			continue
		}
		p.Closed += math.Ldexp(1, -depth)
		for {
			if len(open) == 0 {
				return nil, p, nil
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			copy(n.truth, last.before)
			depth = last.depth
			n.force(last.lit)
			if _, failed := n.follow(n.truth); !failed {
				break
			}
			p.Closed += math.Ldexp(1, -depth)
		}
	}
}

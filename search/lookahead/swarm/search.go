package swarm

import (
	"context"
	"math"
	"slices"
	"time"
)

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

package knapsack

import (
	"context"
	"fmt"
)

// DefaultLimit is how much work Exact does unless told otherwise: a second or
// so.
const DefaultLimit = 1_000_000_000

// Exact searches for an optimal choice of items. proven tells whether the one
// it returns is optimal; it is not when the work exceeded limit (elementary
// steps, very roughly a nanosecond each; 0 means DefaultLimit) or ctx ended,
// and then the choice is the best one found. The only error is an invalid
// instance; the choice itself has passed Check.
//
// With one constraint it grows a core around the break item by dynamic
// programming over non-dominated states (Pisinger 1997), and where that grows
// too large but items × capacity does not, tabulates profits by capacity. With
// several it is a depth-first branch and bound over the linear relaxation. All
// decisions are made in integers, so a proof is a proof.
func Exact(ctx context.Context, inst *Instance, limit int64) (Answer, bool, error) {
	if err := inst.Validate(); err != nil {
		return Answer{}, false, fmt.Errorf("knapsack: %s: %w", inst.Name, err)
	}
	if limit <= 0 {
		limit = DefaultLimit
	}
	var items []int
	var proven bool
	if inst.Constraints() == 1 {
		items, proven = exactSingle(ctx, inst, limit)
	} else {
		items, proven = exactMulti(ctx, inst, limit)
	}
	a, err := NewAnswer(inst, items)
	return a, proven && err == nil, err
}

// stopped reports whether a context has ended, without waiting.
func stopped(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}

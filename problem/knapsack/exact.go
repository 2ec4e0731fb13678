package knapsack

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
)

// defaultLimit is how much work Exact does unless told otherwise: a second or
// so.
const defaultLimit = 1_000_000_000

// Exact searches for an optimal choice of items. Outcome.Optimal tells whether the
// one it returns is; it is not when the work exceeded limit (elementary steps, very
// roughly a nanosecond each; 0 means a second or so) or ctx ended, and then the
// choice is the best one found. The only error is an invalid instance; the choice
// itself has been checked.
//
// With one constraint it grows a core around the break item by dynamic
// programming over non-dominated states (Pisinger 1997), and where that grows
// too large but items × capacity does not, tabulates profits by capacity. With
// several it is a depth-first branch and bound over the linear relaxation. All
// decisions are made in integers, so a proof is a proof.
func Exact(ctx context.Context, inst *Instance, limit int64) (problem.Outcome, error) {
	if err := inst.validate(); err != nil {
		return problem.Outcome{}, fmt.Errorf("knapsack: %s: %w", inst.Name, err)
	}
	if limit <= 0 {
		limit = defaultLimit
	}
	solve := exactMulti
	if inst.constraints() == 1 {
		solve = exactSingle
	}
	items, proven := solve(ctx, inst, limit)
	value, _, err := inst.check(items)
	if err != nil {
		return problem.Outcome{}, fmt.Errorf("knapsack: %s: %w", inst.Name, err)
	}
	return problem.Outcome{Best: []problem.Found{{Genome: inst.genome(items), Score: value}}, Optimal: proven}, nil
}

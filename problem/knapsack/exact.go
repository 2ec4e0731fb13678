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

// maxTable bounds the memory of a table: a bit for each item and capacity.
const maxTable = 1 << 30

// exactSingle solves an instance with one constraint.
func exactSingle(ctx context.Context, inst *Instance, limit int64) ([]int, bool) {
	k := newSingle(inst)
	// Most items drop out in a table, so that it is worth a look even if all of
	// them would be too many.
	cells := min(limit, maxTable)
	first := limit
	if k.capacity <= cells && int64(len(k.items)) <= 4*cells/max(k.capacity, 1) {
		first = limit / 8
	}
	proven := k.grow(ctx, first)
	if !proven && first < limit {
		proven = k.tabulate(ctx, cells) || k.grow(ctx, limit)
	}
	return k.answer(), proven
}

// tabulate finds an optimal choice by the profit of every capacity, item by
// item (Bellman 1957), among the items that still matter given the best choice
// so far. It reports whether it came to the end, and does not begin when the
// table has more than so many cells.
func (k *single) tabulate(ctx context.Context, cells int64) bool {
	var open []int
	base, room := int64(0), k.capacity
	for j := range k.items {
		if k.matters(j) {
			open = append(open, j)
		} else if j < k.split {
			base += k.profit[j]
			room -= k.weight[j]
		}
	}
	if room < 0 {
		return true // what could not be left out does not even fit: nothing beats the best
	}
	if int64(len(open)) > cells/(room+1) {
		return false
	}
	value := make([]int64, room+1)
	words := (room + 64) / 64
	taken := make([]uint64, int64(len(open))*words)
	later := int64(0) // weight of the items after this one
	for _, j := range open {
		later += k.weight[j]
	}
	for r, j := range open {
		if ctx.Err() != nil {
			return false
		}
		w, p := k.weight[j], k.profit[j]
		later -= w
		row := taken[int64(r)*words:][:words]
		// Capacities below this cannot lead to the full one any more.
		low := max(w, room-later)
		for c := room; c >= low; c-- {
			if v := value[c-w] + p; v > value[c] {
				value[c] = v
				row[c>>6] |= 1 << (c & 63)
			}
		}
	}
	if base+value[room] <= k.best {
		return true
	}
	k.best = base + value[room]
	for j := range k.chosen {
		k.chosen[j] = j < k.split
	}
	for r := len(open) - 1; r >= 0; r-- {
		j := open[r]
		k.chosen[j] = taken[int64(r)*words+room>>6]>>(room&63)&1 != 0
		if k.chosen[j] {
			room -= k.weight[j]
		}
	}
	return true
}

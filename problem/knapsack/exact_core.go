package knapsack

import (
	"context"
	"slices"
)

// single is a knapsack with one constraint without its trivial items: those
// left have a weight from 1 to the capacity and a profit of at least 1, are
// sorted from the most to the least efficient, and do not all fit.
type single struct {
	items    []int // in the instance
	profit   []int64
	weight   []int64
	capacity int64
	free     []int // items that weigh nothing: always chosen

	// The break solution: items 0 to split-1, all that fit in order.
	split       int
	splitWeight int64
	splitProfit int64

	best   int64  // the profit of the best choice found
	chosen []bool // that choice
}

func newSingle(inst *Instance) *single {
	k := &single{capacity: inst.Capacities[0]}
	scale := commonDivisor(inst.Weights[0])
	k.capacity /= scale
	for _, j := range efficiencyOrder(inst) {
		p, w := inst.Profits[j], inst.Weights[0][j]/scale
		switch {
		case w == 0:
			k.free = append(k.free, int(j))
		case p > 0 && w <= k.capacity:
			k.items = append(k.items, int(j))
			k.profit = append(k.profit, p)
			k.weight = append(k.weight, w)
		}
	}
	k.chosen = make([]bool, len(k.items))
	for k.split < len(k.items) && k.splitWeight+k.weight[k.split] <= k.capacity {
		k.splitWeight += k.weight[k.split]
		k.splitProfit += k.profit[k.split]
		k.split++
	}
	load := int64(0) // of the best: the break solution and whatever still fits after it
	for j, w := range k.weight {
		if load+w <= k.capacity {
			load += w
			k.best += k.profit[j]
			k.chosen[j] = true
		}
	}
	return k
}

// answer is the best choice in the instance's items, in their order.
func (k *single) answer() []int {
	items := slices.Clone(k.free)
	for j, in := range k.chosen {
		if in {
			items = append(items, k.items[j])
		}
	}
	slices.Sort(items)
	return items
}

// reaches reports whether profit p with room to spare (or, when negative, with
// that much weight too many) could still beat the best profit if room were
// worth q per v: ⌊p + room·q/v⌋ > best.
func (k *single) reaches(p, room, q, v int64) bool {
	need := k.best + 1 - p
	if room >= 0 {
		return need <= 0 || compareProducts(room, q, need, v) >= 0
	}
	return need <= 0 && compareProducts(-room, q, -need, v) <= 0
}

// matters reports whether a choice that differs from the break solution in
// item j could beat the best one.
func (k *single) matters(j int) bool {
	q, v := k.profit[k.split], k.weight[k.split]
	if j < k.split {
		return k.reaches(k.splitProfit-k.profit[j], k.capacity-k.splitWeight+k.weight[j], q, v)
	}
	return k.reaches(k.splitProfit+k.profit[j], k.capacity-k.splitWeight-k.weight[j], q, v)
}

// state is a choice within the core; outside it is the break solution.
type state struct {
	weight, profit int64
	last           int32 // its latest change in the history, or -1
}

// change says that an item of a state differs from the break solution.
type change struct{ before, item int32 }

// The memory of a core: changes kept, 8 bytes each, and states, 24 bytes each,
// of which there may be three times as many for a moment.
const (
	maxHistory = 1 << 23
	maxStates  = 1 << 21
)

// stateCost is what a state counts in Exact's limit.
const stateCost = 10

// core is the growing list of states, sorted by weight; profits grow with it.
type core struct {
	*single
	states, spare []state
	history       []change
	s, t          int   // items s+1 to t-1 are in the core
	bestLast      int32 // of the best choice; -1 while that is greedy's, not a state's
	steps         int64
}

// grow runs the core to its end and reports whether it got there, which
// proves the best choice optimal.
func (k *single) grow(ctx context.Context, limit int64) bool {
	if k.split == len(k.items) {
		return true // everything fits
	}
	c := &core{single: k, s: k.split - 1, t: k.split, bestLast: -1}
	c.states = []state{{k.splitWeight, k.splitProfit, -1}}
	defer c.keep()
	for len(c.states) > 0 && (c.s >= 0 || c.t < len(k.items)) {
		if c.steps > limit || ctx.Err() != nil {
			return false
		}
		if c.t < len(k.items) {
			j := c.t
			c.t++
			if k.matters(j) {
				c.merge(j, k.weight[j], k.profit[j])
			}
		}
		if c.s >= 0 {
			j := c.s
			c.s--
			if k.matters(j) {
				c.merge(j, -k.weight[j], -k.profit[j])
			}
		}
		if len(c.states) > maxStates || len(c.history) > maxHistory && !c.compact() {
			return false
		}
	}
	return true
}

// merge offers every state a change by (w, p) in item j. Of the old and the
// new states those survive that no lighter one matches in profit and that
// could still beat the best choice.
func (c *core) merge(j int, w, p int64) {
	out := c.spare[:0]
	old := c.states
	c.steps += stateCost * int64(2*len(old))
	top := int64(-1 << 63) // the largest profit so far
	a, b := 0, 0
	for a < len(old) || b < len(old) {
		var x state
		isNew := false
		// By weight; of equal weights the more profitable first.
		if a == len(old) {
			isNew = true
		} else if b < len(old) {
			wb := old[b].weight + w
			isNew = wb < old[a].weight || wb == old[a].weight && old[b].profit+p > old[a].profit
		}
		if isNew {
			x = state{old[b].weight + w, old[b].profit + p, old[b].last}
			b++
		} else {
			x = old[a]
			a++
		}
		if x.profit <= top {
			continue
		}
		top = x.profit
		if !c.alive(x) {
			// It may still be the best choice itself.
			if x.weight > c.capacity || x.profit <= c.best {
				continue
			}
		}
		if isNew {
			c.history = append(c.history, change{x.last, int32(j)})
			x.last = int32(len(c.history) - 1)
		}
		if x.weight <= c.capacity && x.profit > c.best {
			c.best, c.bestLast = x.profit, x.last
			if !c.alive(x) {
				continue
			}
		}
		out = append(out, x)
	}
	c.states, c.spare = out, old
}

// alive reports whether a state could become better than the best choice by
// the items outside the core: the next to add when there is room, the next to
// remove when there is too much.
func (c *core) alive(x state) bool {
	room := c.capacity - x.weight
	if room >= 0 {
		if c.t == len(c.items) {
			return x.profit > c.best
		}
		return c.reaches(x.profit, room, c.profit[c.t], c.weight[c.t])
	}
	if c.s < 0 {
		return false
	}
	return c.reaches(x.profit, room, c.profit[c.s], c.weight[c.s])
}

// compact forgets the changes that no state and not the best choice need, and
// reports whether that helped.
func (c *core) compact() bool {
	place := make([]int32, len(c.history))
	mark := func(last int32) {
		if last >= 0 {
			place[last] = 1
		}
	}
	for _, x := range c.states {
		mark(x.last)
	}
	mark(c.bestLast)
	for h := len(c.history) - 1; h >= 0; h-- {
		if place[h] != 0 {
			mark(c.history[h].before)
		}
	}
	kept := c.history[:0]
	move := func(last int32) int32 {
		if last < 0 {
			return last
		}
		return place[last]
	}
	for h, x := range c.history {
		if place[h] != 0 {
			place[h] = int32(len(kept))
			kept = append(kept, change{move(x.before), x.item})
		}
	}
	c.history = kept
	for i := range c.states {
		c.states[i].last = move(c.states[i].last)
	}
	c.bestLast = move(c.bestLast)
	return len(kept) < maxHistory/2
}

// keep writes the best state's choice down.
func (c *core) keep() {
	if c.bestLast < 0 {
		return
	}
	for j := range c.chosen {
		c.chosen[j] = j < c.split
	}
	for h := c.bestLast; h >= 0; h = c.history[h].before {
		c.chosen[c.history[h].item] = !c.chosen[c.history[h].item]
	}
}

package knapsack

import (
	"context"
	"math"
	"math/bits"
	"slices"
)

// multi is a branch and bound for several constraints. A node fixes some items
// in or out; the linear relaxation of the rest, solved in floating point,
// suggests a multiplier for each constraint and the item to branch on. What is
// cut off is decided by the Lagrangian bound of those multipliers rounded to
// integers, which is valid for any multipliers and exact:
//
//	scale · profit ≤ Σ y[i]·c[i] + Σ max(0, scale·p[j] − Σ y[i]·w[i][j])
type multi struct {
	ctx       context.Context
	*Instance // of the items that fit at all
	n, m      int

	scale  int64
	y      []int64 // multipliers, times scale
	worth  []int64 // scale·p − Σ y·w per item, at the present node
	fixed  []int8  // per item: free, in or out
	trail  []int32 // fixed items in order of fixing
	slack  []int64 // capacity left by the items that are in
	profit int64   // of the items that are in

	best        int64
	bestIn      []bool
	levels      []*relaxation // one per depth, so that a branch can be undone
	steps, stop int64
	nodes       int64

	// Space for round and bound.
	roundSlack  []int64
	roundChoice []bool
	roundValues []float64
	multipliers []float64

	fractional bool // the item last branched on was
	cut        bool // the limit or the context ended the search
}

const (
	free int8 = iota
	in
	out
)

// exactMulti solves an instance with several constraints.
func exactMulti(ctx context.Context, inst *Instance, limit int64) ([]int, bool) {
	if n, m := inst.items(), inst.constraints(); int64(m)*int64(n+m) > maxTableau {
		return greedyChoice(inst), false
	}
	left, items := inst.fitting()
	n, m := len(items), inst.constraints()
	b := &multi{
		ctx: ctx, Instance: left, n: n, m: m, slack: slices.Clone(inst.Capacities), y: make([]int64, m), stop: limit,
		roundSlack: make([]int64, m), multipliers: make([]float64, m), roundChoice: make([]bool, n), roundValues: make([]float64, n),
		worth: make([]int64, n), fixed: make([]int8, n), bestIn: make([]bool, n),
		scale: 1 << max(0, 60-bits.Len64(uint64(total(left.Profits)))),
	}
	greedy := inst.genome(greedyChoice(inst))
	for q, j := range items {
		if b.bestIn[q] = greedy.Bit(j); b.bestIn[q] {
			b.best += left.Profits[q]
		}
	}
	if n > 0 {
		root := newRelaxation(left)
		root.primal(50 * (n + m))
		b.levels = []*relaxation{root}
		b.node(0)
	}
	var best []int
	for q, j := range items {
		if b.bestIn[q] {
			best = append(best, j)
		}
	}
	return best, !b.cut
}

// greedyChoice fills the knapsack in the order of efficiency.
func greedyChoice(inst *Instance) (items []int) {
	slack := slices.Clone(inst.Capacities)
	for _, j := range efficiencyOrder(inst) {
		if inst.within(int(j), slack) {
			inst.load(int(j), slack, 1)
			items = append(items, int(j))
		}
	}
	return items
}

// within reports whether item j fits into so much slack.
func (k *Instance) within(j int, slack []int64) bool {
	for i, s := range slack {
		if k.Weights[i][j] > s {
			return false
		}
	}
	return true
}

// load takes the weights of item j from the slack, or with sign -1 gives them back.
func (k *Instance) load(j int, slack []int64, sign int64) {
	for i, row := range k.Weights {
		slack[i] -= sign * row[j]
	}
}

// node searches below the present fixings; the relaxation of this depth has
// them as its bounds.
func (b *multi) node(depth int) {
	l := b.levels[depth]
	b.nodes++
	b.steps += int64(20 * b.m * (b.n + b.m))
	if b.steps > b.stop || b.ctx.Err() != nil {
		b.cut = true
		return
	}
	l.dual(20 + 4*b.m)
	start := len(b.trail)
	defer b.undo(start)
	branch := b.reduce(l, depth)
	if branch < 0 {
		return
	}
	first, second := in, out
	if l.at(branch) < 0.5 {
		first, second = out, in
	}
	for _, way := range [2]int8{first, second} {
		if b.cut {
			return
		}
		mark := len(b.trail)
		if child := b.level(depth + 1); child == nil {
			b.cut = true
		} else if b.fix(branch, way) {
			child.copyFrom(l)
			child.fix(branch, way == in)
			b.node(depth + 1)
		}
		b.undo(mark)
	}
}

// reduce bounds the node, fixes what the bound decides, and returns the item
// to branch on, or -1 when nothing below can be better.
func (b *multi) reduce(l *relaxation, depth int) int {
	for {
		if !b.bound(l) {
			break // no usable multipliers: branch on, the leaves decide
		}
		limit := b.lagrange()
		need := b.best + 1 - b.profit // profit that the free items must bring
		if need > 0 && !atLeast(limit, need, b.scale) {
			return -1
		}
		fixedAny := false
		for q, worth := range b.worth {
			if b.fixed[q] != free {
				continue
			}
			way := out
			if worth > 0 {
				way = in
			}
			if way == out && !b.within(q, b.slack) || need > 0 && !atLeast(limit-max(worth, -worth), need, b.scale) {
				if !b.fix(q, way) {
					return -1
				}
				l.fix(q, way == in)
				fixedAny = true
			} else if way == in && !b.within(q, b.slack) {
				b.fix(q, out)
				l.fix(q, false)
				fixedAny = true
			}
		}
		if !fixedAny {
			break
		}
		before := b.best
		l.dual(20 + 4*b.m)
		if b.best == before && depth > 0 {
			if need := b.best + 1 - b.profit; b.bound(l) && need > 0 && !atLeast(b.lagrange(), need, b.scale) {
				return -1
			}
			break
		}
	}
	// Rounding rarely finds anything deep down, so it is not always tried; at a
	// leaf it is the choice itself.
	branch := b.leaf(l)
	if b.nodes%16 == 0 || depth == 0 || branch < 0 || !b.fractional {
		b.round(l)
	}
	return branch
}

// atLeast reports whether limit/scale ≥ need, for scaled bounds.
func atLeast(limit, need, scale int64) bool { return limit >= 0 && limit/scale >= need }

// bound takes the relaxation's multipliers over and reports whether all sums of
// lagrange then fit 64 bits. They do when the total profit and Σ y·c are below
// 2^61; the latter is at most the former in every optimal solution.
func (b *multi) bound(l *relaxation) bool {
	sum := float64(total(b.Profits)) * float64(b.scale)
	l.duals(b.multipliers)
	for i, y := range b.multipliers {
		y *= float64(b.scale)
		if sum = math.Max(sum, 0) + y*float64(b.Capacities[i]); !(sum < 1<<62) {
			return false
		}
		b.y[i] = int64(y)
	}
	return sum < 1<<62
}

// lagrange is the scaled bound on what the free items can bring.
func (b *multi) lagrange() int64 {
	for q, p := range b.Profits {
		b.worth[q] = p * b.scale
	}
	limit := int64(0)
	for i, y := range b.y {
		if y == 0 {
			continue
		}
		limit += y * b.slack[i]
		for q, w := range b.Weights[i] {
			b.worth[q] -= y * w
		}
	}
	for q, f := range b.fixed {
		if f == free && b.worth[q] > 0 {
			limit += b.worth[q]
		}
	}
	return limit
}

// round tries the choice of the items that are in, those the relaxation has
// nearly whole, and what else fits, the more the relaxation has of it the
// sooner.
func (b *multi) round(l *relaxation) {
	slack, choice, values := b.roundSlack, b.roundChoice, b.roundValues
	copy(slack, b.slack)
	l.values(values)
	value := b.profit
	for q, f := range b.fixed {
		choice[q] = f == in
	}
	for _, least := range [...]float64{0.999, 0.001, 0} {
		for q, f := range b.fixed {
			if f == free && !choice[q] && values[q] >= least && b.within(q, slack) {
				b.load(q, slack, 1)
				value += b.Profits[q]
				choice[q] = true
			}
		}
	}
	if value > b.best {
		b.best = value
		copy(b.bestIn, choice)
	}
}

// leaf is the item to branch on: the most undecided by the relaxation, else
// the free one whose fixing matters least; -1 when no item is free.
func (b *multi) leaf(l *relaxation) int {
	branch, distance := -1, 1e-6
	b.fractional = true
	for i, q := range l.basis {
		if q < b.n && b.fixed[q] == free {
			if d := math.Min(l.value[i], 1-l.value[i]); d > distance {
				branch, distance = q, d
			}
		}
	}
	if branch >= 0 {
		return branch
	}
	b.fractional = false
	for q, f := range b.fixed {
		if f == free && (branch < 0 || max(b.worth[q], -b.worth[q]) < max(b.worth[branch], -b.worth[branch])) {
			branch = q
		}
	}
	return branch
}

// fix puts an item in or out and reports whether that is feasible.
func (b *multi) fix(q int, way int8) bool {
	if way == in {
		if !b.within(q, b.slack) {
			return false
		}
		b.load(q, b.slack, 1)
		b.profit += b.Profits[q]
	}
	b.fixed[q] = way
	b.trail = append(b.trail, int32(q))
	return true
}

// undo frees the items fixed after a mark.
func (b *multi) undo(mark int) {
	for _, q := range b.trail[mark:] {
		if b.fixed[q] == in {
			b.load(int(q), b.slack, -1)
			b.profit -= b.Profits[q]
		}
		b.fixed[q] = free
	}
	b.trail = b.trail[:mark]
}

// maxLevels bounds the memory of all depths together, in tableau entries.
const maxLevels = 1 << 25

// level is the relaxation of a depth, nil where there is no memory for it.
func (b *multi) level(depth int) *relaxation {
	if depth == len(b.levels) {
		if depth > maxLevels/len(b.levels[0].table) {
			return nil
		}
		b.levels = append(b.levels, newRelaxation(b.Instance))
	}
	return b.levels[depth]
}

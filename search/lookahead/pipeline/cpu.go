package pipeline

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
)

// chunk is how many formulas a goroutine divides at a time.
const chunk = 1024

// onCPU is a part in Go. The formulas that are kept are a stack: the batch is
// taken from its top, and the children are put there, so what a batch has no room
// for is swapped out and comes back last in, first out.
type onCPU struct {
	*plan
	*report
	pool        *population.Pool
	rules       rules
	stack       rows
	results     []branches // by task
	interrupted bool       // a step, or the first batch, was left in its midst
	// The share of all assignments that is open: what is known of it before a step.
	shareOpen float64
}

func newOnCPU(p *plan, threads int) *onCPU {
	c := &onCPU{plan: p, report: &report{}, pool: population.NewPool(threads), rules: &paths{p.instance, p.shortest}, stack: newRows(p.row), shareOpen: p.whole()}
	if p.formulas {
		c.rules = &formulas{p.instance, p.shortest}
	}
	return c
}

// begin makes the first batch (section 2.2, the pre-process kernel).
func (c *onCPU) begin(ctx context.Context) error {
	defer c.pool.Watch(ctx)()
	top := min(c.bits, 10) // a task for each value of the highest bits
	results := make([]branches, 1<<top)
	c.pool.Parallel(len(results), func(_, task int) {
		row := make([]uint32, c.row)
		row[0] = 2
		results[task].reset(false, c.count)
		c.grow(row, 0, 0, top, task, &results[task])
	})
	if c.interrupted = c.pool.Aborted(); !c.interrupted {
		c.push(results, 0)
		c.shareOpen = math.Ldexp(float64(c.stack.count), -c.bits)
	}
	return nil
}

// grow makes the formulas of the first batch whose number has i as its highest k
// bits, and task as its highest top bits, in their order. It assigns variables one
// by one, to see early what violates a clause.
func (c *onCPU) grow(row []uint32, k, i, top, task int, b *branches) {
	below := c.bits - k
	switch {
	case k <= top && i != task>>(top-k), c.pool.Aborted():
	case (i+1)<<below <= c.from || i<<below >= c.from+c.count:
	case k == c.bits:
		c.rules.begin(row)
		b.parent = uint32(i - c.from)
		if c.rules.done(row) {
			b.found(0, row[:c.words])
		}
		b.rows[0] = append(b.rows[0], row...)
	default:
		for value := range 2 {
			l := 2*c.often[k] | uint32(value)
			flip(row, l)
			if !c.conflict(row, l^1) {
				c.grow(row, k+1, 2*i+value, top, task, b)
			}
			flip(row, l)
		}
	}
}

// advance makes steps up to a number of them.
func (c *onCPU) advance(ctx context.Context, until int64) error {
	defer c.pool.Watch(ctx)()
	c.recent = c.recent[:0]
	for !c.ended && !c.interrupted && c.step < until && !c.pool.Aborted() {
		c.one()
	}
	return nil
}

// one makes a step; one that is aborted before its end is lost.
func (c *onCPU) one() {
	n := c.take(c.stack.count)
	base := c.stack.count - n
	tasks := (n + chunk - 1) / chunk
	for len(c.results) < tasks {
		c.results = append(c.results, branches{})
	}
	c.pool.Parallel(tasks, func(_, task int) {
		b := &c.results[task]
		b.reset(c.branch, n)
		for i := task * chunk; i < min(n, (task+1)*chunk); i++ {
			at := base + i
			if c.last {
				at = c.stack.count - 1 - i
			}
			row := c.stack.at(at)
			b.begin(i, row[:c.words])
			c.rules.divide(row, b)
		}
	})
	if c.pool.Aborted() { // the formulas are as they were
		return
	}
	if c.push(c.results[:tasks], base); c.interrupted {
		return
	}
	outputs := uint32(0)
	for t := range tasks {
		outputs += c.results[t].outputs
		c.shareOpen += c.results[t].change
	}
	c.add(outputs)
}

// push puts children on the stack from a place on, and sees whether that was all.
func (c *onCPU) push(results []branches, base int) {
	children := lists{row: c.row}
	best := uint32(none)
	for j := range 3 {
		for i := range results {
			children.add(results[i].rows[j])
		}
	}
	for i := range results {
		if b := &results[i]; b.model < best {
			best, c.model = b.model, b.values
		}
	}
	end := base + children.count
	c.stack.resize(end)
	first := base / c.stack.each
	c.pool.Parallel((end+c.stack.each-1)/c.stack.each-first, func(_, task int) {
		block := first + task
		c.stack.touch(block)
		k := 0
		for at := max(base, block*c.stack.each); at < min(end, (block+1)*c.stack.each); at++ {
			var row []uint32
			i := at - base
			if c.last {
				i = end - 1 - at
			}
			row, k = children.at(i, k)
			copy(c.stack.at(at), row)
		}
	})
	c.interrupted = c.pool.Aborted()
	c.ended = c.model != nil || c.stack.count == 0
}

// open is the share of all assignments that is still to be searched.
func (c *onCPU) open() (float64, error) { return c.shareOpen, nil }

func (c *onCPU) close() error { return nil }

package cma

import (
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// chunk makes one step of a replica, or none when the engine is aborted.
func (e *cpu) chunk(h *herd, step int64, spread population.Spread) {
	due := h.model.due
	if due && !e.decompose(h) {
		return
	}
	n, first := e.plan.n, int(h.model.filled)*e.plan.chunk
	h.z = slices.Grow(h.z[:first*n], e.plan.chunk*n)[:(first+e.plan.chunk)*n]
	h.y = slices.Grow(h.y[:first*n], e.plan.chunk*n)[:(first+e.plan.chunk)*n]
	if h.dealt = h.took >= slow || h.dealt && h.took >= slow/time.Duration(2*e.crew.Threads); !h.dealt {
		spread = e.crew.Alone(0) // dealing it out would cost more
	}
	begin := time.Now()
	task := block
	if e.crew.Threads == 1 { // who scores batches gets whole ones
		task = mostTask
	}
	spread((e.plan.chunk+task-1)/task, func(_, k int) {
		lo, hi := k*task, min((k+1)*task, e.plan.chunk)
		e.sample(h, first, lo, hi, step)
		e.Score(e.crew, h.next, h.fresh, lo, hi, h.replica.seed, step, 0)
		for ; lo < hi; lo += block {
			h.nodes[lo/block] = e.summary(h, lo, min(lo+block, hi))
		}
	})
	h.took = time.Since(begin)
	if e.crew.Aborted() { // the chunk may be incomplete; the last one is as it was
		if due {
			h.exchange()
			h.model.due = true
		}
		return
	}
	if due {
		h.model.age = 0
	}
	h.rows, h.next = h.next, h.rows
	h.latest, h.fresh = h.fresh, h.latest
	h.scores = append(h.scores[:first], h.latest...)
	h.model.filled++
	if h.model.filled == int64(e.plan.levels[h.model.level].chunks) {
		e.plan.move(&h.model, &h.replica, h.scores, h.z, h.y, h.scratch)
	}
	e.judge(h, step)
}

// decompose takes the covariance matrix apart, unless the engine is aborted.
func (e *cpu) decompose(h *herd) bool {
	h.jacobi.load(h.model.c, h.model.b)
	if !h.jacobi.solve(e.crew.Aborted) {
		return false
	}
	for k := range h.axes {
		h.axes[k] = h.jacobi.axis(k)
	}
	h.exchange()
	h.model.due = false
	return true
}

// exchange makes the new axes the model's and keeps its old ones, or the other
// way round.
func (h *herd) exchange() {
	h.model.b, h.jacobi.v = h.jacobi.v, h.model.b
	h.model.d, h.axes = h.axes, h.model.d
}

// sample makes the members lo to hi-1 of the next chunk, whose member 0 is the
// generation's member first.
func (e *cpu) sample(h *herd, first, lo, hi int, step int64) {
	n := e.plan.n
	var room [mostLength]float64
	for i := lo; i < hi; i++ {
		at := (first + i) * n
		z, y := h.z[at:at+n], h.y[at:at+n]
		e.plan.deviates(z, h.replica.seed, step, i)
		h.model.shape(y, z, room[:])
		e.plan.place(h.next.At(i).Reals, y, &h.model)
	}
}

// summary is the node of the members lo to hi-1 of the next chunk.
func (e *cpu) summary(h *herd, lo, hi int) population.Node {
	var nodes [block / 2]population.Node
	k := 0
	for i := lo; i < hi; i += 2 {
		node := population.Leaf(h.fresh[i], uint32(i), e.plan.float, h.state.Anchor)
		if i+1 < hi {
			node = node.Join(population.Leaf(h.fresh[i+1], uint32(i+1), e.plan.float, h.state.Anchor))
			node.Distance = distance(&e.plan.rep, h.next.At(i).Reals, h.next.At(i+1).Reals)
		}
		nodes[k] = node
		k++
	}
	return population.Tree(nodes[:k])
}

// distance is how far two vectors lie apart: the sum of their differences as
// shares of the ranges.
func distance(r *problem.Representation, a, b []float64) float64 {
	sum := 0.0
	for j, x := range a {
		t := x - b[j]
		if t < 0 {
			t = -t
		}
		if span := r.Upper[j] - r.Lower[j]; span > 0 {
			sum += float64(t / span)
		}
	}
	return sum
}

// judge ends a step: it joins the statistics, keeps the best, and decides
// whether the replica goes on.
func (e *cpu) judge(h *herd, step int64) {
	all := population.Tree(h.nodes)
	mean, deviation := all.Moments(e.plan.chunk, h.state.Anchor)
	spread := all.Spread(e.plan.chunk/2, e.plan.n)
	if h.state.Judge(step, all.Best, mean, spread, e.Rules, e.plan.float) {
		h.best.Set(h.rows.At(int(all.At)))
	}
	if e.Trace {
		h.samples = append(h.samples, h.state.Record(all, mean, deviation, spread).Sample(h.index, e.Evaluations(step)))
	}
}

package differential

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// generation makes one step of a replica, or none when the engine is aborted.
func (e *cpu) generation(h *herd, spread population.Spread) {
	step := h.state.Step + 1
	spread(len(h.nodes), func(_, block int) {
		lo, hi := e.members(block)
		e.compete(h, lo, hi, step)
		h.nodes[block] = e.summary(h.next, h.fresh, lo, hi, h.state.Anchor)
	})
	if e.crew.Aborted() { // the next population may be incomplete; the old one is as it was
		return
	}
	h.now, h.next = h.next, h.now
	h.scores, h.fresh = h.fresh, h.scores
	h.control, h.freshControl = h.freshControl, h.control
	e.judge(h, step)
}

// compete fills the places lo to hi-1 of the next population with the members
// or their rivals, whichever score better; rivals win ties, so that a plateau
// can be crossed.
func (e *cpu) compete(h *herd, lo, hi int, step int64) {
	for i := lo; i < hi; i++ {
		var c control
		if e.plan.adaptive {
			c = h.control[i]
		}
		c = e.plan.trial(h.next.At(i).Reals, h.now.Reals, uint32(i), h.leader, c, &h.replica, step)
		if e.plan.adaptive {
			h.freshControl[i] = c
		}
	}
	e.Score(e.crew, h.next, h.fresh, lo, hi, h.replica.seed, step, 0)
	for i := lo; i < hi; i++ {
		if h.fresh[i] >= h.scores[i] {
			continue
		}
		h.next.Copy(i, h.now, i)
		h.fresh[i] = h.scores[i]
		if e.plan.adaptive {
			h.freshControl[i] = h.control[i]
		}
	}
}

// summary is the node of the members lo to hi-1.
func (e *cpu) summary(g problem.Genomes, scores []problem.Score, lo, hi int, anchor float64) population.Node {
	var nodes [mostBlock / 2]population.Node
	k := 0
	for i := lo; i < hi; i += 2 {
		node := population.Leaf(scores[i], uint32(i), e.plan.float, anchor)
		if i+1 < hi {
			node = node.Join(population.Leaf(scores[i+1], uint32(i+1), e.plan.float, anchor))
			node.Distance = distance(&e.plan.rep, g.At(i).Reals, g.At(i+1).Reals)
		}
		nodes[k] = node
		k++
	}
	return population.Tree(nodes[:k])
}

// judge ends a step: it joins the statistics, keeps the best, and decides
// whether the replica goes on.
func (e *cpu) judge(h *herd, step int64) {
	all := population.Tree(h.nodes)
	mean, deviation := all.Moments(e.plan.members, h.state.Anchor)
	spread := all.Spread(e.plan.members/2, e.plan.rep.Length)
	h.leader = all.At
	if h.state.Judge(step, all.Best, mean, spread, e.Rules, e.plan.float) {
		h.best.Set(h.now.At(int(all.At)))
	}
	if e.Trace {
		h.samples = append(h.samples, h.state.Record(all, mean, deviation, spread).Sample(h.index, e.Evaluations(step)))
	}
}

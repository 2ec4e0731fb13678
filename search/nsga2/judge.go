package nsga2

import (
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// leaf is the node of a member: its score by the first criterion. Only members
// of the first front can be best. What violates something has no score and
// counts as the mean.
func (e *cpu) leaf(h *herd, i int) population.Node {
	q, score := h.pool, problem.Worst
	if q.violation[i] == 0 {
		score = q.of(i)[0]
	}
	node := population.Leaf(score, uint32(i), q.criteria[0].Float, h.state.Anchor)
	if q.violation[i] != 0 {
		node.Sum, node.Square = 0, 0
	}
	if q.rank[i] != 0 {
		node.Best, node.At = population.Empty.Best, population.Empty.At
	}
	return node
}

// judge joins the statistics of a step and decides whether the replica goes on.
func (e *cpu) judge(h *herd, step int64) {
	q, n := h.pool, e.plan.members
	if e.Trace && len(q.criteria) == 2 {
		q.strips(n, h.strips)
	}
	for b := range h.nodes {
		var nodes, fronts [blockMembers / 2]population.Node
		lo, hi := e.block(b)
		k := 0
		for i := lo; i < hi; i += 2 {
			nodes[k], fronts[k] = e.leaf(h, i), e.frontLeaf(h, i)
			if i+1 < hi {
				nodes[k] = nodes[k].Join(e.leaf(h, i+1))
				nodes[k].Distance = variation.Distance(e.plan.Rep, h.genomes.At(i), h.genomes.At(i+1))
				fronts[k] = fronts[k].Join(e.frontLeaf(h, i+1))
			}
			k++
		}
		h.nodes[b], h.fronts[b] = population.Tree(nodes[:k]), population.Tree(fronts[:k])
	}
	all := population.Tree(h.nodes)
	mean, deviation := all.Moments(n, h.state.Anchor)
	diversity := all.Spread(n/2, e.plan.Rep.Length)
	h.state.Judge(step, all.Best, mean, diversity, e.Rules, q.criteria[0].Float)
	h.leader = all.At
	if e.Trace {
		record := h.state.Record(all, mean, deviation, diversity)
		front := population.Tree(h.fronts)
		record.Front, record.Volume = int64(front.Square), front.Sum
		if len(q.criteria) != 2 {
			record.Volume = math.NaN()
		}
		h.samples = append(h.samples, record.Sample(h.index, e.Evaluations(step)))
	}
}

// frontLeaf counts a member of the first front, and what it adds to the area.
func (e *cpu) frontLeaf(h *herd, i int) population.Node {
	node := population.Empty
	if h.pool.inFront(i) {
		node.Square = 1
		if len(h.pool.criteria) == 2 {
			node.Sum = h.strips[i]
		}
	}
	return node
}

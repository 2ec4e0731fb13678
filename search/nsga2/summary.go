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
func (r *replica) leaf(i int) population.Node {
	q, score := &r.candidates, problem.Worst
	if q.Violation[i] == 0 {
		score = q.Of(i)[0]
	}
	node := population.Leaf(score, uint32(i), r.Float, r.State.Anchor)
	if q.Violation[i] != 0 {
		node.Sum, node.Square = 0, 0
	}
	if q.Rank[i] != 0 {
		node.Best, node.At = population.Empty.Best, population.Empty.At
	}
	return node
}

// frontLeaf counts a member of the first front, and what it adds to the area.
func (r *replica) frontLeaf(i int) population.Node {
	node := population.Empty
	if r.candidates.inFront(i) {
		node.Square = 1
		if len(r.plan.criteria) == 2 {
			node.Sum = r.strips[i]
		}
	}
	return node
}

// summarize joins the statistics of a population and of its first front.
func (r *replica) summarize() {
	two := len(r.plan.criteria) == 2
	if r.Trace && two {
		r.candidates.strips(r.plan.members, r.strips)
	}
	for b := range r.nodes {
		var nodes, fronts [blockMembers / 2]population.Node
		lo, hi := r.block(b)
		k := 0
		for i := lo; i < hi; i += 2 {
			nodes[k], fronts[k] = r.leaf(i), r.frontLeaf(i)
			if i+1 < hi {
				nodes[k] = nodes[k].Join(r.leaf(i + 1))
				nodes[k].Distance = variation.Distance(r.Rep, r.genomes.At(i), r.genomes.At(i+1))
				fronts[k] = fronts[k].Join(r.frontLeaf(i + 1))
			}
			k++
		}
		r.nodes[b], r.fronts[b] = population.Tree(nodes[:k]), population.Tree(fronts[:k])
	}
	r.All = population.Tree(r.nodes)
	front := population.Tree(r.fronts)
	r.Front, r.Volume = int64(front.Square), front.Sum
	if !two {
		r.Volume = math.NaN()
	}
}

package genetic

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// measure computes the statistics of a replica's whole population.
func (r *replica) measure(g problem.Genomes, scores []problem.Score) {
	for d := range r.nodes {
		for block := range r.nodes[d] {
			r.measureBlock(g, scores, d, block)
		}
	}
}

// measureBlock computes those of a block of a deme.
func (r *replica) measureBlock(g problem.Genomes, scores []problem.Score, d, block int) {
	n, each := r.plan.members, r.plan.block()
	r.nodes[d][block] = r.Summary(g.Slice(d*n, (d+1)*n), scores[d*n:(d+1)*n], block*each, min((block+1)*each, n))
}

// join makes the statistics of the demes and of the whole replica from those of
// the blocks.
func (r *replica) join() {
	n := r.plan.members
	for d := range r.wheels {
		w, node := &r.wheels[d], population.Tree(r.nodes[d])
		w.node = node
		w.mean, w.dev = node.Moments(n, r.State.Anchor)
		node.At += uint32(d * n)
		if d == 0 {
			r.All = node
		} else {
			r.All = r.All.Join(node)
		}
	}
}

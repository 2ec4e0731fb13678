package genetic

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// measure computes the statistics of a replica's whole population.
func (r *replica) measure(g problem.Genomes, scores []problem.Score) {
	n, each := r.plan.members, r.plan.block()
	for d := range r.nodes {
		for block := range r.nodes[d] {
			lo := block * each
			r.nodes[d][block] = r.summary(g, scores, d*n, lo, min(lo+each, n))
		}
	}
}

// summary is the node of the members lo to hi-1 of the deme that starts at
// row base: population.Tree over their pairs, field by field.
func (r *replica) summary(g problem.Genomes, scores []problem.Score, base, lo, hi int) population.Node {
	float, anchor := r.Float, r.State.Anchor
	var sum, square, distances [largeBlock / 2]float64
	node := population.Node{Best: scores[base+lo], Worst: scores[base+lo], At: uint32(lo)}
	k := 0
	for i := lo; i < hi; i += 2 {
		s := scores[base+i]
		if s > node.Best {
			node.Best, node.At = s, uint32(i)
		}
		node.Worst = min(node.Worst, s)
		d := population.Offset(s, float, anchor)
		sum[k], square[k] = d, float64(d*d)
		if i+1 < hi {
			s = scores[base+i+1]
			if s > node.Best {
				node.Best, node.At = s, uint32(i+1)
			}
			node.Worst = min(node.Worst, s)
			d = population.Offset(s, float, anchor)
			sum[k] += d
			square[k] += float64(d * d)
			distances[k] = distance(g, base+i)
		}
		k++
	}
	node.Sum = population.TreeSum(sum[:k])
	node.Square = population.TreeSum(square[:k])
	node.Distance = population.TreeSum(distances[:k])
	return node
}

// distance is how far rows i and i+1 lie apart.
func distance(g problem.Genomes, i int) float64 {
	if g.Kind == problem.Binary && g.Length <= 64 {
		return float64(bits.OnesCount64(g.Bits[i] ^ g.Bits[i+1]))
	}
	return variation.Distance(g.Representation, g.At(i), g.At(i+1))
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

package population

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// mostPairs is how many pairs of members are summarized at a time.
	mostPairs = 32
	// mostBlock is the largest block of members that has one summary.
	mostBlock = 1024
)

// Summary is the node of the members lo to hi-1 of a population, where lo is a
// multiple of the block. The distance is that of neighbors, two by two.
func (r *Replica) Summary(g problem.Genomes, scores []problem.Score, lo, hi int) Node {
	const each = 2 * mostPairs
	if hi-lo <= each {
		return r.pairs(&g, scores, lo, hi)
	}
	var nodes [mostBlock / each]Node
	k := 0
	for ; lo < hi; lo += each {
		nodes[k] = r.pairs(&g, scores, lo, min(lo+each, hi))
		k++
	}
	return Tree(nodes[:k])
}

// pairs is Tree over the pairs of some members, field by field.
func (r *Replica) pairs(g *problem.Genomes, scores []problem.Score, lo, hi int) Node {
	float, anchor := r.Float, r.State.Anchor
	var sum, square, distances [mostPairs]float64
	node := Node{Best: scores[lo], Worst: scores[lo], At: uint32(lo)}
	k := 0
	for i := lo; i < hi; i += 2 {
		s := scores[i]
		if s > node.Best {
			node.Best, node.At = s, uint32(i)
		}
		node.Worst = min(node.Worst, s)
		d := Offset(s, float, anchor)
		sum[k], square[k] = d, float64(d*d)
		if i+1 < hi {
			s = scores[i+1]
			if s > node.Best {
				node.Best, node.At = s, uint32(i+1)
			}
			node.Worst = min(node.Worst, s)
			d = Offset(s, float, anchor)
			sum[k] += d
			square[k] += float64(d * d)
			distances[k] = distance(g, i)
		}
		k++
	}
	node.Sum, node.Square, node.Distance = treeSum(sum[:k]), treeSum(square[:k]), treeSum(distances[:k])
	return node
}

// distance is how far the members i and i+1 lie apart.
func distance(g *problem.Genomes, i int) float64 {
	if g.Kind == problem.Binary && g.Length <= 64 {
		return float64(bits.OnesCount64(g.Bits[i] ^ g.Bits[i+1]))
	}
	return variation.Distance(g.Representation, g.At(i), g.At(i+1))
}

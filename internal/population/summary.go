package population

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// MostPairs is how many pairs of members Pairs takes.
	MostPairs = 32
	// mostBlock is the largest block of members that has one summary.
	mostBlock = 1024
)

// Summary is the node of the members lo to hi-1 of a population, where lo is a
// multiple of the block. The distance is that of neighbors, two by two.
func (r *Replica) Summary(g problem.Genomes, scores []problem.Score, lo, hi int) Node {
	const each = 2 * MostPairs
	if hi-lo <= each {
		return Pairs(g, scores, lo, hi, r.Float, r.State.Anchor)
	}
	var nodes [mostBlock / each]Node
	k := 0
	for ; lo < hi; lo += each {
		nodes[k] = Pairs(g, scores, lo, min(lo+each, hi), r.Float, r.State.Anchor)
		k++
	}
	return Tree(nodes[:k])
}

// Pairs is the node of at most MostPairs pairs of members.
func Pairs(g problem.Genomes, scores []problem.Score, lo, hi int, float bool, anchor float64) Node {
	var nodes [MostPairs]Node
	k := 0
	for i := lo; i < hi; i += 2 {
		node := Leaf(scores[i], uint32(i), float, anchor)
		if i+1 < hi {
			node = node.Join(Leaf(scores[i+1], uint32(i+1), float, anchor))
			node.Distance = distance(&g, i)
		}
		nodes[k] = node
		k++
	}
	return Tree(nodes[:k])
}

// distance is how far the members i and i+1 lie apart.
func distance(g *problem.Genomes, i int) float64 {
	a, b := g.At(i), g.At(i+1)
	if g.Kind != problem.Binary {
		return variation.Distance(g.Representation, a, b)
	}
	n := 0
	for w, x := range a.Bits {
		n += bits.OnesCount64(x ^ b.Bits[w])
	}
	return float64(n)
}

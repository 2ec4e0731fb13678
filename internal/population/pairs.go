package population

import (
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
)

// MostPairs is how many pairs of members Pairs takes.
const MostPairs = 32

// Pairs is the node of the members lo to hi-1 of a binary population; the
// distance is that of neighbors, two by two.
func Pairs(g problem.Genomes, scores []problem.Score, lo, hi int, float bool, anchor float64) Node {
	var nodes [MostPairs]Node
	k := 0
	for i := lo; i < hi; i += 2 {
		node := Leaf(scores[i], uint32(i), float, anchor)
		if i+1 < hi {
			node = node.Join(Leaf(scores[i+1], uint32(i+1), float, anchor))
			node.Distance = apart(g.At(i), g.At(i+1))
		}
		nodes[k] = node
		k++
	}
	return Tree(nodes[:k])
}

// apart is the number of genes in which two genomes differ.
func apart(a, b problem.Genome) float64 {
	n := 0
	for w, x := range a.Bits {
		n += bits.OnesCount64(x ^ b.Bits[w])
	}
	return float64(n)
}

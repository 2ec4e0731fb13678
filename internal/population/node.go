package population

import (
	"math"

	"github.com/warbler-opt/warbler/problem"
)

// Node summarizes a run of members. Joining the nodes of two neighboring runs
// gives the node of both.
type Node struct {
	Best     problem.Score
	Worst    problem.Score
	At       uint32  // index of the best; the lowest among equals
	Sum      float64 // of the members' distances from the anchor
	Square   float64 // of the squares of those
	Distance float64 // between the members 2i and 2i+1
}

// Empty is the node of no members: joining it changes nothing.
var Empty = Node{Best: math.MinInt64, Worst: math.MaxInt64, At: math.MaxUint32}

// Join summarizes the run of a followed by the run of b.
func (a Node) Join(b Node) Node {
	if b.Best > a.Best || (b.Best == a.Best && b.At < a.At) {
		a.Best, a.At = b.Best, b.At
	}
	a.Worst = min(a.Worst, b.Worst)
	a.Sum += b.Sum
	a.Square += b.Square
	a.Distance += b.Distance
	return a
}

// leastScore is the least score that is the value of something: that of minus infinity
// for mapped floats, -2^62 for integers. Below are the worst, and violations of
// constraints.
func leastScore(float bool) problem.Score {
	if float {
		return math.MinInt64 + 1<<52
	}
	return -1 << 62
}

// Offset is a score's distance from an anchor near the mean: sums of offsets
// and of their squares lose little to cancellation, but for those of step 0, whose
// anchor is 0. What is no value or not finite counts as the anchor itself.
func Offset(s problem.Score, float bool, anchor float64) float64 {
	if s < leastScore(float) {
		return 0
	}
	x := float64(s)
	if float {
		x = problem.ToFloat(s)
	}
	d := x - anchor
	if !(math.Abs(d) <= math.MaxFloat64) {
		return 0
	}
	return d + 0 // never -0, so that joining Empty is exact
}

// Leaf is the node of one member.
func Leaf(s problem.Score, at uint32, float bool, anchor float64) Node {
	d := Offset(s, float, anchor)
	return Node{Best: s, Worst: s, At: at, Sum: d, Square: float64(d * d)}
}

// treeSum adds numbers in the shape of Tree. It overwrites them.
func treeSum(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	for n := len(v); n > 1; n = (n + 1) / 2 {
		for i := 0; i < n/2; i++ {
			v[i] = v[2*i] + v[2*i+1]
		}
		if n%2 == 1 {
			v[n/2] = v[n-1]
		}
	}
	return v[0]
}

// Tree joins nodes in the shape of the binary tree over their indices:
// neighbors first. It overwrites nodes.
func Tree(nodes []Node) Node {
	if len(nodes) == 0 {
		return Empty
	}
	for n := len(nodes); n > 1; n = (n + 1) / 2 {
		for i := 0; i < n/2; i++ {
			nodes[i] = nodes[2*i].Join(nodes[2*i+1])
		}
		if n%2 == 1 {
			nodes[n/2] = nodes[n-1]
		}
	}
	return nodes[0]
}

// Moments turns the sums over n members into their mean and standard
// deviation.
func (a Node) Moments(n int, anchor float64) (mean, deviation float64) {
	m := a.Sum / float64(n)
	v := a.Square/float64(n) - float64(m*m)
	if !(v > 0) {
		v = 0
	}
	return anchor + m, math.Sqrt(v)
}

// Spread is the diversity: the mean share of genes in which the members 2i
// and 2i+1 differ, over so many pairs. Children of a pair differ where their
// parents do, so it estimates the distance between any two members.
func (a Node) Spread(pairs, genes int) float64 {
	if pairs < 1 {
		return 0
	}
	return a.Distance / (float64(pairs) * float64(genes))
}

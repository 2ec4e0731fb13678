package sat

import (
	"fmt"
	"math"
)

// GenerateMaxCut makes the question for the largest cut of a random graph, all
// graphs with so many vertices and edges being equally likely: for each edge
// the clauses (a ∨ b) and (¬a ∨ ¬b), both satisfied where the edge is cut, else
// one of them. Both clauses have the edge's weight, 1 to maxWeight, uniformly; with a
// maxWeight of 0 edges weigh 1.
func GenerateMaxCut(vertices, edges int, maxWeight int64, seed uint64) (*Formula, error) {
	g := Random{Seed: seed, MaxWeight: maxWeight}
	if vertices < 0 || vertices > maxVars {
		return nil, fmt.Errorf("sat: a graph has 0 to %d vertices, not %d", maxVars, vertices)
	}
	pairs := uint64(vertices) * uint64(max(vertices-1, 0)) / 2
	if edges < 0 || uint64(edges) > pairs || edges > maxLiterals/4 {
		return nil, fmt.Errorf("sat: a graph of %d vertices has 0 to %d edges, not %d", vertices, min(pairs, maxLiterals/4), edges)
	}
	if err := g.checkWeights(2 * edges); err != nil {
		return nil, err
	}
	f := &Formula{
		Name: fmt.Sprintf("maxcut-%d-%d-%d", vertices, edges, seed),
		Vars: vertices,
		Comments: []string{fmt.Sprintf("MaxCut of a random graph, %d vertices, %d edges, seed %d%s",
			vertices, edges, seed, g.describe())},
		Lits:  make([]int32, 0, 4*edges),
		Start: append(make([]uint32, 0, 2*edges+1), 0),
	}
	if maxWeight > 0 {
		f.Format = wcnf
	}
	// Floyd's method again, on the numbers of all pairs.
	taken := make(map[uint64]bool, edges)
	for e := range edges {
		at := g.at(stepVars, e)
		x0, x1, _, _ := at.Block(0)
		n := pairs - uint64(edges) + uint64(e) + 1
		t := at.Bounded64(uint64(x1)<<32|uint64(x0), 0, n)
		if taken[t] {
			t = n - 1
		}
		taken[t] = true
		a, b := pair(t)
		f.Lits = append(f.Lits, a, b, -a, -b)
		f.Start = append(f.Start, uint32(len(f.Lits)-2), uint32(len(f.Lits)))
		if maxWeight > 0 {
			w := g.weight(e)
			f.Weights = append(f.Weights, w, w)
		}
	}
	return f, nil
}

// pair is pair number t of vertices, a < b, both from 1: t = b'(b'-1)/2 + a' for
// a' < b' from 0.
func pair(t uint64) (a, b int32) {
	below := func(b uint64) uint64 { return b * (b - 1) / 2 } // pairs of vertices before b
	x := uint64(math.Sqrt(2*float64(t) + 0.25))               // off by one at most
	for x < 1 || below(x+1) <= t {
		x++
	}
	for below(x) > t {
		x--
	}
	return int32(t-below(x)) + 1, int32(x) + 1
}

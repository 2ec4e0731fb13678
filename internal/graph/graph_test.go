package graph_test

import (
	"context"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/graph"
)

// drawn is a small graph, and the neighbors of each vertex as bits.
func drawn(t *rapid.T) (graph.Graph, []uint32) {
	n := rapid.IntRange(1, 11).Draw(t, "vertices")
	joined := make([]uint32, n)
	var edges [][2]int32
	for u := range n {
		for v := u + 1; v < n; v++ {
			if rapid.Bool().Draw(t, "edge") {
				edges = append(edges, [2]int32{int32(u), int32(v)})
				joined[u] |= 1 << v
				joined[v] |= 1 << u
			}
		}
	}
	return graph.New(n, edges), joined
}

// fewest is the number of colors that a graph takes, by trying all.
func fewest(joined []uint32) int {
	color := make([]int, len(joined))
	var fits func(v, k int) bool
	fits = func(v, k int) bool {
		if v == len(joined) {
			return true
		}
		for c := range k {
			ok := true
			for u := range v {
				ok = ok && (joined[v]>>u&1 == 0 || color[u] != c)
			}
			if color[v] = c; ok && fits(v+1, k) {
				return true
			}
		}
		return false
	}
	k := 1
	for !fits(0, k) {
		k++
	}
	return k
}

// proper fails unless no edge joins two vertices of the same color.
func proper(t *rapid.T, joined []uint32, coloring []int) {
	for u, row := range joined {
		for v := range joined {
			if row>>v&1 != 0 && coloring[u] == coloring[v] {
				t.Fatalf("%v: vertices %d and %d", coloring, u, v)
			}
		}
	}
}

func TestCliqueAndExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, joined := drawn(t)
		largest := 0
		for set := uint32(1); set < 1<<len(joined); set++ {
			all := true
			for v, row := range joined {
				all = all && (set>>v&1 == 0 || set&^row == 1<<v)
			}
			if all {
				largest = max(largest, bits.OnesCount32(set))
			}
		}
		clique := g.Clique(context.Background())
		if len(clique) != largest {
			t.Fatalf("a clique of %d, want %d", len(clique), largest)
		}
		for _, u := range clique {
			for _, v := range clique {
				if u != v && joined[u]>>v&1 == 0 {
					t.Fatalf("%v is no clique", clique)
				}
			}
		}
		coloring, proven := g.Exact(context.Background(), g.Greedy(), clique, 0)
		proper(t, joined, coloring)
		if _, colors := graph.Number(coloring); !proven || colors != fewest(joined) {
			t.Fatalf("%d colors, %v, want %d", colors, proven, fewest(joined))
		}
		before, at := graph.Number(g.Greedy())
		iterated := g.Iterate(before, 5, 1, func(int) bool { return false })
		proper(t, joined, iterated)
		if _, colors := graph.Number(iterated); colors > at {
			t.Fatalf("%d colors after %d", colors, at)
		}
	})
}

// Both give up in time, and have an answer all the same.
func TestGiveUp(t *testing.T) {
	var edges [][2]int32
	for u := range int32(200) {
		for v := u + 1; v < 200; v++ {
			if (u*u+v*v*7+u*v)%10 < 8 {
				edges = append(edges, [2]int32{u, v})
			}
		}
	}
	g := graph.New(200, edges)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if clique := g.Clique(ctx); len(clique) < 2 {
		t.Errorf("%v", clique)
	}
	for _, steps := range []int{0, 1000} {
		if coloring, proven := g.Exact(ctx, g.Greedy(), nil, steps); proven || len(coloring) != 200 {
			t.Errorf("%v, %v", coloring, proven)
		}
	}
}

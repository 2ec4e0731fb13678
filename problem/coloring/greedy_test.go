package coloring

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/graph"
)

func neighbors(g *Graph) graph.Graph { return graph.New(g.Vertices, g.Edges) }

// complete joins all of its vertices.
func complete(n int) *Graph {
	g := &Graph{Name: "complete", Vertices: n}
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			g.Edges = append(g.Edges, [2]int32{u, v})
		}
	}
	return g
}

// DSATUR is exact for bipartite graphs (Brélaz 1979, theorem 3), and a wheel of
// five spokes needs four colors though its largest clique has three vertices.
func TestGreedyKnown(t *testing.T) {
	bipartite, err := Generate(60, 2, 0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	wheel := &Graph{Vertices: 6, Edges: [][2]int32{{0, 1}, {0, 4}, {0, 5}, {1, 2}, {1, 5}, {2, 3}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}}
	for _, c := range []struct {
		name           string
		g              *Graph
		colors, clique int
	}{
		{"one vertex", &Graph{Vertices: 1}, 1, 1}, {"no edges", &Graph{Vertices: 9}, 1, 1}, {"a path", path, 2, 2},
		{"complete", complete(70), 70, 70}, {"bipartite", bipartite, 2, 2}, {"a wheel", wheel, 4, 3},
	} {
		if _, k := graph.Number(neighbors(c.g).Greedy()); k != c.colors {
			t.Errorf("%s: %d colors, not %d", c.name, k, c.colors)
		}
		if k := len(neighbors(c.g).Clique(t.Context())); k != c.clique {
			t.Errorf("%s: a clique of %d, not %d", c.name, k, c.clique)
		}
	}
}

// Three colors of 3, 1 and 2 vertices: the middle one is given up.
func TestReduce(t *testing.T) {
	g := &Graph{Vertices: 6, Edges: [][2]int32{{0, 3}, {1, 3}, {2, 3}, {3, 4}}}
	if got := neighbors(g).Reduce([]int{0, 0, 0, 1, 2, 2}, 2); !slices.Equal(got, []int{0, 0, 0, 1, 1, 1}) {
		t.Errorf("%v", got)
	}
	if got := neighbors(g).Reduce([]int{0, 0, 0, 1, 2, 2}, 5); !slices.Equal(got, []int{0, 0, 0, 2, 1, 1}) {
		t.Errorf("%v", got)
	}
}

func TestGreedy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(1, 40).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "k")
		density, seed := rapid.Float64Range(0, 1).Draw(t, "density"), rapid.Uint64().Draw(t, "seed")
		g, err := Generate(n, k, density, seed)
		if err != nil || g.validate() != nil {
			t.Fatal(err, g)
		}
		greedy, clique := neighbors(g).Greedy(), neighbors(g).Clique(t.Context())
		used := slices.Max(greedy) + 1
		if k, err := g.verify(claim{used, greedy}); err != nil || k != used {
			t.Fatalf("%d colors, %v", k, err)
		}
		if len(clique) < 1 || len(clique) > k || len(clique) > used {
			t.Fatalf("a clique of %d in a graph of %d colors", len(clique), k)
		}
		for i, u := range clique {
			for _, v := range clique[i+1:] {
				if _, found := slices.BinarySearchFunc(g.Edges, [2]int32{int32(u), int32(v)}, compare); !found {
					t.Fatalf("%d and %d of %v are not joined", u, v, clique)
				}
			}
		}
		if used > 1 {
			k := rapid.IntRange(1, used-1).Draw(t, "fewer")
			fewer := neighbors(g).Reduce(greedy, k)
			if _, err := g.check(k, fewer); err != nil {
				t.Fatal(err)
			}
			// Classes stay together but for those that were given up.
			moved := 0
			for v := range greedy {
				for u := range v {
					if greedy[u] == greedy[v] && fewer[u] != fewer[v] {
						moved++
						break
					}
				}
			}
			if most := n - k*(n/used); moved > most {
				t.Fatalf("%d vertices moved; %d have one of the smallest classes at most", moved, most)
			}
		}
	})
}

// A planted graph joins only vertices of different colors, and with as many
// colors as vertices hardly differs from a random one.
func TestGeneratePlanted(t *testing.T) {
	g, err := Generate(300, 3, 0.5, 7)
	if err != nil || g.validate() != nil {
		t.Fatal(err)
	}
	// Two thirds of the 44,850 pairs, half of them: within five standard errors,
	// for the classes and for the edges.
	if m := len(g.Edges); m < 14950-700 || m > 14950+700 {
		t.Errorf("%d edges", m)
	}
	for _, c := range []struct{ n, k int }{{0, 3}, {5, -1}, {maxGenerated + 1, 3}, {5, maxVertices + 1}} {
		if _, err := Generate(c.n, c.k, 0.1, 1); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

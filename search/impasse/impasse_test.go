package impasse

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

func generated(t *testing.T, vertices, planted int, density float64, colors int) problem.Problem {
	t.Helper()
	g, err := coloring.Generate(vertices, planted, density, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := coloring.New(g, colors)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// geometric is a graph of points in a square, of which near ones are joined.
func geometric(t *testing.T, n, colors int) problem.Problem {
	t.Helper()
	at := rng.Address{Seed: 1, Purpose: rng.Instance}
	where := func(v int) (x, y float64) {
		x0, x1, x2, x3 := at.Block(uint32(v))
		return rng.Unit(x0, x1), rng.Unit(x2, x3)
	}
	g := &coloring.Graph{Name: "geometric", Vertices: n}
	for v := range n {
		for w := v + 1; w < n; w++ {
			x, y := where(v)
			a, b := where(w)
			if (x-a)*(x-a)+(y-b)*(y-b) < 0.25 {
				g.Edges = append(g.Edges, [2]int32{int32(v), int32(w)})
			}
		}
	}
	p, err := coloring.New(g, colors)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A run is the same on any number of goroutines, alone or among others, and when it was
// saved and resumed; and what it counts are the conflicts of its answer.
func TestTrajectories(t *testing.T) {
	a := searchtest.Lookup(t, name)
	for _, p := range []problem.Problem{generated(t, 60, 0, 0.5, 9), geometric(t, 80, 20), generated(t, 20, 3, 0.5, 2), generated(t, 1, 0, 0, 2)} {
		c := search.Config{Problem: p, Replicas: search.Seeds(3, 4), Trace: true, Values: search.Values{"every": "10", "round": "20"}}
		c.Threads = 1
		want := searchtest.History(t, a, c, 3, 40)
		c.Threads = 2
		searchtest.Same(t, "two goroutines", want, searchtest.History(t, a, c, 3, 40))
		searchtest.Alone(t, a, c, 2, 3, 30)
		searchtest.Resumed(t, a, c, nil, nil, 40)
		for _, s := range want[2].Best {
			if err := search.Verify(p, s); err != nil {
				t.Error(err)
			}
		}
	}
}

// The table of weights is what the colors say, after any number of moves.
func TestTable(t *testing.T) {
	p := geometric(t, 60, 12)
	g := p.(graph.Problem).Neighbors()
	s := newPartial(&plan{Graph: g, colors: 12})
	at := rng.Address{Seed: 7, Purpose: rng.Walk}
	for i := range uint32(2000) {
		x0, x1, _, _ := at.Block(i)
		if len(s.open) == 0 {
			t.Fatal("all vertices have colors")
		}
		s.give(s.open[rng.Below(x0, len(s.open))], int16(rng.Below(x1, 12)))
	}
	open := 0
	for v, c := range s.color {
		if (c == none) != (s.place[v] >= 0) || c == none && s.open[s.place[v]] != int32(v) {
			t.Fatalf("vertex %d has color %d and place %d", v, c, s.place[v])
		}
		if c == none {
			open++
		}
		want := make([]int32, 12)
		for _, w := range g.Of(v) {
			if s.color[w] == none {
				continue
			}
			if s.color[w] == c {
				t.Fatalf("neighbors %d and %d have color %d", v, w, c)
			}
			want[s.color[w]] += int32(len(g.Of(int(w))))
		}
		for color, x := range want {
			if s.weight[v*12+color] != x {
				t.Fatalf("vertex %d: color %d weighs %d, want %d", v, color, s.weight[v*12+color], x)
			}
		}
	}
	if open != len(s.open) {
		t.Errorf("%d are open, %d are listed", open, len(s.open))
	}
}

// Rounds fall from hot to cold, and each is twice as long as the one before.
func TestTemperatures(t *testing.T) {
	p := &plan{round: 10, hot: 8, fall: -2}
	for _, c := range [][2]int64{{1, 11}, {11, 31}, {31, 71}} {
		if p.temperature(c[0]) != 8 || p.temperature(c[1]) != 8 || !(p.temperature(c[1]-1) < p.temperature(c[1]-2)) || p.temperature(c[1]-1) > 2 {
			t.Errorf("from step %d to %d: %v, %v, %v", c[0], c[1], p.temperature(c[0]), p.temperature(c[1]-1), p.temperature(c[1]))
		}
	}
}

func TestCanceled(t *testing.T) {
	e := searchtest.Open(t, searchtest.Lookup(t, name), search.Config{Problem: geometric(t, 1500, 200), Replicas: search.Seeds(1, 1)})
	searchtest.Canceled(t, "Step", e)
}

// A planted coloring is found, also from a start that is given.
func TestFinds(t *testing.T) {
	p := generated(t, 100, 5, 0.5, 5)
	given := problem.NewGenomes(p.Representation(), 1).At(0)
	for _, start := range [][]problem.Genome{nil, {given}} {
		e := searchtest.Open(t, searchtest.Lookup(t, name), search.Config{Problem: p, Replicas: search.Seeds(1, 1), Start: start})
		r, err := search.Run(t.Context(), e, search.Stop{Steps: 2000})
		if err != nil || r.Runs[0].Score != 0 {
			t.Errorf("%+v, %v", r.Runs, err)
		}
	}
}

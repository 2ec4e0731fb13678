package head

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "head") }

// made is a random graph and a number of colors.
func made(t *testing.T, vertices int, density float64, colors int) problem.Problem {
	t.Helper()
	g, err := coloring.Generate(vertices, 0, density, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := coloring.New(g, colors)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func configs(t *testing.T) map[string]search.Config {
	t.Helper()
	list := map[string]search.Config{
		"pair":         {Problem: made(t, 70, .5, 12)},
		"pairs":        {Problem: made(t, 45, .4, 6), Values: search.Values{"population": "8", "cycle": "2"}},
		"restarts":     {Problem: made(t, 30, .5, 4), Values: search.Values{"min-distance": "1", "iterations": "5"}},
		"many colors":  {Problem: made(t, 90, .95, 40)},
		"256 colors":   {Problem: made(t, 300, 1, 256)},
		"no edges":     {Problem: made(t, 33, 0, 2)},
		"all are tabu": {Problem: made(t, 8, 1, 2), Values: search.Values{"iterations": "20"}},
		"one vertex":   {Problem: made(t, 1, 0, 2)},
	}
	for name, c := range list {
		v := search.Values{"iterations": "150", "cycle": "3"}
		maps.Copy(v, c.Values)
		c.Values, c.Replicas = v, search.Seeds(7, 3)
		list[name] = c
	}
	return list
}

func TestAgreesEverywhere(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) { searchtest.Everywhere(t, algorithm(t), c, 3, 3) })
	}
}

// TestLayouts demands the same of groups that a device would not choose.
func TestLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("each is a program that PoCL takes seconds to compile")
	}
	devices := devicetest.All(t)
	all := configs(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		want := searchtest.History(t, algorithm(t), c, 1, 4)
		for _, lanes := range []int{32, 64} {
			t.Run(fmt.Sprintf("%s/%d", name, lanes), func(t *testing.T) {
				before := forced
				forced.lanes, forced.launchSize = lanes, 7
				t.Cleanup(func() { forced = before })
				for _, d := range devices {
					c.Device = d
					searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, algorithm(t), c, 1, 4))
				}
			})
		}
	}
}

func TestResumesAnywhere(t *testing.T) {
	for _, name := range []string{"pairs", "restarts"} {
		c := configs(t)[name]
		for _, from := range searchtest.Where(t) {
			for _, to := range searchtest.Where(t) {
				searchtest.Resumed(t, algorithm(t), c, from, to, 2)
			}
			c.Device = from
			searchtest.Alone(t, algorithm(t), c, 2, 2, 2)
			c.Device = nil
		}
	}
}

// TestTargetEndsAGeneration: a replica ends with the first search that reaches the
// target, the same one everywhere.
func TestTargetEndsAGeneration(t *testing.T) {
	c := configs(t)["pairs"]
	long := searchtest.History(t, algorithm(t), c, 1, 4)
	target := long[0].Best[0].Score
	c.Stop = search.Stop{Target: &target}
	want := searchtest.Everywhere(t, algorithm(t), c, 1, 4)
	if s := want[0].Best[0]; s.Status != search.Reached || s.Score < target {
		t.Errorf("%+v, want %d to be reached", s, target)
	}
}

func TestCanceled(t *testing.T) {
	c := search.Config{Problem: made(t, 1000, .5, 80), Values: search.Values{"population": "64"}}
	for _, d := range searchtest.Where(t) {
		c.Device = d
		searchtest.Canceled(t, searchtest.Name(d), searchtest.Open(t, algorithm(t), c))
	}
}

func TestRefused(t *testing.T) {
	bits, err := onemax.New(8)
	if err != nil {
		t.Fatal(err)
	}
	hub := &coloring.Graph{Vertices: maxDegree + 2}
	for v := 1; v < hub.Vertices; v++ {
		hub.Edges = append(hub.Edges, [2]int32{0, int32(v)})
	}
	star, err := coloring.New(hub, 2)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]search.Config{
		"odd population": {Problem: made(t, 9, .5, 3), Values: search.Values{"population": "3"}},
		"population":     {Problem: made(t, 9, .5, 3), Values: search.Values{"population": "0"}},
		"bits":           {Problem: bits},
		"hub":            {Problem: star},
	} {
		if e, err := algorithm(t).Engine(t.Context(), c); err == nil {
			e.Close()
			t.Errorf("%s was accepted", name)
		}
	}
}

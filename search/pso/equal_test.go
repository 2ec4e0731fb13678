package pso

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "pso") }

func TestVariantsAgreeEverywhere(t *testing.T) {
	p := searchtest.Function("rastrigin", 7)
	for _, topology := range []string{"global", "ring"} {
		for _, bounds := range []string{"reflect", "absorb"} {
			t.Run(topology+" "+bounds, func(t *testing.T) {
				v := search.Values{"topology": topology, "bounds": bounds, "population": "61", "w": "0.9"}
				searchtest.BothLayouts(t, algorithm(t), search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 3)}, 8, 1)
			})
		}
	}
}

// The smallest swarms, rings that are all neighborhood, sizes around those of
// blocks and groups, long genomes, and weights and limits at their ends.
func TestShapesAgreeEverywhere(t *testing.T) {
	for _, c := range []struct {
		function string
		length   int
		values   search.Values
	}{
		{"sphere", 1, search.Values{"population": "2"}},
		{"sphere", 1, search.Values{"population": "5", "neighbors": "1024", "w": "2", "c1": "4", "c2": "4", "vmax": "1", "bounds": "absorb"}},
		{"rastrigin", 7, search.Values{"population": "513", "topology": "global", "w": "0", "vmax": "1e-6"}},
		{"sphere", 130, search.Values{"population": "2500", "neighbors": "3", "c1": "0"}},
		{"sphere", 130, search.Values{"population": "2500", "topology": "global", "w": "1", "bounds": "absorb"}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			searchtest.BothLayouts(t, algorithm(t), search.Config{Problem: searchtest.Function(c.function, c.length), Values: c.values, Replicas: search.Seeds(5, 2)}, 3, 4)
		})
	}
}

// The rules end replicas at the same step everywhere, also in the midst of a
// launch, and what has ended stays as it is.
func TestStopRulesAgreeEverywhere(t *testing.T) {
	target := problem.FromFloat(-40)
	for name, stop := range map[string]search.Stop{
		"target":      {Target: &target},
		"steps":       {Steps: 17},
		"stagnation":  {Stagnation: 3},
		"convergence": {Converged: true, Convergence: 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 4), Stop: stop}
			searchtest.BothLayouts(t, algorithm(t), c, 3, 40)
			for r, s := range searchtest.History(t, algorithm(t), c, 1, 120)[0].Best {
				if s.Status == search.Running {
					t.Errorf("replica %d has not ended", r)
				}
			}
		})
	}
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"population": "30"}, Replicas: search.Seeds(100, 16), Threads: 2}
	c.Replicas[7].Values = search.Values{"w": "0.6", "c1": "2", "c2": "1", "vmax": "0.1"}
	searchtest.Alone(t, algorithm(t), c, 7, 5, 2)
	searchtest.BothLayouts(t, algorithm(t), c, 5, 2) // so it holds on devices as well
}

// A run that is saved and goes on elsewhere, again and again, equals the run
// left alone, and its checkpoints have the same bytes.
func TestResumedEqualsLeftAlone(t *testing.T) {
	for _, v := range []search.Values{
		{"population": "30"},
		{"population": "30", "topology": "global", "bounds": "absorb"},
	} {
		c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: v, Replicas: search.Seeds(8, 3)}
		searchtest.Wandering(t, algorithm(t), c, 5, 7)
	}
}

func TestStartIsTakenEverywhere(t *testing.T) {
	p := searchtest.Function("rastrigin", 7)
	start := make([]problem.Genome, 12)
	for i := range start {
		start[i] = problem.Genome{Reals: []float64{float64(i) / 8, -1, 5.12, 0, 0, 1, 0}}
	}
	for _, n := range []string{"8", "20"} { // fewer and more than are given
		searchtest.BothLayouts(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"population": n}, Replicas: search.Seeds(1, 2), Start: start}, 2, 3)
	}
}

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	searchtest.Repaired(t, algorithm(t), searchtest.BothLayouts)
}

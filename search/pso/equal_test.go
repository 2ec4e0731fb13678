package pso

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
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

func TestStopRulesAgreeEverywhere(t *testing.T) { searchtest.StopRules(t, algorithm(t)) }

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

func TestStartIsTakenEverywhere(t *testing.T) { searchtest.Started(t, algorithm(t)) }

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	searchtest.Repaired(t, algorithm(t), searchtest.BothLayouts)
}

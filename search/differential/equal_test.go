package differential

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "differential") }

func TestStrategiesAgreeEverywhere(t *testing.T) {
	p := searchtest.Function("rastrigin", 7)
	for _, name := range strategyNames() {
		for _, adapt := range []string{"none", "jde"} {
			t.Run(name+" "+adapt, func(t *testing.T) {
				v := search.Values{"strategy": name, "adapt": adapt, "population": "61"}
				searchtest.BothLayouts(t, algorithm(t), search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 3)}, 8, 1)
			})
		}
	}
}

// The smallest populations, whose donors are all there is, sizes around those
// of blocks and groups, long genomes, and rates at their ends.
func TestShapesAgreeEverywhere(t *testing.T) {
	for _, c := range []struct {
		function string
		length   int
		values   search.Values
	}{
		{"sphere", 1, search.Values{"population": "4"}},
		{"rastrigin", 7, search.Values{"population": "6", "strategy": "rand/2/bin", "f": "1.7"}},
		{"rastrigin", 7, search.Values{"population": "513", "cr": "1", "dither": "0.5", "adapt": "none"}},
		{"sphere", 130, search.Values{"population": "2500", "cr": "0", "tau": "0.5"}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			searchtest.BothLayouts(t, algorithm(t), search.Config{Problem: searchtest.Function(c.function, c.length), Values: c.values, Replicas: search.Seeds(5, 2)}, 3, 4)
		})
	}
}

func TestStopRulesAgreeEverywhere(t *testing.T) { searchtest.StopRules(t, algorithm(t)) }

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"population": "30"}, Replicas: search.Seeds(100, 16), Threads: 2}
	c.Replicas[7].Values = search.Values{"f": "0.8", "cr": "0.4"}
	searchtest.Alone(t, algorithm(t), c, 7, 5, 2)
	searchtest.BothLayouts(t, algorithm(t), c, 5, 2) // so it holds on devices as well
}

// A run that is saved and goes on elsewhere, again and again, equals the run
// left alone, and its checkpoints have the same bytes.
func TestResumedEqualsLeftAlone(t *testing.T) {
	for _, v := range []search.Values{
		{"population": "30"},
		{"population": "30", "adapt": "none", "strategy": "current-to-best/1/bin"},
	} {
		c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: v, Replicas: search.Seeds(8, 3)}
		searchtest.Wandering(t, algorithm(t), c, 5, 7)
	}
}

func TestStartIsTakenEverywhere(t *testing.T) { searchtest.Started(t, algorithm(t)) }

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	searchtest.Repaired(t, algorithm(t), searchtest.BothLayouts)
}

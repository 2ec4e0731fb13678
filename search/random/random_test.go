package random

import (
	"context"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t testing.TB) search.Algorithm { return searchtest.Lookup(t, name) }

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// grid has a repair, and tables that are kept on chip.
var (
	grid    = searchtest.Grid{Point: []uint64{3, 41, 59, 26, 53}}
	symbols = must(pattern.NewSymbols(21, 5))
)

// Genomes of every kind, in populations of one member, of one group and of several.
func TestKindsAgreeEverywhere(t *testing.T) {
	for kind, p := range map[string]problem.Problem{
		"binary": must(onemax.New(70)), "discrete": symbols, "permutation": must(pattern.NewSorting(9)), "real": grid,
	} {
		for _, members := range []string{"1", "61", "2500"} {
			t.Run(kind+" "+members, func(t *testing.T) {
				if testing.Short() && members != "61" && kind != "real" {
					t.Skip("groups of another size are compiled anew")
				}
				c := search.Config{Problem: p, Values: search.Values{"population": members}, Replicas: search.Seeds(3, 2)}
				searchtest.BothLayouts(t, algorithm(t), c, 2, 3)
			})
		}
	}
}

func TestStopRulesAgreeEverywhere(t *testing.T) {
	target := problem.Score(-30)
	for rule, stop := range map[string]search.Stop{"target": {Target: &target}, "steps": {Steps: 17}, "stagnation": {Stagnation: 9}} {
		t.Run(rule, func(t *testing.T) {
			c := search.Config{Problem: grid, Values: search.Values{"population": "61"}, Replicas: search.Seeds(1, 4), Stop: stop}
			searchtest.BothLayouts(t, algorithm(t), c, 2, 100)
			for r, s := range searchtest.History(t, algorithm(t), c, 1, 1000)[0].Best {
				if s.Status == search.Running {
					t.Errorf("replica %d has not ended", r)
				}
			}
		})
	}
}

func TestResumedEqualsLeftAlone(t *testing.T) {
	c := search.Config{Problem: symbols, Values: search.Values{"population": "30"}, Replicas: search.Seeds(8, 3)}
	searchtest.Wandering(t, algorithm(t), c, 4, 3)
	searchtest.Alone(t, algorithm(t), c, 2, 2, 3)
}

func TestStartIsTakenEverywhere(t *testing.T) {
	start := []problem.Genome{{Reals: []float64{3, 41, 59, 26, 50}}, {Reals: []float64{1, 2, 3, 4, 5}}, {Reals: []float64{5, 4, 3, 2, 1}}}
	for _, members := range []string{"2", "5"} {
		c := search.Config{Problem: grid, Values: search.Values{"population": members}, Replicas: search.Seeds(1, 2), Start: start}
		for _, m := range searchtest.Everywhere(t, algorithm(t), c, 2, 3) {
			if s := m.Best[0]; s.Score < -8 { // what is given, after its repair
				t.Errorf("%v is forgotten", s)
			}
		}
	}
}

// The best is that of all genomes, each of which is where its address says.
func TestBestOfAll(t *testing.T) {
	p := searchtest.Function("rastrigin", 3)
	s := searchtest.History(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"population": "7"}, Replicas: search.Seeds(4, 1)}, 1, 20)[0].Best[0]
	best, g := problem.Worst, problem.NewGenomes(p.Representation(), 1).At(0)
	for step := range uint64(21) {
		for i := range uint32(7) {
			variation.Initialize(g, p.Representation(), rng.Address{Seed: 4, Step: step, Individual: i, Purpose: rng.Init})
			best = max(best, p.Evaluate(g))
		}
	}
	if s.Score != best || s.Evaluations != 7*21 || s.Steps != 20 {
		t.Errorf("%+v, want %v", s, best)
	}
}

func TestBadConfigurationsAreRefused(t *testing.T) {
	p := searchtest.Function("sphere", 3)
	for what, c := range map[string]search.Config{
		"parameter population:":      {Values: search.Values{"population": "0"}},
		"there is no such parameter": {Values: search.Values{"pm": "0.1"}},
		"never converges":            {Stop: search.Stop{Converged: true}},
		"start 0":                    {Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
	} {
		c.Problem = p
		if _, err := algorithm(t).Engine(context.Background(), c); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	searchtest.Foreign(t, algorithm(t), search.Values{"population": "101"})
}

func TestCancellation(t *testing.T) { searchtest.CanceledVectors(t, algorithm(t)) }

func BenchmarkGeneration(b *testing.B) { searchtest.BenchVectors(b, algorithm(b), 100, 100000) }

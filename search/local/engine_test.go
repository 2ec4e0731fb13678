package local

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

func lookup(t *testing.T, name string) search.Algorithm {
	t.Helper()
	a, err := search.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func generate(t *testing.T, r sat.Random) problem.Problem {
	t.Helper()
	f, err := sat.Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	return made[problem.Problem](t)(sat.New(f))
}

// replicaOf is the first replica of a search on the CPU.
func replicaOf(t *testing.T, e search.Engine) *localSearch {
	t.Helper()
	list, err := e.(population.Unranked).Engine.(*population.Engine).Snapshot(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return list[0].(*localSearch)
}

// force sets a layout for a test.
func force(t *testing.T, lanes, part int, onChip bool) {
	before := forced
	forced.lanes, forced.part, forced.onChip = lanes, part, onChip
	t.Cleanup(func() { forced = before })
}

// binaryProblems are binary problems of every kind: with and without moves of
// their own, with hard clauses, with repairs, with floats.
func binaryProblems(t *testing.T) map[string]problem.Problem {
	t.Helper()
	ones, err := onemax.New(70)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := function.New("rosenbrock", 3)
	if err != nil {
		t.Fatal(err)
	}
	coded, err := problem.NewCoded(inner, 17, true)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]problem.Problem{
		"ones":     ones,
		"coded":    coded,
		"formula":  generate(t, sat.Random{Width: 3, Vars: 60, Clauses: 300, Seed: 3}),
		"weighted": generate(t, sat.Random{Width: 3, Vars: 40, Clauses: 300, Seed: 12, MaxWeight: 9, Hard: 0.4}),
	}
	for name, way := range map[string]string{"penalty": "penalty", "greedy": "greedy", "index": "index"} {
		k, err := knapsack.Generate("weakly", 100, 0, 5)
		if err != nil {
			t.Fatal(err)
		}
		if list["knapsack, "+name], err = knapsack.New(k, way); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func TestBinaryProblemsAgreeEverywhere(t *testing.T) {
	for name, p := range binaryProblems(t) {
		for _, algorithm := range []string{"climb", "tabu"} {
			t.Run(name+"/"+algorithm, func(t *testing.T) {
				c := search.Config{Problem: p, Replicas: search.Seeds(7, 4)}
				if algorithm == "tabu" {
					c.Values = search.Values{"restart": "25"}
				}
				searchtest.Everywhere(t, lookup(t, algorithm), c, 3, 40)
			})
		}
	}
}

// TestBinaryLayouts demands the same of groups that a device would not choose, and
// of steps in parts.
func TestBinaryLayouts(t *testing.T) {
	devices := devicetest.All(t)
	problems := binaryProblems(t)
	for _, name := range []string{"formula", "knapsack, penalty"} {
		for _, algorithm := range []string{"climb", "tabu"} {
			c := search.Config{Problem: problems[name], Replicas: search.Seeds(7, 4)}
			want := searchtest.History(t, lookup(t, algorithm), c, 2, 40)
			for _, layout := range []struct{ lanes, part int }{{1, 7}, {32, 0}, {32, 33}} {
				if testing.Short() && layout.lanes > 1 && name != "formula" {
					continue // PoCL takes many seconds to compile such groups
				}
				t.Run(fmt.Sprintf("%s/%s/%d lanes, parts of %d", name, algorithm, layout.lanes, layout.part), func(t *testing.T) {
					force(t, layout.lanes, layout.part, false)
					for _, d := range devices {
						c.Device = d
						searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, lookup(t, algorithm), c, 2, 40))
					}
				})
			}
		}
	}
}

func TestBinaryProblemsGoOnElsewhere(t *testing.T) {
	p := binaryProblems(t)["knapsack, penalty"]
	for _, algorithm := range []string{"climb", "tabu"} {
		c := search.Config{Problem: p, Replicas: search.Seeds(1, 4)}
		for _, from := range searchtest.Where(t) {
			for _, to := range searchtest.Where(t) {
				searchtest.Resumed(t, lookup(t, algorithm), c, from, to, 30)
			}
			on := c
			on.Device = from
			searchtest.Alone(t, lookup(t, algorithm), on, 2, 2, 30)
		}
	}
}

// TestTabuTakesTheBest follows the search with the rule as it is written: among
// the genes that are not tabu, and those that lead to a new best, the first whose
// flip scores most.
func TestTabuTakesTheBest(t *testing.T) {
	for name, p := range binaryProblems(t) {
		t.Run(name, func(t *testing.T) {
			const tenure = 9
			e := searchtest.Open(t, lookup(t, "tabu"), search.Config{Problem: p, Threads: 1, Replicas: search.Seeds(3, 1), Values: search.Values{"tenure": "9", "tenure-range": "0"}})
			searchtest.Begin(t, e)
			h := replicaOf(t, e)
			var flipped []int // the genes flipped, in order: those at the end are tabu
			best := h.evaluator.Score()
			for range 200 {
				before := h.evaluator.Genome().Clone()
				gene, most := -1, problem.Score(math.MinInt64)
				for j := range h.rep.Length {
					g := before.Clone()
					g.Bits[j>>6] ^= 1 << (j & 63)
					s := p.Evaluate(g)
					tabu := false
					for _, k := range flipped[max(0, len(flipped)-tenure):] {
						tabu = tabu || k == j
					}
					if (!tabu || s > best) && s > most {
						gene, most = j, s
					}
				}
				if _, err := e.Step(context.Background(), 1); err != nil {
					t.Fatal(err)
				}
				if h.State.Status != search.Running {
					return
				}
				after := h.evaluator.Genome()
				before.Bits[gene>>6] ^= 1 << (gene & 63)
				for w := range before.Bits {
					if before.Bits[w] != after.Bits[w] {
						t.Fatalf("step %d: gene %d was to be flipped", h.State.Step, gene)
					}
				}
				if h.evaluator.Score() != most {
					t.Fatalf("step %d: score %d, want %d", h.State.Step, h.evaluator.Score(), most)
				}
				best = max(best, most)
				flipped = append(flipped, gene)
			}
		})
	}
}

// TestClimbStopsAtLocalOptima wants new starts exactly where no flip improves.
func TestClimbStopsAtLocalOptima(t *testing.T) {
	for name, p := range binaryProblems(t) {
		t.Run(name, func(t *testing.T) {
			e := searchtest.Open(t, lookup(t, "climb"), search.Config{Problem: p, Threads: 1, Replicas: search.Seeds(3, 1)})
			h := replicaOf(t, searchtest.Begin(t, e))
			for h.starts < 3 && h.State.Status == search.Running {
				score, starts, before := h.evaluator.Score(), h.starts, h.evaluator.Genome().Clone()
				if _, err := e.Step(context.Background(), 1); err != nil {
					t.Fatal(err)
				}
				if h.starts == starts {
					if h.evaluator.Score() <= score {
						t.Fatalf("step %d: from %d to %d without a new start", h.State.Step, score, h.evaluator.Score())
					}
					continue
				}
				for j := range h.rep.Length {
					before.Bits[j>>6] ^= 1 << (j & 63)
					if s := p.Evaluate(before); s > score {
						t.Fatalf("step %d: a new start although gene %d raises %d to %d", h.State.Step, j, score, s)
					}
					before.Bits[j>>6] ^= 1 << (j & 63)
				}
			}
		})
	}
}

func TestSearchesAreCanceled(t *testing.T) {
	k, err := knapsack.Generate("uncorrelated", 20_000, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		problem problem.Problem
		moveSet string
	}{
		{"tabu", made[problem.Problem](t)(knapsack.New(k, "penalty")), "flip"},
		{"robust", cities(t, 2000), "exchange"},
		{"annealing", cities(t, 20_000), "exchange"},
		{"climb", cities(t, 400), "rotation"},
		{"iterated", cities(t, 300), "insertion"},
	} {
		for _, d := range searchtest.Where(t) {
			t.Run(c.name+"/"+searchtest.Name(d), func(t *testing.T) {
				e := searchtest.Open(t, lookup(t, c.name), search.Config{Device: d, Problem: c.problem, Replicas: search.Seeds(1, 2), Values: search.Values{"neighborhood": c.moveSet}})
				if d != nil { // some drivers compile at the first launch
					if _, err := e.Step(context.Background(), 1); err != nil {
						t.Fatal(err)
					}
				}
				searchtest.Canceled(t, "Step", e)
			})
		}
	}
}

func TestSearchRefusals(t *testing.T) {
	p := binaryProblems(t)["ones"]
	for _, c := range []search.Config{
		{Problem: p, Stop: search.Stop{Converged: true}},
		{Problem: p, Values: search.Values{"tenure": "-1"}},
		{Problem: p, Values: search.Values{"mode": "auto"}},
	} {
		c.Replicas = search.Seeds(1, 1)
		if e, err := lookup(t, "tabu").Engine(context.Background(), c); err == nil {
			e.Close()
			t.Errorf("%+v: no error", c)
		}
	}
}

func TestTemperatures(t *testing.T) {
	p := cities(t, 30)
	temperatures := func(v search.Values) []float64 {
		return replicaOf(t, searchtest.Begin(t, searchtest.Open(t, lookup(t, "annealing"), search.Config{Problem: p, Replicas: search.Seeds(5, 1), Values: v}))).temperatures
	}
	auto := temperatures(nil)
	for l := 1; l < len(auto); l++ {
		if !(auto[l] > 0 && auto[l] <= auto[l-1]) {
			t.Fatalf("temperature %d is %g after %g", l, auto[l], auto[l-1])
		}
	}
	if h := temperatures(search.Values{"start": "8", "end": "2"}); h[0] != 8 || math.Abs(h[temperatureCount-1]-2) > 1e-12 || math.Abs(h[temperatureCount/2]-4) > 0.01 {
		t.Errorf("from 8 to 2 by %g, %g and %g", h[0], h[temperatureCount/2], h[temperatureCount-1])
	}
	if h := temperatures(search.Values{"end": "1e15"}); h[0] != 1e15 || h[temperatureCount-1] != 1e15 {
		t.Errorf("from %g to %g, want 1e15", h[0], h[temperatureCount-1])
	}
	const want = "parameter end: a temperature falls, so it ends at most at start=2, not at 3"
	if _, err := lookup(t, "annealing").Engine(context.Background(), search.Config{Problem: p, Values: search.Values{"start": "2", "end": "3"}}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestStarved: local searches have no population that could be lowered.
func TestStarved(t *testing.T) {
	p, err := onemax.New(70)
	if err != nil {
		t.Fatal(err)
	}
	searchtest.Starved(t, lookup(t, "tabu"), search.Config{Problem: p, Replicas: search.Seeds(1, 2)}, "lower replicas")
	searchtest.Starved(t, lookup(t, "tabu"), search.Config{Problem: p}, "use the CPU")
}

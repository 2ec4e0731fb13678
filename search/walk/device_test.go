package walk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// deviceCases are formulas with the ways to walk on them.
func deviceCases(t *testing.T) map[string]search.Config {
	list := cases(t)
	for name, c := range map[string]search.Config{
		"weighting with many good": {Problem: generate(t, sat.Random{Width: 3, Vars: 700, Clauses: 1500, Seed: 6}), Values: search.Values{"mode": "weighting"}},
		"weighting on hard ones":   {Problem: strict(t, sat.Random{Width: 3, Vars: 70, Clauses: 298, Seed: 5}), Values: search.Values{"mode": "weighting"}},
		"tabu by blocks":           {Problem: generate(t, sat.Random{Width: 2, Vars: 10_300, Clauses: 12_000, Seed: 8}), Values: search.Values{"mode": "tabu"}},
		"many occurrences":         {Problem: generate(t, sat.Random{Width: 5, Vars: 20, Clauses: 400, Seed: 9}), Values: search.Values{"mode": "probing"}},
		"heavy weights":            {Problem: generate(t, sat.Random{Width: 3, Vars: 40, Clauses: 300, Seed: 10, MaxWeight: 1 << 40}), Values: search.Values{"mode": "tabu"}},
		"many hard occurrences":    {Problem: generate(t, sat.Random{Width: 3, Vars: 20, Clauses: 500, Seed: 11, MaxWeight: 9, Hard: 0.5}), Values: search.Values{"mode": "weighting"}},
		"no clauses":               {Problem: newProblem(t, &sat.Formula{Name: "none", Vars: 3, Start: []uint32{0}}), Values: search.Values{"mode": "tabu"}},
	} {
		c.Values["every"] = "11"
		c.Replicas = search.Seeds(3, 5)
		list[name] = c
	}
	return list
}

// force sets a layout for a test.
func force(t *testing.T, lanes int, onChip bool) {
	before := forced
	forced.lanes, forced.onChip = lanes, onChip
	t.Cleanup(func() { forced = before })
}

func TestWalksAgreeEverywhere(t *testing.T) {
	for name, c := range deviceCases(t) {
		t.Run(name, func(t *testing.T) {
			searchtest.Everywhere(t, algorithm(t), c, 4, 150)
		})
	}
}

// TestWalkLayouts demands the same of groups that a device would not choose, and
// of replicas on chip.
func TestWalkLayouts(t *testing.T) {
	devices := devicetest.All(t)
	all := deviceCases(t)
	for number, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		want := searchtest.History(t, algorithm(t), c, 2, 150)
		for i, layout := range []struct {
			lanes  int
			onChip bool
		}{{32, false}, {32, true}, {1, true}} {
			if testing.Short() && i != number%2 {
				continue // each is a program to compile
			}
			t.Run(fmt.Sprintf("%s/%d lanes, on chip %v", name, layout.lanes, layout.onChip), func(t *testing.T) {
				force(t, layout.lanes, layout.onChip)
				for _, d := range devices {
					c.Device = d
					searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, algorithm(t), c, 2, 150))
				}
			})
		}
	}
}

// TestWalkRestarts: a walk on hard and soft clauses begins anew after a long
// time without improvement.
func TestWalkRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million flips a restart; run without -short")
	}
	c := search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 40, Clauses: 300, Seed: 12, MaxWeight: 9, Hard: 0.4}),
		Values: search.Values{"mode": "weighting", "every": "50000"}, Replicas: search.Seeds(1, 3)}
	searchtest.Everywhere(t, algorithm(t), c, 3, patience/2+100)
}

func TestWalksGoOnElsewhere(t *testing.T) {
	for name, c := range cases(t) {
		for _, d := range devicetest.All(t) {
			t.Run(name+" on "+searchtest.Name(d), func(t *testing.T) {
				searchtest.Resumed(t, algorithm(t), c, nil, d, 120)
				searchtest.Resumed(t, algorithm(t), c, d, nil, 120)
				on := c
				on.Device = d
				searchtest.Alone(t, algorithm(t), on, 2, 2, 100)
			})
		}
	}
}

// TestWalkTurnsOnDevices: the ways of a mixture change at the same flip.
func TestWalkTurnsOnDevices(t *testing.T) {
	if testing.Short() {
		t.Skip("a million flips a turn; run without -short")
	}
	for _, mode := range []string{"weighting+tabu", "probing+tabu"} {
		c := search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 30, Clauses: 300, Seed: 4}), Values: search.Values{"mode": mode, "every": "100000"}, Replicas: search.Seeds(1, 2)}
		searchtest.Everywhere(t, algorithm(t), c, 1, 1<<turn+1000)
	}
}

func TestWalkOnDeviceIsCanceled(t *testing.T) {
	for _, d := range devicetest.All(t) {
		searchtest.Canceled(t, searchtest.Name(d), searchtest.Open(t, algorithm(t), search.Config{Device: d, Problem: generate(t, sat.Random{Width: 3, Vars: 3000, Clauses: 30_000, Seed: 1}), Replicas: search.Seeds(1, 4)}))
	}
}

// The stop rules end a walk on a device at the very flip.
func TestWalkStopsOnDevices(t *testing.T) {
	p := generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 420, Seed: 7, Planted: true})
	for _, stop := range []search.Stop{{}, {Steps: 3}, {Stagnation: 5, Steps: 1000}} {
		var want []search.Solution
		for _, d := range searchtest.Where(t) {
			e := searchtest.Open(t, algorithm(t), search.Config{Device: d, Problem: p, Replicas: search.Seeds(1, 3), Stop: stop})
			r, err := search.Run(context.Background(), e, stop)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = r.Runs
			}
			if x, y := fmt.Sprint(r.Runs), fmt.Sprint(want); x != y {
				t.Errorf("%+v on %s:\n%s, want\n%s", stop, searchtest.Name(d), x, y)
			}
		}
	}
}

// A walk has no population that could be lowered.
func TestStarved(t *testing.T) {
	searchtest.Starved(t, algorithm(t), search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 60, Clauses: 200, Seed: 3}), Replicas: search.Seeds(1, 2)}, "lower replicas")
}

package quantum

import (
	"fmt"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

func ones(t *testing.T, n int) problem.Problem {
	t.Helper()
	p, err := onemax.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "quantum") }

func sack(t *testing.T, n, m int, way string) problem.Problem {
	t.Helper()
	k, err := knapsack.Generate("weakly", n, 0, 5)
	if err != nil {
		t.Fatal(err)
	}
	for len(k.Weights) < m { // the same weights from the last item on
		row := slices.Clone(k.Weights[0])
		slices.Reverse(row)
		k.Weights, k.Capacities = append(k.Weights, row), append(k.Capacities, k.Capacities[0]*9/10)
	}
	p, err := knapsack.New(k, way)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// configs are runs that reach every path.
func configs(t *testing.T) map[string]search.Config {
	t.Helper()
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 70, Clauses: 300, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	formula, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]search.Config{
		"index repair":  {Problem: sack(t, 100, 1, "index")},
		"greedy repair": {Problem: sack(t, 70, 2, "greedy")},
		"random repair": {Problem: sack(t, 130, 1, "random"), Values: search.Values{"population": "7"}},
		"penalty":       {Problem: sack(t, 90, 3, "penalty"), Values: search.Values{"population": "4"}},
		"three index":   {Problem: sack(t, 66, 3, "index"), Values: search.Values{"population": "3"}},
		"three greedy":  {Problem: sack(t, 65, 3, "greedy"), Values: search.Values{"population": "3"}},
		"three random":  {Problem: sack(t, 67, 3, "random"), Values: search.Values{"population": "3"}},
		// Beyond 1,024 genes a genome is not kept in registers.
		"long":         {Problem: ones(t, 1100), Values: search.Values{"population": "3"}},
		"long index":   {Problem: sack(t, 1300, 1, "index"), Values: search.Values{"population": "2"}},
		"long greedy":  {Problem: sack(t, 1090, 2, "greedy"), Values: search.Values{"population": "2"}},
		"long random":  {Problem: sack(t, 1060, 2, "random"), Values: search.Values{"population": "2"}},
		"a formula":    {Problem: formula, Values: search.Values{"population": "5"}},
		"one member":   {Problem: ones(t, 64), Values: search.Values{"population": "1", "epsilon": "0.01"}},
		"many members": {Problem: ones(t, 33), Values: search.Values{"population": "131", "r00f": "-3", "r01f": "7"}},
	}
	for name, c := range list {
		c.Replicas = search.Seeds(7, 4)
		c.Replicas[2].Values = search.Values{"r11t": "9", "epsilon": "0.02"}
		list[name] = c
	}
	return list
}

func TestAgreesEverywhere(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) { searchtest.Everywhere(t, algorithm(t), c, 3, 20) })
	}
}

// TestLayouts demands the same of groups that a device would not choose.
func TestLayouts(t *testing.T) {
	devices := devicetest.All(t)
	for name, c := range configs(t) {
		want := searchtest.History(t, algorithm(t), c, 2, 20)
		for _, l := range []layout{{lanes: 32, together: 3, onChip: true}, {lanes: 32, together: 1}, {lanes: 8, together: 2}, {lanes: 1, together: 1, onChip: true}} {
			if testing.Short() && (name != "index repair" || l.lanes < 32) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%+v", name, l), func(t *testing.T) {
				before := forced
				forced.lanes, forced.together, forced.onChip = l.lanes, l.together, l.onChip
				t.Cleanup(func() { forced = before })
				for _, d := range devices {
					c.Device = d
					searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, algorithm(t), c, 2, 20))
				}
			})
		}
	}
}

func TestResumesAnywhere(t *testing.T) {
	all := configs(t)
	for _, name := range []string{"index repair", "penalty", "three random", "long greedy"} {
		t.Run(name, func(t *testing.T) {
			c := all[name]
			for _, from := range searchtest.Where(t) {
				for _, to := range searchtest.Where(t) {
					searchtest.Resumed(t, algorithm(t), c, from, to, 15)
				}
				c.Device = from
				searchtest.Alone(t, algorithm(t), c, 2, 2, 15)
				c.Device = nil
			}
		})
	}
}

// TestPenalty: the runs with a penalty have members that are no answers, and others.
func TestPenalty(t *testing.T) {
	c := configs(t)["penalty"]
	c.Trace = true
	e, err := algorithm(t).Engine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	heavy, fit := 0, 0
	for range 20 {
		p, err := e.Step(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.Samples {
			if s.Worst < 0 {
				heavy++
			}
			if s.Best >= 0 {
				fit++
			}
		}
	}
	if heavy == 0 || fit == 0 {
		t.Errorf("%d samples have members that are too heavy, %d such that are not", heavy, fit)
	}
}

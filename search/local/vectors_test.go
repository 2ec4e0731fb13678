package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/differential"
	_ "github.com/warbler-opt/warbler/search/random"
)

// Vectors, variables of all types, and a problem with integer scores and a repair; one
// chain, and more than a group has; over the ends of several coolings.
func TestVectorsAgreeEverywhere(t *testing.T) {
	for name, p := range map[string]problem.Problem{
		"function": searchtest.Function("rastrigin", 7), "mixed": searchtest.Mixed(), "grid": searchtest.Grid{Point: []uint64{3, 41, 59, 26, 53}},
	} {
		for _, v := range []search.Values{{"trials": "5"}, {"chains": "1"}, {"chains": "300", "trials": "1", "start": "2", "end": "0.5"}} {
			t.Run(name+fmt.Sprint(v), func(t *testing.T) {
				if testing.Short() && (name == "grid" || v["chains"] == "300") {
					t.Skip("its program is another one")
				}
				searchtest.BothLayouts(t, lookup(t, "annealing"), search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 3)}, 3, 10)
			})
		}
	}
}

func TestVectorsStopEverywhere(t *testing.T) {
	target := problem.FromFloat(-40)
	for rule, stop := range map[string]search.Stop{"target": {Target: &target}, "steps": {Steps: 17}, "stagnation": {Stagnation: 9}} {
		t.Run(rule, func(t *testing.T) {
			c := search.Config{Problem: searchtest.Function("rastrigin", 7), Replicas: search.Seeds(1, 4), Stop: stop}
			searchtest.BothLayouts(t, lookup(t, "annealing"), c, 3, 40)
			for r, s := range searchtest.History(t, lookup(t, "annealing"), c, 1, 1000)[0].Best {
				if s.Status == search.Running || s.Evaluations != 8*(1+s.Steps) {
					t.Errorf("replica %d has not ended, or counts wrong: %+v", r, s)
				}
			}
		})
	}
}

func TestVectorsWander(t *testing.T) {
	c := search.Config{Problem: searchtest.Mixed(), Values: search.Values{"trials": "5"}, Replicas: search.Seeds(8, 3)}
	searchtest.Wandering(t, lookup(t, "annealing"), c, 5, 7)
	searchtest.Alone(t, lookup(t, "annealing"), c, 2, 3, 9)
}

func TestVectorsStart(t *testing.T) {
	start := make([]problem.Genome, 4)
	for i := range start {
		start[i] = problem.Genome{Reals: []float64{float64(i) / 8, -1, 5.12, 0, 0, 1, 0}}
	}
	for _, n := range []string{"3", "10"} {
		searchtest.BothLayouts(t, lookup(t, "annealing"), search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"chains": n}, Replicas: search.Seeds(1, 2), Start: start}, 2, 3)
	}
}

func TestVectorsAreCanceled(t *testing.T) {
	e := searchtest.Open(t, lookup(t, "annealing"), search.Config{Problem: searchtest.Slow, Replicas: search.Seeds(1, 1)})
	searchtest.Canceled(t, "slow", e)
}

func TestCoolings(t *testing.T) {
	p := vectorPlan{length: 3}
	for step, want := range map[int64][2]int64{1: {0, 3}, 3: {2, 3}, 4: {0, 6}, 9: {5, 6}, 10: {0, 12},
		3*(1<<21-1) + 2: {1, 3 << 20}, 3<<40 + 3*(1<<20-1) + 8: {7, 3 << 20}} {
		if done, length := p.cooling(step); done != want[0] || length != want[1] {
			t.Errorf("step %d: trial %d of %d, want %v", step, done, length, want)
		}
	}
}

// What is not finite is left, and never gone to.
func TestVectorsThatCannotBeScored(t *testing.T) {
	p := searchtest.Vectors{Lower: []float64{-1, -1}, Upper: []float64{1, 1}, Score: func(x []float64) problem.Score {
		switch {
		case x[0] < 0:
			return problem.Worst
		case x[1] < 0:
			return problem.FromFloat(math.Inf(-1))
		}
		return problem.FromFloat(-x[0] - x[1])
	}}
	e := searchtest.Open(t, lookup(t, "annealing"), search.Config{Problem: real{p}, Values: search.Values{"start": "1", "end": "0.1"}, Replicas: search.Seeds(1, 1)})
	lost := 0
	for range 300 {
		c := chainsOfEngine(t, e)
		before := append([]problem.Score(nil), c.scores...)
		if _, err := e.Step(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		for i, s := range chainsOfEngine(t, e).scores {
			if done, _ := c.plan.cooling(c.State.Step); done > 0 && s < before[i] {
				if lost++; !(problem.ToFloat(s) >= -2) {
					t.Fatalf("from %v to %v", problem.ToFloat(before[i]), problem.ToFloat(s))
				}
			}
		}
	}
	if lost == 0 {
		t.Error("no chain has ever gone for the worse")
	}
}

// real is a problem whose scores are floats.
type real struct{ problem.Problem }

func (real) Objective() problem.Objective { return problem.Objective{Float: true} }

func chainsOfEngine(t *testing.T, e search.Engine) *chains {
	t.Helper()
	list, err := e.(population.Unranked).Engine.(*population.Engine).Snapshot(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return list[0].(*chains)
}

func TestVectorsRefuse(t *testing.T) {
	ones, err := onemax.New(8)
	if err != nil {
		t.Fatal(err)
	}
	p := searchtest.Function("sphere", 3)
	for what, c := range map[string]search.Config{
		"parameter chains: it does not count for binary genomes":     {Problem: ones, Values: search.Values{"chains": "9"}},
		"parameter neighborhood: it does not count for real genomes": {Problem: p, Values: search.Values{"neighborhood": "flip"}},
		"parameter rotations: it does not count for real genomes":    {Problem: p, Values: search.Values{"rotations": "2"}},
		"a temperature falls":   {Problem: p, Values: search.Values{"start": "1", "end": "2"}},
		"leave convergence out": {Problem: p, Stop: search.Stop{Converged: true}},
		"gene 1":                {Problem: searchtest.Vectors{Lower: []float64{0, 1}, Upper: []float64{1, 0}}},
		"start 0":               {Problem: p, Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
	} {
		if _, err := lookup(t, "annealing").Engine(context.Background(), c); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	searchtest.Foreign(t, lookup(t, "annealing"), search.Values{"chains": "9"})
	c := search.Config{Problem: p, Replicas: search.Seeds(1, 1)}
	for _, damage := range []func(c *chains){func(c *chains) { c.losses[1] = math.NaN() }, func(c *chains) { c.counts[2] = 0.5 }} {
		e := searchtest.Begin(t, searchtest.Open(t, lookup(t, "annealing"), c))
		damage(chainsOfEngine(t, e))
		c := c
		c.Resume = bytes.NewReader(searchtest.Save(t, e))
		var damaged *search.CheckpointError
		if _, err := lookup(t, "annealing").Engine(context.Background(), c); !errors.As(err, &damaged) {
			t.Error(err)
		}
	}
}

// value is the median over ten seeds of what an algorithm reaches with about so many
// evaluations.
func value(t *testing.T, name string, p problem.Problem, evaluations int64) float64 {
	t.Helper()
	each := map[string]int64{"annealing": 8, "random": 100, "differential": 100}[name]
	stop := search.Stop{Steps: evaluations/each - 1}
	e := searchtest.Open(t, lookup(t, name), search.Config{Problem: p, Replicas: search.Seeds(1, 10), Stop: stop})
	result, err := search.Run(context.Background(), e, stop)
	if err != nil {
		t.Fatal(err)
	}
	var list []float64
	for _, s := range result.Runs {
		if err := search.Verify(p, s); err != nil {
			t.Error(err)
		}
		list = append(list, problem.ObjectiveOf(p).Value(s.Score))
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// plant has variables of all types, of which some matter only by the values of others.
type plant struct{ rep problem.Representation }

func newPlant(t *testing.T) problem.Problem {
	r, err := problem.NewVariables([]problem.Variable{
		{Name: "share", Type: problem.Float, Lower: 0, Upper: 1}, {Name: "angle", Type: problem.Float, Lower: -180, Upper: 180},
		{Name: "rate", Type: problem.LogFloat, Lower: 0.001, Upper: 1000}, {Name: "count", Type: problem.Int, Lower: 0, Upper: 60},
		{Name: "model", Type: problem.Choice, Choices: []string{"a", "b", "c", "d", "e", "f"}}, {Name: "open", Type: problem.Bool},
		{Name: "route", Type: problem.Order, Length: 7},
	})
	if err != nil {
		t.Fatal(err)
	}
	return real{plant{r}}
}

func (p plant) Name() string                           { return "plant" }
func (p plant) Representation() problem.Representation { return p.rep }

func (p plant) Evaluate(g problem.Genome) problem.Score {
	x, v := g.Reals, p.rep.Variables
	model, count := float64(v[4].Int(x[4])), float64(v[3].Int(x[3]))
	cost := math.Abs(x[0]-0.1*model) + math.Abs(x[1]-30*model)/90 + math.Abs(math.Log10(v[2].Float(x[2]))-model/2)
	cost += math.Abs(count-10*model)/10 + []float64{2, 1.5, 2, 0, 1, 3}[int(model)]
	if v[5].Int(x[5]) == 0 {
		cost += 0.5
	}
	route := make([]int, 7)
	v[6].Order(x[6:], route)
	for i, r := range route {
		cost += 0.1 * math.Abs(float64(r-(3*i+2)%7))
	}
	return problem.FromFloat(-cost)
}

// With default parameters and so few evaluations annealing is far ahead of random
// search, and past differential evolution where there is a difference.
func TestVectorsQuality(t *testing.T) {
	for _, c := range []struct {
		name        string
		p           problem.Problem
		evaluations int64
		most        float64
	}{
		{"sphere", searchtest.Function("sphere", 10), 20_000, 1e-6},
		{"rastrigin", searchtest.Function("rastrigin", 10), 50_000, 1},
		{"rosenbrock", searchtest.Function("rosenbrock", 10), 50_000, 2},
		{"mixed", newPlant(t), 4_000, 0.3},
		{"mixed", newPlant(t), 20_000, 0.01},
	} {
		if testing.Short() && c.evaluations > 20_000 {
			continue
		}
		got, random := math.Abs(value(t, "annealing", c.p, c.evaluations)), math.Abs(value(t, "random", c.p, c.evaluations))
		if got > c.most || 10*got > random {
			t.Errorf("%s: %v, want at most %v; random search has %v", c.name, got, c.most, random)
		}
		if differential := math.Abs(value(t, "differential", c.p, c.evaluations)); got > 1e-6 && got > differential {
			t.Errorf("%s: %v; differential evolution has %v", c.name, got, differential)
		}
	}
}

package cma

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "cma") }

// Restarts come soon where values that are nearly alike end a run, so that the
// populations grow within a few steps.
func TestParametersAgreeEverywhere(t *testing.T) {
	p := searchtest.Function("rastrigin", 7)
	for name, v := range map[string]search.Values{
		"defaults": nil,
		"plain":    {"active": "false", "parents": "0.25", "population": "13"},
		"restarts": {"tolfun": "40", "population": "8", "increase": "3"},
		"wide":     {"population": "150", "sigma": "0.7", "tolfun": "30"},
		"few":      {"population": "8", "restarts": "0"},
	} {
		t.Run(name, func(t *testing.T) {
			searchtest.Everywhere(t, algorithm(t), search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 3)}, 6, 41)
		})
	}
}

func TestSmallPopulationsAgreeEverywhere(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"tolfun": "60", "population": "8", "restart": "bipop"}, Replicas: search.Seeds(3, 3)}
	if m := last(t, c, searchtest.Everywhere(t, algorithm(t), c, 6, 61)); m.spentSmall == 0 {
		t.Errorf("no small population came to its end: %+v", m)
	}
}

// One replica by itself is fetched in another way than many, also in the midst of
// a generation of several chunks.
func TestOneReplicaAgreesEverywhere(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"tolfun": "40", "population": "8", "increase": "3"}, Replicas: search.Seeds(3, 1)}
	searchtest.Everywhere(t, algorithm(t), c, 60, 7)
}

// Genomes of one gene and of an odd and an even number, matrices beyond the
// chip's memory and taken apart in many launches.
func TestShapesAgreeEverywhere(t *testing.T) {
	for _, c := range []struct {
		function string
		length   int
		values   search.Values
		memory   int
		rounds   int
		steps    int
	}{
		{function: "sphere", length: 1, steps: 60},
		{function: "rosenbrock", length: 2, steps: 60},
		{function: "rastrigin", length: 7, values: search.Values{"tolfun": "40"}, memory: 600, steps: 60},
		{function: "rastrigin", length: 33, values: search.Values{"covariance": "separable", "tolfun": "400"}, steps: 60},
		{function: "sphere", length: 1, values: search.Values{"covariance": "separable"}, steps: 20},
		{function: "rosenbrock", length: 40, memory: 16 << 10, rounds: 50, steps: 20},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			population.Forced.LocalMemory, forcedSweeps = c.memory, c.rounds
			defer func() { population.Forced.LocalMemory, forcedSweeps = 0, 0 }()
			searchtest.Everywhere(t, algorithm(t), search.Config{Problem: searchtest.Function(c.function, c.length), Values: c.values, Replicas: search.Seeds(5, 2)}, 2, c.steps)
		})
	}
}

// The rules end replicas at the same step everywhere, also in the midst of a
// launch, and what has ended stays as it is.
func TestStopRulesAgreeEverywhere(t *testing.T) {
	target := problem.FromFloat(-20)
	for name, stop := range map[string]search.Stop{
		"target":      {Target: &target},
		"steps":       {Steps: 17},
		"stagnation":  {Stagnation: 9},
		"convergence": {Converged: true, Convergence: 0.05},
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 4), Stop: stop}
			searchtest.Everywhere(t, algorithm(t), c, 3, 40)
			for r, s := range searchtest.History(t, algorithm(t), c, 1, 400)[0].Best {
				if s.Status == search.Running {
					t.Errorf("replica %d has not ended", r)
				}
			}
		})
	}
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"tolfun": "40"}, Replicas: search.Seeds(100, 16), Threads: 2}
	c.Replicas[7].Values = search.Values{"sigma": "0.1", "active": "false", "tolfun": "30"}
	searchtest.Alone(t, algorithm(t), c, 7, 5, 30)
	searchtest.Everywhere(t, algorithm(t), c, 5, 30) // so it holds on devices as well
}

// A run that is saved and goes on elsewhere, again and again, equals the run
// left alone, and its checkpoints have the same bytes. Populations grow on the
// way, so that some are saved half full.
func TestResumedEqualsLeftAlone(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"tolfun": "40", "population": "8"}, Replicas: search.Seeds(8, 3)}
	want := searchtest.Wandering(t, algorithm(t), c, 12, 47)
	if m := last(t, c, want); m.level < 3 {
		t.Errorf("the population grew %d times only", m.level)
	}
}

// last is the first replica's model at the end of a history.
func last(t *testing.T, c search.Config, h []searchtest.Moment) model {
	t.Helper()
	k, err := search.ReadCheckpoint(bytes.NewReader(h[len(h)-1].Saved))
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := newPlan(c)
	if err != nil {
		t.Fatal(err)
	}
	r := checkpoint.Reader{Checkpoint: k}
	words := r.Uint64s("models", len(c.Replicas)*p.modelWords())
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	m := p.newModel()
	m.set(words)
	return m
}

// The best of the given vectors is the first mean, and is scored itself.
func TestStartIsTakenEverywhere(t *testing.T) {
	p := searchtest.Function("rastrigin", 7)
	start := []problem.Genome{{Reals: []float64{1, -1, 5, 0, 0, 1, 0}}, {Reals: []float64{0, 0, 0.01, 0, 0, 0, 0}}}
	want := searchtest.Everywhere(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"sigma": "0.001"}, Replicas: search.Seeds(1, 2), Start: start}, 2, 3)
	for _, s := range want[0].Best {
		if s.Score < p.Evaluate(start[1]) {
			t.Errorf("the best is worse than what was given: %v", s)
		}
	}
}

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	searchtest.Repaired(t, algorithm(t), func(t *testing.T, a search.Algorithm, c search.Config, calls, steps int) {
		searchtest.Everywhere(t, a, c, calls, steps)
	})
}

package local

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// reached runs a search with its defaults for some steps and returns the best of
// two seeds, verified.
func reached(t *testing.T, p problem.Problem, name string, steps int64) problem.Score {
	t.Helper()
	stop := search.Stop{Steps: steps}
	e, err := lookup(t, name).Engine(context.Background(), search.Config{Problem: p, Replicas: search.Seeds(1, 2), Stop: stop})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	result, err := search.Run(context.Background(), e, stop)
	if err != nil {
		t.Fatal(err)
	}
	best := problem.Score(problem.Worst)
	for _, s := range result.Runs {
		if err := search.Verify(p, s); err != nil {
			t.Fatal(err)
		}
		best = max(best, s.Score)
	}
	return best
}

// TestQuality wants of every search what it reaches in about a second.
func TestQuality(t *testing.T) {
	dir := problemtest.Data(t)
	open := func(name string) *os.File {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	q, err := qap.Read(open("qaplib/tai30a.dat"), "tai30a")
	if err != nil {
		t.Fatal(err)
	}
	f, err := sat.Read(open("satlib/uf250-1065/uf250-01.cnf"), "uf250-01")
	if err != nil {
		t.Fatal(err)
	}
	g, err := coloring.Generate(125, 0, 0.5, 1)
	if err != nil {
		t.Fatal(err)
	}
	tai30a, uf250 := made[problem.Problem](t)(qap.New(q)), made[problem.Problem](t)(sat.New(f))
	random := made[problem.Problem](t)(coloring.New(g, 18))
	points := cities(t, 200) // a tour through so many in a square has about 10 million
	const best = -1818146    // known of tai30a
	for _, c := range []struct {
		name  string
		on    problem.Problem
		steps int64
		least problem.Score
	}{
		{"climb", tai30a, 50_000, best * 1025 / 1000},
		{"tabu", tai30a, 100_000, best * 1010 / 1000},
		{"robust", tai30a, 200_000, best * 1005 / 1000},
		{"annealing", tai30a, 2_000_000, best * 1020 / 1000},
		{"iterated", tai30a, 100_000, best * 1025 / 1000},
		{"climb", uf250, 50_000, 1065 - 20},
		{"tabu", uf250, 50_000, 1065 - 3},
		{"robust", uf250, 50_000, 1065 - 3},
		{"annealing", uf250, 12_000_000, 1065},
		{"iterated", uf250, 50_000, 1065 - 8},
		{"climb", random, 20_000, -25},
		{"tabu", random, 20_000, -4},
		{"robust", random, 20_000, 0},
		{"annealing", random, 4_000_000, 0},
		{"iterated", random, 20_000, -8},
		{"climb", points, 2_000, -25_000_000},
		{"robust", points, 3_000, -18_000_000},
		{"annealing", points, 10_000_000, -14_000_000},
		{"iterated", points, 3_000, -20_000_000},
	} {
		t.Run(c.on.Name()+"/"+c.name, func(t *testing.T) {
			if testing.Short() && c.name != "tabu" {
				t.Skip("it takes seconds")
			}
			got := reached(t, c.on, c.name, c.steps)
			t.Logf("%d after %d steps", got, c.steps)
			if got < c.least {
				t.Errorf("a score of %d, want %d", got, c.least)
			}
		})
	}
}

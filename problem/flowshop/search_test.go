package flowshop_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/flowshop"
	"github.com/warbler-opt/warbler/search"
)

// Taillard's ta001 and ta011 have least makespans of 1278, which the bound proves, and of
// 1582.
func TestKnownOptima(t *testing.T) {
	for _, c := range []struct {
		machines   int
		seed       uint64
		want, most int64 // most: generations
		proven     bool
	}{{5, 873654221, 1278, 10_000, true}, {10, 587595453, 1582, 100_000, false}} {
		q, err := flowshop.Generate(20, c.machines, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		p, err := flowshop.New(q, "makespan")
		if err != nil {
			t.Fatal(err)
		}
		if bound, _ := p.(problem.Targeted).Bound(); bound < -c.want || c.proven != (bound == -c.want) {
			t.Errorf("%s: the bound is %d", q.Name, -bound)
		}
		result, err := warbler.Solve(context.Background(), p, warbler.Device("cpu"), warbler.Seed(1), warbler.Generations(c.most), warbler.Target(float64(c.want)))
		if err != nil {
			t.Fatal(err)
		}
		if got := -result.Score; got != c.want {
			t.Errorf("%s: the best makespan is %d, want %d", q.Name, got, c.want)
		}
		t.Log(result)
	}
}

// TestMovesOnDevices demands the same trajectories on every device, by the moves of
// exchanges and rotations and by scores, in 32 and in 64 bits.
func TestMovesOnDevices(t *testing.T) {
	for _, c := range []struct {
		algorithm, neighborhood string
		objective               string
		scale                   int64
	}{
		{"robust", "exchange", "makespan", 1 << 40}, {"tabu", "exchange", "flowtime", 1},
		{"climb", "rotation", "makespan", 1}, {"annealing", "rotation", "flowtime", 1 << 40}, {"iterated", "insertion", "flowtime", 1},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			q, err := flowshop.Generate(9, 4, 1)
			if err != nil {
				t.Fatal(err)
			}
			for e := range q.Times {
				q.Times[e] *= c.scale
			}
			p, err := flowshop.New(q, c.objective)
			if err != nil {
				t.Fatal(err)
			}
			a, err := search.Lookup(c.algorithm)
			if err != nil {
				t.Fatal(err)
			}
			config := search.Config{Problem: p, Replicas: search.Seeds(7, 3), Values: search.Values{"neighborhood": c.neighborhood}}
			searchtest.Everywhere(t, a, config, 2, 40)
		})
	}
}

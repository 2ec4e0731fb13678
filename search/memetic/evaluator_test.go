package memetic

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// silent is a problem that says no more than it must.
type silent struct{ problem.Problem }

// Objective implements problem.Valued.
func (s silent) Objective() problem.Objective { return problem.ObjectiveOf(s.Problem) }

// Hash implements problem.Hashed.
func (s silent) Hash() [32]byte { return s.Problem.(problem.Hashed).Hash() }

// Bound implements problem.Targeted.
func (s silent) Bound() (problem.Score, bool) { return s.Problem.(problem.Targeted).Bound() }

// batched scores many at once.
type batched struct{ silent }

// EvaluateBatch implements problem.BatchEvaluator.
func (b batched) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	b.Problem.(problem.BatchEvaluator).EvaluateBatch(g, scores)
}

// A problem that only scores whole permutations has the trajectory of one that
// knows what moves are worth.
func TestAfresh(t *testing.T) {
	a, err := search.Lookup("memetic")
	if err != nil {
		t.Fatal(err)
	}
	p := instance(t, 7, 99, false)
	for _, values := range []search.Values{
		{"population": "4", "children": "6", "iterations": "9"},
		{"population": "4", "children": "6", "iterations": "5", "search": "tabu", "neighborhood": "rotation", "rounds": "2"},
		{"population": "4", "children": "6", "iterations": "5", "search": "tabu", "neighborhood": "rotation", "rotations": "2"},
	} {
		c := search.Config{Problem: p, Values: values, Replicas: search.Seeds(3, 2), Threads: 2}
		want := searchtest.History(t, a, c, 2, 2)
		for name, p := range map[string]problem.Problem{"silent": silent{p}, "batched": batched{silent{p}}} {
			c.Problem = p
			searchtest.Same(t, name, want, searchtest.History(t, a, c, 2, 2))
		}
	}
}

package pso

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func TestBadParametersAreRefused(t *testing.T) {
	searchtest.Refused(t, algorithm(t), map[string]search.Config{
		"parameter population:":  {Values: search.Values{"population": "1"}},
		"one of global, ring":    {Values: search.Values{"topology": "star"}},
		"one of absorb, reflect": {Values: search.Values{"bounds": "none"}},
		"parameter neighbors:":   {Values: search.Values{"neighbors": "0"}},
		"parameter w:":           {Values: search.Values{"w": "-0.1"}},
		"parameter c1:":          {Values: search.Values{"c1": "4.1"}},
		"parameter c2:":          {Values: search.Values{"c2": "NaN"}},
		"parameter vmax:":        {Values: search.Values{"vmax": "0"}},
	})
}

func TestForeignCheckpointIsRefused(t *testing.T) {
	searchtest.Foreign(t, algorithm(t), search.Values{"w": "0.7"})
}

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) { searchtest.WithoutKernel(t, algorithm(t)) }

func TestCancellation(t *testing.T) { searchtest.CanceledVectors(t, algorithm(t)) }

// The best personal best among neighbors, the first among equals, also where the
// ring closes.
func TestNeighbor(t *testing.T) {
	scores := []problem.Score{3, 1, 4, 1, 5, 5, 2}
	for _, c := range []struct {
		neighbors int
		want      [7]int
	}{
		{1, [7]int{0, 2, 2, 4, 4, 4, 5}},
		{2, [7]int{5, 2, 4, 4, 4, 4, 4}},
		{3, [7]int{4, 4, 4, 4, 4, 4, 4}},
	} {
		p := plan{members: len(scores), neighbors: c.neighbors}
		for i, want := range c.want {
			if got := p.neighbor(scores, i); got != want {
				t.Errorf("with %d neighbors particle %d looks at %d, want %d", c.neighbors, i, got, want)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		reflect      bool
		x, v         float64
		wantX, wantV float64
	}{
		{false, 0.25, 1, 0.25, 1}, {false, -1, -1, -1, -1}, {false, -1.5, -1, -1, 0}, {false, 2.5, 1, 2, 0}, {false, inf, 1, 2, 0}, {false, -inf, -1, -1, 0},
		{true, 0.25, 1, 0.25, 1}, {true, 2, 1, 2, 1}, {true, -1.5, -1, -0.5, 1}, {true, 2.5, 1, 1.5, -1}, {true, 6, 3, -1, -3}, {true, inf, 1, -1, -1},
	} {
		p := plan{reflect: c.reflect}
		if x, v := p.within(c.x, c.v, -1, 2); x != c.wantX || v != c.wantV {
			t.Errorf("%v: %v, %v", c, x, v)
		}
	}
	for _, c := range []struct{ v, want float64 }{{0.5, 0.5}, {-3, -2}, {3, 2}, {math.NaN(), -2}} {
		if got := limit(c.v, 2); got != c.want {
			t.Errorf("limit(%v, 2) = %v, want %v", c.v, got, c.want)
		}
	}
}

// In every step, personal bests score what is kept as their scores, no position was
// better, and the particle that all look at has the best of them.
func TestPersonalBests(t *testing.T) {
	p := searchtest.Function("rastrigin", 3)
	for _, topology := range []string{"global", "ring"} {
		e, err := newEngine(context.Background(), search.Config{Problem: p, Replicas: search.Seeds(1, 1), Values: search.Values{"topology": topology, "population": "20"}})
		if err != nil {
			t.Fatal(err)
		}
		searchtest.Begin(t, e)
		most := make([]problem.Score, 20)
		for i := range most {
			most[i] = math.MinInt64
		}
		for step := range 30 {
			list, err := e.(*population.Engine).Snapshot(0, 1)
			if err != nil {
				t.Fatal(err)
			}
			r := list[0].(*replica)
			best := most[r.global[0]] // of the step before
			for i := range most {
				if step > 0 && most[i] > best {
					t.Errorf("step %d: particle %d is looked at with %v, %d has %v", step, r.global[0], best, i, most[i])
				}
				most[i] = max(most[i], r.scores[i])
				if got := p.Evaluate(problem.Genome{Reals: r.row(r.bests, i)}); got != r.bestScores[i] || got != most[i] {
					t.Errorf("step %d, particle %d: %v, %v, want %v", step, i, got, r.bestScores[i], most[i])
				}
			}
			if _, err := e.Step(context.Background(), 1); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestDamagedArraysAreRefused(t *testing.T) {
	for what, damage := range map[string]func(r *replica){
		"section global":     func(r *replica) { r.global[0] = 50 },
		"section bests":      func(r *replica) { r.bests[7] = 1e3 },
		"section velocities": func(r *replica) { r.velocities[7] = math.NaN() },
	} {
		e, err := newEngine(context.Background(), search.Config{Problem: searchtest.Function("sphere", 3), Replicas: search.Seeds(1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		searchtest.Begin(t, e)
		list, err := e.(*population.Engine).Snapshot(0, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := list[0].(*replica)
		if err := r.Check(); err != nil {
			t.Error(err)
		}
		damage(r)
		var saved bytes.Buffer
		if err := e.Save(&saved); err != nil {
			t.Fatal(err)
		}
		var damaged *search.CheckpointError
		c := search.Config{Problem: searchtest.Function("sphere", 3), Replicas: search.Seeds(1, 1), Resume: &saved}
		if _, err := newEngine(context.Background(), c); !errors.As(err, &damaged) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

package memetic

import (
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// TestTournament: a larger tournament has no worse a winner, a very large one the
// best of all, and among equals the first drawn wins, whom one of one would take.
func TestTournament(t *testing.T) {
	h := &replica{engine: &engine{}}
	by := func(size int, at rng.Address, other uint32) int {
		h.engine.plan.tournament = size
		return h.parent(at, other)
	}
	better, apart := 0, 0
	for child := range uint32(200) {
		at := rng.Address{Seed: 5, Individual: child, Purpose: rng.Pair}
		for other := range uint32(2) {
			h.scores = []problem.Score{3, 9, 1, 7, 4, 8, 2}
			before := h.scores[by(1, at, other)]
			for size := 2; size < 9; size++ {
				s := h.scores[by(size, at, other)]
				if s < before {
					t.Fatalf("child %d: a tournament of %d has a winner of %d, one less has one of %d", child, size, s, before)
				}
				if s > before {
					better++
				}
				before = s
			}
			if s := h.scores[by(200, at, other)]; s != 9 {
				t.Errorf("child %d: a tournament of 200 has a winner of %d", child, s)
			}
			h.scores = make([]problem.Score, 7)
			if one, many := by(1, at, other), by(6, at, other); one != many {
				t.Errorf("child %d: among equals %d wins, want the first, %d", child, many, one)
			}
		}
		if by(3, at, 0) != by(3, at, 1) {
			apart++
		}
	}
	if better == 0 || apart == 0 {
		t.Errorf("%d better winners, %d pairs of two", better, apart)
	}
}

// TestReplacement compares who lives on with the definition.
func TestReplacement(t *testing.T) {
	for _, way := range []string{"plus", "comma"} {
		c := search.Config{Problem: generated(t, "uniform", 25), Replicas: search.Seeds(2, 1),
			Values: search.Values{"population": "5", "children": "8", "iterations": "3", "min-distance": "0", "replacement": way}}
		e, err := newEngine(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		searchtest.Begin(t, e)
		h, lost := e.(*engine).replicas[0], 0
		for range 20 {
			members := slices.Clone(h.scores)
			if _, err := e.Step(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			want := slices.Clone(h.fresh)
			if way == "plus" {
				want = append(want, members...)
			}
			slices.Sort(want)
			slices.Reverse(want)
			if !slices.Equal(h.scores, want[:5]) {
				t.Errorf("%s: %v live on, want %v", way, h.scores, want[:5])
			}
			if slices.Max(members) > slices.Max(h.scores) {
				lost++
			}
			if s, err := e.Best(0); err != nil || s.Score < slices.Max(members) || s.Score != c.Problem.Evaluate(s.Genome) {
				t.Errorf("%s: the best is %+v, %v", way, s, err)
			}
		}
		e.Close()
		if (lost > 0) != (way == "comma") {
			t.Errorf("%s: %d times the best member was lost", way, lost)
		}
	}
}

// TestRenewal: after every so many generations without a new best all members but the
// best change, by the more exchanges the longer there was none.
func TestRenewal(t *testing.T) {
	const n = 40
	e, err := newEngine(t.Context(), search.Config{Problem: generated(t, "uniform", n), Replicas: search.Seeds(2, 1),
		Values: search.Values{"population": "30", "renewal": "5", "renewed": "perturbed"}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	searchtest.Begin(t, e)
	h := e.(*engine).replicas[0]
	h.State.Found = 7
	before := 0.0
	for step := int64(8); step < 24; step++ {
		was := make([][]uint16, len(h.scores))
		for i := range was {
			was[i] = slices.Clone(h.now.At(i).Order)
		}
		h.renew(step)
		apart, changed := 0, 0
		for i := range was {
			now := h.now.At(i)
			for k := range was[i] {
				if was[i][k] != now.Order[k] {
					apart++
				}
			}
			if !slices.Equal(was[i], now.Order) {
				changed++
				if s := h.engine.Problem.Evaluate(now); s != h.scores[i] {
					t.Errorf("generation %d: member %d is worth %d, not %d", step, i, s, h.scores[i])
				}
			}
		}
		if renewal := (step-7)%5 == 0; !renewal {
			if changed > 0 {
				t.Errorf("generation %d: %d members change", step, changed)
			}
			continue
		}
		mean := float64(apart) / float64(len(was)-1)
		if changed != len(was)-1 || !slices.Equal(was[0], h.now.At(0).Order) || mean <= before || mean > n {
			t.Errorf("generation %d: %d members change, in %.1f places; before it were %.1f", step, changed, mean, before)
		}
		before = mean
	}
}

// Searches grow from generation to generation up to the square of the places, and what
// they have valued is counted by their lengths.
func TestSearchesGrow(t *testing.T) {
	p, err := newPlan(search.Config{Problem: generated(t, "uniform", 60), Replicas: search.Seeds(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	valued := p.evaluations(0)
	for g := range int64(300) {
		if l := p.length(g); l < 100 || l > 3600 || g > 0 && l < p.length(g-1) || g > 0 && l < 3600 && l == p.length(g-1) {
			t.Fatalf("generation %d: %d iterations after %d", g, l, p.length(max(0, g-1)))
		}
		valued += int64(p.children) * p.valued(g, p.rounds)
		if got := p.evaluations(g + 1); got != valued {
			t.Fatalf("%d evaluations by step %d, want %d", got, g+1, valued)
		}
	}
	if p.length(0) != 100 || p.length(299) != 3600 {
		t.Errorf("%d iterations at first, %d at last", p.length(0), p.length(299))
	}
	given, err := newPlan(search.Config{Problem: generated(t, "uniform", 60), Replicas: search.Seeds(1, 1), Values: search.Values{"iterations": "70"}})
	if err != nil || given.length(0) != 70 || given.length(1000) != 70 || given.made(1000) != 70000 {
		t.Errorf("where 70 iterations are asked for, there are %d, %v", given.length(0), err)
	}
}

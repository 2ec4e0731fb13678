package tune

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/rng"
)

func TestHalvingNumbers(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 64: 6} {
		if got := rounds(n); got != want {
			t.Errorf("%d candidates have %d rounds, want %d", n, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		budget, first := rapid.IntRange(2, 1<<20).Draw(t, "budget"), rapid.IntRange(1, 50).Draw(t, "first")
		n := halvingSize(budget, first)
		if n > 2 && budget/(n*rounds(n)) < first {
			t.Fatalf("%d candidates are too many", n)
		}
		if next := n + 1; budget/(next*rounds(next)) >= first && next <= maxCandidates {
			t.Fatalf("%d candidates are too few", n)
		}
	})
}

// planned is a field whose runs are all done already: a candidate's value in a
// trial is what the function says; smaller is better.
func planned(t *testing.T, text string, cost func(c, trial int) int) (*field, *pool) {
	t.Helper()
	p := planOf(t, text)
	f := newField(p, experiment.Where{CPU: true}, nil)
	for c := range 400 {
		for trial := range p.trials() {
			x := cost(c, trial)
			f.results[place{c, trial}] = experiment.Run{Score: int64(1000 - x), Value: float64(x), Feasible: true}
		}
	}
	return f, newPool(p)
}

// Halving keeps the better half of each round, the middle one too.
func TestHalvingKeepsTheBetterHalf(t *testing.T) {
	// The best is candidate 6, the worst 13.
	f, l := planned(t, replaced(t, small, `"race"`, `"halving"`, "seed = 1", "candidates = 14", "count = 2", "count = 20"), func(c, trial int) int { return 2*max(c-6, 6-c) + trial%2 })
	list, err := f.halve(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, s := range f.course {
		sizes = append(sizes, s.Before, s.After)
	}
	if !slices.Equal(sizes, []int{14, 7, 7, 4, 4, 2, 2, 1}) {
		t.Errorf("%v", sizes)
	}
	if list[0].Candidate.Number != 6 || list[0].MeanRank != 1 || len(list) != 2 {
		t.Errorf("%+v", list)
	}
}

// noise is the same for a candidate in a trial, always, and up to 1.
func noise(c, trial int) float64 {
	return rng.Unit(rng.Address{Seed: 9, Step: uint64(trial), Individual: uint32(c)}.Word(0), 0)
}

func TestElimination(t *testing.T) {
	table := func(trials int, offsets []float64) [][]float64 {
		rows := make([][]float64, trials)
		for t := range rows {
			for c, x := range offsets {
				rows[t] = append(rows[t], 10*float64(t%3)+x+noise(c, t))
			}
		}
		return rows
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		what  string
		costs [][]float64
		want  []bool
	}{
		{"one", table(9, []float64{1}), []bool{false}},
		{"two that differ", table(9, []float64{1, 3}), []bool{false, true}},
		{"two that differ, the other way", table(9, []float64{3, 1}), []bool{true, false}},
		{"two alike", [][]float64{{1, 1}, {2, 2}, {3, 3}}, []bool{false, false}},
		{"two after too few trials", table(3, []float64{1, 3}), []bool{false, false}},
		{"two infeasible alike", [][]float64{{inf, inf}, {inf, inf}}, []bool{false, false}},
		{"one that is never feasible", [][]float64{{1, inf}, {2, inf}, {3, inf}, {4, inf}, {5, inf}, {6, inf}}, []bool{false, true}},
		{"many alike", [][]float64{{1, 1, 1}, {2, 2, 2}, {5, 5, 5}}, []bool{false, false, false}},
		{"two good, two bad", table(12, []float64{0, 0, 5, 6}), []bool{false, false, true, true}},
		{"noise", table(12, []float64{0, 0, 0, 0, 0}), make([]bool, 5)},
		{"all trials agree", [][]float64{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, []bool{false, true, true}},
	} {
		if got := eliminate(c.costs, 0.05); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// Under no difference the best of many is rarely alone: the test keeps its level.
func TestEliminationKeepsItsLevel(t *testing.T) {
	const samples, level = 1000, 0.05
	wrong := 0
	for s := range samples {
		rows := make([][]float64, 10)
		for t := range rows {
			for c := range 6 {
				rows[t] = append(rows[t], noise(100*s+c, t))
			}
		}
		if slices.Contains(eliminate(rows, level), true) {
			wrong++
		}
	}
	// The chi-squared limit is on the safe side; 50 and 4 deviations are 78.
	if wrong > 78 {
		t.Errorf("%d of %d", wrong, samples)
	}
}

// A race finds the candidate that is better in every trial, drops the others,
// and lets no elite go for one with less experience.
func TestRaceFindsTheBest(t *testing.T) {
	text := replaced(t, small, "budget = 120", "budget = 4000")
	f, l := planned(t, text, func(c, trial int) int { return 10*((c*7)%23) + trial%5 })
	list, err := f.race(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	best := list[0].Candidate.Number
	if best*7%23 != 0 {
		t.Errorf("candidate %d won", best)
	}
	for i, s := range f.course {
		if s.After > s.Before || s.After < 1 {
			t.Errorf("%+v", s)
		}
		if i > 0 && s.Iteration == f.course[i-1].Iteration && (s.Before != f.course[i-1].After || s.Trials <= f.course[i-1].Trials) {
			t.Errorf("%+v after %+v", s, f.course[i-1])
		}
	}
}

func TestExperienceCounts(t *testing.T) {
	p := planOf(t, small)
	f := newField(p, experiment.Where{}, nil)
	old, young := &Candidate{Number: 1}, &Candidate{Number: 2}
	for trial := range 8 {
		f.results[place{1, trial}] = experiment.Run{Score: 5, Value: 5, Feasible: true}
		if trial < 6 {
			f.results[place{2, trial}] = experiment.Run{Score: 9, Value: 1, Feasible: true}
		}
	}
	if left := f.survivors([]*Candidate{old, young}, 6, map[*Candidate]int{old: 8}); len(left) != 2 {
		t.Error("an elite was dropped by one with fewer trials")
	}
	if left := f.survivors([]*Candidate{old, young}, 6, map[*Candidate]int{old: 6}); len(left) != 1 || left[0] != young {
		t.Errorf("%+v", left)
	}
	list := f.byExperience(f.standings([]*Candidate{old, young}, 6), 8)
	if list[0].Candidate != old || fmt.Sprint(list[0].Trials, list[1].Trials) != "8 6" {
		t.Errorf("%+v", list)
	}
}

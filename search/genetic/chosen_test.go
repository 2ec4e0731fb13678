package genetic

import (
	"context"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// chosen counts how often members with these scores become parents.
func chosen(t *testing.T, scores []problem.Score, steps int, v search.Values) (counts []float64, draws float64) {
	t.Helper()
	v["population"], v["replacement"] = "10", "generational"
	made, err := New(context.Background(), search.Config{Problem: must(onemax.New(20)), Values: v, Threads: 1, Replicas: search.Seeds(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	e := made.(*cpu)
	defer e.Close()
	h, w, b := e.herds[0], &e.herds[0].wheels[0], e.breeders[0]
	copy(h.scores, scores)
	e.measure(h)
	e.judge(h, 0)
	w.scores = h.scores
	counts = make([]float64, len(scores))
	for step := range steps {
		w.prepare(7, int64(step+1), 0, nil)
		at := rng.Address{Seed: 7, Step: uint64(step + 1), Purpose: rng.Pair}
		for _, c := range b.pickAll(w, at, 0, 0, e.plan.pairs(), h.now) {
			counts[c.a]++
			counts[c.b]++
			draws += 2
		}
	}
	return counts, draws
}

// Members become parents as often as their selection's definition says.
func TestMembersAreChosenAsOftenAsTheyShould(t *testing.T) {
	scores := []problem.Score{7, 3, 9, 1, 4, 20, 2, 5, 8, 6}
	rank := func(i int) (r float64) { // from best, 0, to worst
		for _, s := range scores {
			if s > scores[i] {
				r++
			}
		}
		return r
	}
	const n = 10.0
	for name, c := range map[string]struct {
		values search.Values
		want   func(i int) float64
	}{
		"uniform":    {search.Values{"selection": "uniform"}, func(int) float64 { return 1 / n }},
		"roulette":   {search.Values{"selection": "roulette"}, func(i int) float64 { return float64(scores[i]-1) / (65 - n) }},
		"universal":  {search.Values{"selection": "universal"}, func(i int) float64 { return float64(scores[i]-1) / (65 - n) }},
		"tournament": {search.Values{"selection": "tournament", "tournament": "3"}, func(i int) float64 { return (math.Pow(n-rank(i), 3) - math.Pow(n-rank(i)-1, 3)) / (n * n * n) }},
		"rank": {search.Values{"selection": "rank", "pressure": "1.5"}, func(i int) float64 { // linear ranking, Baker 1985
			return (1.5 - (2*1.5-2)*rank(i)/(n-1)) / n
		}},
		"truncation": {search.Values{"selection": "truncation", "truncation": "0.3"}, func(i int) float64 {
			if rank(i) < 3 {
				return 1.0 / 3
			}
			return 0
		}},
		"power": {search.Values{"selection": "roulette", "scaling": "power", "scale": "2"}, func(i int) float64 {
			sum := 0.0
			for _, s := range scores {
				sum += float64((s - 1) * (s - 1))
			}
			return float64((scores[i]-1)*(scores[i]-1)) / sum
		}},
	} {
		t.Run(name, func(t *testing.T) {
			counts, draws := chosen(t, scores, 4000, c.values)
			total := 0.0
			for i, got := range counts {
				p := c.want(i)
				total += p
				if off := math.Abs(got/draws - p); off > 4.5*math.Sqrt(p*(1-p)/draws) {
					t.Errorf("member %d, score %d: a share of %.4f, want %.4f", i, scores[i], got/draws, p)
				}
			}
			if math.Abs(total-1) > 1e-9 {
				t.Fatalf("the shares add up to %v", total)
			}
		})
	}
}

// One turn of universal selection gives every member what it is due, rounded up or down.
func TestUniversalSelectionIsFair(t *testing.T) {
	scores := []problem.Score{7, 3, 9, 1, 4, 20, 2, 5, 8, 6}
	counts, draws := chosen(t, scores, 1, search.Values{"selection": "universal"})
	for i, got := range counts {
		if due := draws * float64(scores[i]-1) / 55; got < math.Floor(due) || got > math.Ceil(due) {
			t.Errorf("member %d is due %.2f times, and was taken %v times", i, due, got)
		}
	}
}

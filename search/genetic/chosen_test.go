package genetic

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// chosen counts how often members with these scores become parents.
func chosen(t *testing.T, scores []problem.Score, steps int, v search.Values) (counts []float64, draws float64) {
	t.Helper()
	return chosenOf(t, must(onemax.New(20)), scores, steps, v)
}

func chosenOf(t *testing.T, p problem.Problem, scores []problem.Score, steps int, v search.Values) (counts []float64, draws float64) {
	t.Helper()
	v["population"], v["replacement"] = "10", "generational"
	made, err := newEngine(context.Background(), search.Config{Problem: p, Values: v, Threads: 1, Replicas: search.Seeds(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	searchtest.Begin(t, made)
	all, err := made.(*population.Engine).Snapshot(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := all[0].(*replica)
	w, b := &r.wheels[0], newBreeder(r.plan)
	copy(r.scores, scores)
	r.measure(r.now, r.scores)
	r.join()
	w.scores = r.scores
	counts = make([]float64, len(scores))
	for step := range steps {
		w.prepare(7, int64(step+1), 0, nil)
		at := rng.Address{Seed: 7, Step: uint64(step + 1), Purpose: rng.Pair}
		for _, c := range b.pickAll(w, at, 0, 0, r.plan.pairs(), r.now) {
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

// The highest power of large scores is still one that tells them apart.
func TestHighPowers(t *testing.T) {
	scores := []problem.Score{700000, 300000, 900000, 100000, 400000, 2000000, 200000, 500000, 800000, 600000}
	if counts, draws := chosen(t, scores, 100, search.Values{"selection": "roulette", "scaling": "power", "scale": "100"}); counts[5] != draws {
		t.Errorf("the best was taken %v times of %v", counts[5], draws)
	}
}

// A member that is infinitely bad is never taken, and does not make all others equal.
func TestInfiniteMembers(t *testing.T) {
	var scores []problem.Score
	for _, cost := range []float64{7, 3, 9, 1, 4, 20, 2, 5, 8, math.Inf(1)} {
		scores = append(scores, problem.FromFloat(-cost))
	}
	for _, selection := range []string{"roulette", "universal"} {
		counts, draws := chosenOf(t, must(function.New("sphere", 3)), scores, 500, search.Values{"selection": selection})
		if counts[9] > 0 || counts[3] < 0.12*draws || counts[3] < counts[1] || counts[1] < counts[0] {
			t.Errorf("%s: %v", selection, counts)
		}
	}
}

// Every permutation of a few places is as likely as any other: so are the pairs that
// two places go to, and what the last goes to.
func TestFeistelIsUniform(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []uint32{2, 3, 6, 10, 20, 40, 100} {
		const draws = 60_000
		pairs, last := make([]float64, n*n), make([]float64, n)
		for range draws {
			f := newFeistel(n, random.Uint32(), random.Uint32())
			pairs[f.at(0)*n+f.at(1)]++
			last[f.at(n-1)]++
		}
		check := func(what string, counts []float64, kinds float64) {
			chi := 0.0
			for _, c := range counts {
				due := draws / kinds
				if c > 0 || len(counts) == int(kinds) {
					chi += (c - due) * (c - due) / due
				}
			}
			if df := kinds - 1; chi > df+5*math.Sqrt(2*df)+10 {
				t.Errorf("%d places, %s: chi-square %.1f of %.0f degrees of freedom", n, what, chi, df)
			}
		}
		check("pairs", pairs, float64(n*(n-1)))
		check("last", last, float64(n))
	}
}

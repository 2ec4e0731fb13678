package differential

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// custom is a problem in Go only, with bounds and an objective of one's own.
type custom struct {
	lower, upper []float64
	evaluate     func(x []float64) problem.Score
}

func (c custom) Name() string { return "custom" }

func (c custom) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Real, Length: len(c.lower), Lower: c.lower, Upper: c.upper}
}

func (c custom) Evaluate(g problem.Genome) problem.Score { return c.evaluate(g.Reals) }

func TestBadParametersAreRefused(t *testing.T) {
	p := must("sphere", 3)
	ones, err := onemax.New(8)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]search.Config{
		"population: \"3\"":            {Problem: p, Values: search.Values{"population": "3"}},
		"set population to at least 6": {Problem: p, Values: search.Values{"population": "5", "strategy": "rand/2/bin"}},
		"one of rand/1/bin":            {Problem: p, Values: search.Values{"strategy": "rand/1"}},
		"parameter f:":                 {Problem: p, Values: search.Values{"f": "2.5"}},
		"parameter cr:":                {Problem: p, Values: search.Values{"cr": "-0.1"}},
		"one of none, jde":             {Problem: p, Values: search.Values{"adapt": "no"}},
		"there is no such parameter":   {Problem: p, Values: search.Values{"pc": "0.9"}},
		"give it once":                 {Problem: p, Replicas: []search.Replica{{Seed: 1, Values: search.Values{"population": "50"}}}},
		"start 0":                      {Problem: p, Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
		"no finite range":              {Problem: custom{lower: []float64{-math.MaxFloat64}, upper: []float64{math.MaxFloat64}}},
		"gene 1":                       {Problem: custom{lower: []float64{0, 1}, upper: []float64{1, 0}}},
		"binary genomes":               {Problem: ones},
	} {
		if c.Replicas == nil {
			c.Replicas = search.Seeds(1, 1)
		}
		if _, err := algorithm(t).Engine(context.Background(), c); err == nil || !strings.Contains(err.Error(), strings.SplitN(what, ": ", 2)[0]) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := newEngine(context.Background(), search.Config{Problem: p}); err == nil {
		t.Error("no replicas were taken")
	}
}

func TestForeignCheckpointIsRefused(t *testing.T) {
	c := search.Config{Problem: must("sphere", 3), Replicas: search.Seeds(1, 1)}
	saved := searchtest.Save(t, searchtest.Open(t, algorithm(t), c))
	c.Values, c.Resume = search.Values{"f": "0.7"}, bytes.NewReader(saved)
	var mismatch *search.CheckpointError
	if _, err := newEngine(context.Background(), c); !errors.As(err, &mismatch) {
		t.Error(err)
	}
}

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) {
	p := custom{lower: []float64{-1}, upper: []float64{1}, evaluate: func(x []float64) problem.Score { return problem.Score(100 * x[0]) }}
	for _, d := range devicetest.All(t) {
		_, err := newEngine(context.Background(), search.Config{Problem: p, Device: d, Replicas: search.Seeds(1, 1)})
		if err == nil || !strings.Contains(err.Error(), "--device cpu") {
			t.Error(err)
		}
	}
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
	searchtest.Follow(t, e, 1, 1, 100)
	if s, err := e.Best(0); err != nil || s.Score < 99 || search.Verify(p, s) != nil {
		t.Error(s, err)
	}
	if _, err := e.Best(1); err == nil {
		t.Error("a replica that is not there has a best")
	}
}

func TestCancellation(t *testing.T) {
	slow := custom{lower: make([]float64, 2), upper: []float64{1, 1}, evaluate: func(x []float64) problem.Score {
		time.Sleep(5 * time.Millisecond)
		return 0
	}}
	configs := []search.Config{
		{Problem: slow, Values: search.Values{"population": "6"}},
		{Problem: must("rastrigin", 7), Values: search.Values{"population": "1000"}},
	}
	for _, d := range devicetest.All(t) {
		configs = append(configs, search.Config{Problem: configs[1].Problem, Values: configs[1].Values, Device: d})
	}
	for i, c := range configs {
		c.Replicas = search.Seeds(1, 1)
		e := searchtest.Open(t, algorithm(t), c)
		if _, err := e.Step(context.Background(), 1); err != nil { // kernels are compiled now
			t.Fatal(err)
		}
		searchtest.Canceled(t, fmt.Sprintf("engine %d", i), e)
		if s, err := e.Best(0); err != nil || search.Verify(c.Problem, s) != nil {
			t.Errorf("engine %d: %v, %v", i, s, err)
		}
	}
	searchtest.BrokenOff(t, algorithm(t), search.Config{Problem: slow, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "1e4"}})
}

// Donors differ from the member and from each other, and every one of them is
// as likely as the others.
func TestDonors(t *testing.T) {
	const n, rounds = 7, 7000
	var count [mostDonors][n]int
	at := rng.Address{Seed: 5, Purpose: rng.Donor}
	for round := range rounds {
		at.Step, at.Individual = uint64(round), uint32(round%n)
		var x [8]uint32
		x[0], x[1], x[2], x[3] = at.Block(0)
		x[4], x[5], x[6], x[7] = at.Block(1)
		var list [mostDonors]uint32
		draw(list[:], at, &x, at.Individual, n)
		seen := map[uint32]bool{at.Individual: true}
		for k, d := range list {
			if seen[d] || d >= n {
				t.Fatalf("member %d has donors %v", at.Individual, list)
			}
			seen[d] = true
			count[k][d]++
		}
	}
	for k := range count {
		for d, c := range count[k] { // 1000 expected, with a deviation of about 29
			if c < 850 || c > 1150 {
				t.Errorf("donor %d was member %d in %d of %d rounds", k, d, c, rounds)
			}
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0.25, 0.25}, {-1, -1}, {2, 2}, {-1.5, -0.5}, {2.5, 1.5}, {-10, 2}, {10, -1},
		{math.Inf(1), -1}, {math.Inf(-1), 2}, {math.NaN(), -1},
	} {
		if got := within(c.x, -1, 2); got != c.want {
			t.Errorf("within(%v, -1, 2) = %v, want %v", c.x, got, c.want)
		}
	}
	if got := within(7, 3, 3); got != 3 {
		t.Errorf("a gene without a range became %v", got)
	}
}

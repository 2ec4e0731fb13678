package genetic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

func packed(t *testing.T, items int, c string) problem.Problem {
	t.Helper()
	inst, err := knapsack.Generate("weakly", items, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	return must(knapsack.New(inst, c))
}

func TestKnapsackAgreesEverywhere(t *testing.T) {
	for _, c := range []string{"penalty", "random", "greedy"} {
		t.Run(c, func(t *testing.T) {
			v := search.Values{"population": "80", "selection": "roulette", "replacement": "generational"}
			everywhere(t, search.Config{Problem: packed(t, 90, c), Values: v, Replicas: search.Seeds(5, 2)}, 4, 3, c == "greedy")
		})
	}
}

// The last part of a population may be all elites.
func TestElitesAgreeEverywhere(t *testing.T) {
	for _, v := range []search.Values{{"population": "513", "elitism": "3"}, {"population": "1000", "elitism": "490", "selection": "roulette"}} {
		v["replacement"] = "generational"
		everywhere(t, search.Config{Problem: ones(t, 70), Values: v, Replicas: search.Seeds(5, 2)}, 3, 1, false)
	}
}

// One replica has a program of its own.
func TestSingleReplicaAgreesEverywhere(t *testing.T) {
	v := search.Values{"population": "2300", "selection": "roulette", "crossover": "one-point", "pm": "0.01", "replacement": "generational"}
	everywhere(t, search.Config{Problem: packed(t, 50, "penalty"), Values: v, Replicas: search.Seeds(5, 1)}, 2, 3, false)
}

// A genome longer than registers hold is shared by a team.
func TestTeamsAgreeEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("long: PoCL optimizes a program for each case")
	}
	devicetest.Optimized(t)
	for name, v := range map[string]search.Values{
		"flip":     {"replacement": "generational"},
		"swap":     {"mutation": "swap", "pm": "0.01", "crossover": "uniform"},
		"scramble": {"mutation": "scramble", "pm": "0.5", "elitism": "2", "selection": "rank", "replacement": "generational"},
		"steady":   {"replacement": "steady-state", "mutation": "inversion", "pm": "0.3"},
	} {
		t.Run(name, func(t *testing.T) {
			v["population"] = "21"
			everywhere(t, search.Config{Problem: packed(t, 1100, "greedy"), Values: v, Replicas: search.Seeds(4, 2)}, 3, 1, false)
		})
	}
}

func TestSmallOnChipMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: PoCL optimizes its program")
	}
	devicetest.Optimized(t)
	c := search.Config{Problem: packed(t, 700, "greedy"), Values: search.Values{"population": "40"}, Replicas: search.Seeds(1, 2)}
	force(t, func() { population.Forced.LocalMemory, population.Forced.Wide = 16<<10, true }, func() {
		searchtest.Everywhere(t, algorithm(t), c, 2, 2)
	})
}

func TestCompiledOperatorsAgree(t *testing.T) {
	c := search.Config{Problem: ones(t, 70), Values: search.Values{"population": "90", "selection": "rank"}, Replicas: search.Seeds(1, 2)}
	force(t, func() { forced.compiled, population.Forced.Wide = true, true }, func() {
		searchtest.Everywhere(t, algorithm(t), c, 3, 1)
	})
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	v := search.Values{"population": "60", "selection": "roulette"}
	for _, d := range searchtest.Where(t) {
		t.Run(searchtest.Name(d), func(t *testing.T) {
			c := search.Config{Problem: ones(t, 70), Device: d, Values: v, Replicas: search.Seeds(100, 16)}
			c.Replicas[7].Values = search.Values{"pm": "0.05"}
			force(t, func() { population.Forced.Wide = true }, func() {
				searchtest.Alone(t, algorithm(t), c, 7, 3, 2)
			})
		})
	}
}

func TestResumeEqualsTheRunLeftAlone(t *testing.T) {
	for _, v := range []search.Values{
		{"population": "50", "selection": "roulette", "scaling": "sigma", "replacement": "generational"},
		{"population": "60", "demes": "3", "interval": "2", "replacement": "steady-state"},
		{"population": "50", "elitism": "0", "pm": "0.3", "replacement": "generational"}, // the best is not found again
	} {
		c := search.Config{Problem: ones(t, 70), Values: v, Replicas: search.Seeds(3, 3)}
		force(t, func() { population.Forced.Wide = true }, func() {
			for _, from := range searchtest.Where(t) {
				for _, to := range searchtest.Where(t) {
					searchtest.Resumed(t, algorithm(t), c, from, to, 3)
				}
			}
		})
	}
}

// A run whose goroutines were stopped at different steps goes on elsewhere to
// the same bits, and replicas that had converged stay as they are.
func TestResumeOfUnequalReplicas(t *testing.T) {
	c := search.Config{Problem: ones(t, 70), Replicas: search.Seeds(3, 3),
		Values: search.Values{"population": "60", "demes": "3", "interval": "2", "pm": "0.002", "replacement": "generational"},
		Stop:   search.Stop{Converged: true, Convergence: 0.12, Steps: 40}}
	want := searchtest.History(t, algorithm(t), c, 1, 40)
	want[0].Samples = nil                                    // those of the rest begin where each replica was
	saved := searchtest.Unequal(t, algorithm(t), c, 3, 7, 4) // tables and migrations follow odd and even
	var samples []search.Sample
	for _, d := range searchtest.Where(t) {
		c.Device, c.Resume = d, bytes.NewReader(saved)
		force(t, func() { population.Forced.Wide, forced.uncompiled = true, true }, func() {
			rest := searchtest.History(t, algorithm(t), c, 1, 40)
			got := slices.Clone(rest[0].Samples)
			population.SortSamples(got)
			if samples == nil {
				samples = got
			}
			if len(got) == 0 || !slices.Equal(got, samples) {
				t.Errorf("%s: %d samples, want %d", searchtest.Name(d), len(got), len(samples))
			}
			rest[0].Samples = nil
			searchtest.Same(t, searchtest.Name(d), want, rest)
		})
	}
}

// A best member that a deme does not have is refused.
func TestDamagedSegments(t *testing.T) {
	c := search.Config{Problem: ones(t, 70), Replicas: search.Seeds(3, 2), Values: search.Values{"population": "60", "demes": "3"}}
	saved, err := search.ReadCheckpoint(bytes.NewReader(searchtest.Save(t, searchtest.Begin(t, searchtest.Open(t, algorithm(t), c)))))
	if err != nil {
		t.Fatal(err)
	}
	saved.Sections["segments"][8*(4*segmentWords+2)] = 20 // of replica 1, deme 1
	var bad bytes.Buffer
	if err := saved.Write(&bad); err != nil {
		t.Fatal(err)
	}
	c.Resume = &bad
	var damaged *search.CheckpointError
	if _, err := newEngine(context.Background(), c); !errors.As(err, &damaged) || !strings.Contains(err.Error(), "deme 4") {
		t.Errorf("%v, want a damaged deme 4", err)
	}
}

// Finished replicas freeze where they are while the others go on.
func TestStopsFreezeReplicas(t *testing.T) {
	target := problem.Score(62)
	for name, stop := range map[string]search.Stop{
		"target":     {Target: &target},
		"stagnation": {Stagnation: 4},
		"converged":  {Converged: true, Convergence: 0.2},
		"steps":      {Steps: 17},
		"bound":      {},
	} {
		t.Run(name, func(t *testing.T) {
			v := search.Values{"population": "64", "pm": "0.002", "replacement": "generational"}
			everywhere(t, search.Config{Problem: ones(t, 70), Values: v, Stop: stop, Replicas: search.Seeds(1, 5)}, 2, 40, name == "target")
		})
	}
}

func TestStartGenomes(t *testing.T) {
	p := ones(t, 70)
	all := problem.Genome{Bits: []uint64{1<<64 - 1, 1<<6 - 1}}
	for _, d := range searchtest.Where(t) {
		c := search.Config{Problem: p, Device: d, Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 2), Start: []problem.Genome{all}}
		force(t, func() { population.Forced.Wide = true }, func() {
			e, err := newEngine(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if s, err := searchtest.Begin(t, e).Best(1); err != nil || s.Score != 70 || s.Status != search.Optimal {
				t.Errorf("%s: best is %d and %v after %v, want the start's 70 and optimal", searchtest.Name(d), s.Score, s.Status, err)
			}
		})
		c.Start = []problem.Genome{{Bits: []uint64{0, 1 << 60}}}
		if _, err := newEngine(context.Background(), c); err == nil {
			t.Errorf("%s: a start with bits behind its end was accepted", searchtest.Name(d))
		}
	}
}

func TestCancellation(t *testing.T) {
	for _, d := range searchtest.Where(t) {
		c := search.Config{Problem: packed(t, 600, "greedy"), Device: d, Values: search.Values{"population": "20000"}, Replicas: search.Seeds(1, 1)}
		force(t, func() { population.Forced.Wide, forced.uncompiled = true, true }, func() {
			e, err := newEngine(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if _, err := e.Step(context.Background(), 2); err != nil { // the pace is known from here on
				t.Fatal(err)
			}
			searchtest.Punctual(t, searchtest.Name(d), func() time.Duration {
				const given = 20 * time.Millisecond
				ctx, cancel := context.WithTimeout(context.Background(), given)
				defer cancel()
				begin := time.Now()
				if _, err := e.Step(ctx, 1<<30); err != nil && ctx.Err() == nil {
					t.Fatal(err)
				}
				return time.Since(begin) - given
			})
			if _, err := e.Best(0); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPieces: a generation that takes long is made in pieces; cut short between them
// again and again, a run is punctual and comes to where one comes that is not.
func TestPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a population of which a generation takes long")
	}
	const steps = 3
	for _, d := range devicetest.All(t) {
		c := search.Config{Problem: packed(t, 1000, "greedy"), Values: search.Values{"population": "40000", "replacement": "generational"}, Replicas: search.Seeds(1, 1)}
		follow := func(given time.Duration) (saved []byte, cuts int) {
			e := searchtest.Open(t, algorithm(t), c)
			for done := int64(0); done < steps; {
				ctx, cancel := context.WithTimeout(t.Context(), given)
				p, err := e.Step(ctx, int(steps-done))
				if cancel(); err != nil {
					t.Fatal(err)
				}
				if p.Steps == done {
					given += given / 8
					cuts++
				}
				done = p.Steps
			}
			return searchtest.Save(t, e), cuts
		}
		want, _ := follow(time.Hour)
		c.Device = d
		got, cuts := follow(5 * time.Millisecond)
		if !bytes.Equal(got, want) || cuts == 0 && !d.Info().GPU {
			t.Errorf("%s: cut short %d times, it comes to another place", searchtest.Name(d), cuts)
		}
	}
}

func TestBadParameters(t *testing.T) {
	for _, c := range []struct {
		values search.Values
		want   string
	}{
		{search.Values{"population": "1"}, "population"},
		{search.Values{"population": "10", "demes": "3"}, "multiple of demes"},
		{search.Values{"population": "10", "demes": "10"}, "at most 5"},
		{search.Values{"population": "10", "elitism": "10", "replacement": "generational"}, "elitism"},
		{search.Values{"population": "10", "demes": "2", "migrants": "3"}, "at most 2"},
		{search.Values{"crossover": "order"}, "does not fit binary genomes"},
		{search.Values{"mutation": "gaussian"}, "does not fit binary genomes"},
		{search.Values{"scaling": "linear", "scale": "0.5"}, "more than 1"},
		{search.Values{"selection": "lottery"}, "selection"},
		{search.Values{"pm": "2"}, "pm"},
		{search.Values{"popluation": "10"}, "population"},
	} {
		_, err := newEngine(context.Background(), search.Config{Problem: ones(t, 20), Values: c.values, Replicas: search.Seeds(1, 1)})
		var bad *search.ParamError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want a parameter error of one line with %q", c.values, err, c.want)
		}
	}
	if _, err := newEngine(context.Background(), search.Config{Problem: ones(t, 20)}); err == nil {
		t.Error("no replicas were accepted")
	}
}

func Example() {
	inst, _ := knapsack.Generate("strongly", 40, 0, 1)
	p, _ := knapsack.New(inst, "greedy")
	c := search.Config{Problem: p, Values: search.Values{"population": "50"}, Replicas: search.Seeds(1, 1), Stop: search.Stop{Steps: 50}}
	e, err := newEngine(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	r, _ := search.Run(context.Background(), e, c.Stop)
	fmt.Println(r.Status, r.Steps)
	// Output: steps 50
}

// TestStarved fails every allocation, those of sorts too.
func TestStarved(t *testing.T) {
	c := search.Config{Problem: must(onemax.New(70)), Values: search.Values{"population": "5000", "replacement": "steady-state"}, Replicas: search.Seeds(1, 2)}
	searchtest.Starved(t, algorithm(t), c, "lower population or replicas")
	c.Replicas = search.Seeds(1, 1)
	searchtest.Starved(t, algorithm(t), c, "lower population")
}

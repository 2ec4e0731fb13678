package genetic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/device/devicetest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

func packed(t *testing.T, items int, c knapsack.Constraint) problem.Problem {
	t.Helper()
	inst, err := knapsack.Generate(knapsack.WeaklyCorrelated, items, 3)
	if err != nil {
		t.Fatal(err)
	}
	return must(knapsack.New(inst, knapsack.WithConstraint(c)))
}

func TestKnapsackAgreesEverywhere(t *testing.T) {
	for _, c := range []knapsack.Constraint{knapsack.Penalty, knapsack.RandomRepair, knapsack.GreedyRepair} {
		t.Run(c.String(), func(t *testing.T) {
			v := search.Values{"population": "80", "selection": "roulette", "replacement": "generational"}
			everywhere(t, search.Config{Problem: packed(t, 90, c), Values: v, Replicas: search.Seeds(5, 2)}, 4, 3, c == knapsack.GreedyRepair)
		})
	}
}

// One replica has a program of its own.
func TestSingleReplicaAgreesEverywhere(t *testing.T) {
	v := search.Values{"population": "2300", "selection": "roulette", "crossover": "one-point", "pm": "0.01", "replacement": "generational"}
	everywhere(t, search.Config{Problem: packed(t, 50, knapsack.Penalty), Values: v, Replicas: search.Seeds(5, 1)}, 2, 3, false)
}

// A genome longer than registers hold is shared by a team.
func TestTeamsAgreeEverywhere(t *testing.T) {
	for name, v := range map[string]search.Values{
		"flip":     {"replacement": "generational"},
		"swap":     {"mutation": "swap", "pm": "0.01", "crossover": "uniform"},
		"scramble": {"mutation": "scramble", "pm": "0.5", "elitism": "2", "selection": "rank", "replacement": "generational"},
		"steady":   {"replacement": "steady-state", "mutation": "inversion", "pm": "0.3"},
	} {
		t.Run(name, func(t *testing.T) {
			v["population"] = "21"
			everywhere(t, search.Config{Problem: packed(t, 1100, knapsack.GreedyRepair), Values: v, Replicas: search.Seeds(4, 2)}, 3, 1, false)
		})
	}
}

func TestSmallOnChipMemory(t *testing.T) {
	c := search.Config{Problem: packed(t, 700, knapsack.GreedyRepair), Values: search.Values{"population": "40"}, Replicas: search.Seeds(1, 2)}
	want := history(t, c, 2, 2)
	for _, d := range devicetest.All(t) {
		c.Device = d
		force(t, func() { forced.localMemory, forced.wide = 16<<10, true }, func() {
			same(t, d.Info().ID()+" with 16 KiB on chip", want, history(t, c, 2, 2))
		})
	}
}

func TestCompiledOperatorsAgree(t *testing.T) {
	c := search.Config{Problem: ones(t, 70), Values: search.Values{"population": "90", "selection": "rank"}, Replicas: search.Seeds(1, 2)}
	want := history(t, c, 3, 1)
	for _, d := range devicetest.All(t) {
		c.Device = d
		force(t, func() { forced.compiled, forced.wide = true, true }, func() {
			same(t, d.Info().ID()+" compiled", want, history(t, c, 3, 1))
		})
	}
}

// where lists the CPU and every device.
func where(t *testing.T) []device.Device {
	return append([]device.Device{nil}, devicetest.All(t)...)
}

func nameOf(d device.Device) string {
	if d == nil {
		return "cpu"
	}
	return d.Info().ID()
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	v := search.Values{"population": "60", "selection": "roulette"}
	for _, d := range where(t) {
		t.Run(nameOf(d), func(t *testing.T) {
			c := search.Config{Problem: ones(t, 70), Device: d, Values: v, Replicas: search.Seeds(100, 16)}
			c.Replicas[7].Values = search.Values{"pm": "0.05"}
			force(t, func() { forced.wide = true }, func() {
				all := history(t, c, 3, 2)
				c.Replicas = c.Replicas[7:8]
				alone := history(t, c, 3, 2)
				for i := range all {
					var mine []search.Sample
					for _, s := range all[i].samples {
						if s.Replica == 7 {
							s.Replica = 0
							mine = append(mine, s)
						}
					}
					all[i] = moment{mine, all[i].hashes[7:8], all[i].status[7:8]}
				}
				same(t, "replica 7 of 16", all, alone)
			})
		})
	}
}

func TestResumeEqualsTheRunLeftAlone(t *testing.T) {
	for _, v := range []search.Values{
		{"population": "50", "selection": "roulette", "scaling": "sigma", "replacement": "generational"},
		{"population": "60", "demes": "3", "interval": "2", "replacement": "steady-state"},
	} {
		c := search.Config{Problem: ones(t, 70), Values: v, Replicas: search.Seeds(3, 3)}
		force(t, func() { forced.wide = true }, func() {
			for _, a := range where(t) {
				for _, b := range where(t) {
					first, second := c, c
					first.Device, second.Device = a, b
					resumed(t, nameOf(a)+" to "+nameOf(b), first, second, 3)
				}
			}
		})
	}
}

// A run whose goroutines were stopped at different steps goes on elsewhere to
// the same bits, and replicas that had converged stay as they are.
func TestResumeOfUnequalReplicas(t *testing.T) {
	c := search.Config{Problem: ones(t, 70), Trace: true, Replicas: search.Seeds(3, 3),
		Values: search.Values{"population": "60", "demes": "3", "interval": "2", "pm": "0.002", "replacement": "generational"},
		Stop:   search.Stop{Converged: true, Convergence: 0.12, Steps: 40}}
	whole, err := New(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	want := follow(t, whole, 1, 40)
	part, err := New(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	e := part.(*cpu)
	for r, steps := range []int64{3, 7, 5} {
		for h := e.herds[r]; h.state.Step < steps; {
			h.Generation(e.crew.Together)
		}
	}
	var file bytes.Buffer
	if err := e.Save(&file); err != nil {
		t.Fatal(err)
	}
	for _, d := range where(t) {
		c.Device, c.Resume = d, bytes.NewReader(file.Bytes())
		force(t, func() { forced.wide, forced.uncompiled = true, true }, func() {
			rest, err := New(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer rest.Close()
			got := follow(t, rest, 1, 40)
			for r := range want[0].hashes {
				if got[0].hashes[r] != want[0].hashes[r] || got[0].status[r] != want[0].status[r] {
					t.Errorf("%s: replica %d ends as %v with another population than %v alone", nameOf(d), r, got[0].status[r], want[0].status[r])
				}
			}
		})
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
	for _, d := range where(t) {
		c := search.Config{Problem: p, Device: d, Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 2), Start: []problem.Genome{all}}
		force(t, func() { forced.wide = true }, func() {
			e, err := New(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if s, err := e.Best(1); err != nil || s.Score != 70 || s.Status != search.Optimal {
				t.Errorf("%s: best is %d and %v after %v, want the start's 70 and optimal", nameOf(d), s.Score, s.Status, err)
			}
		})
		c.Start = []problem.Genome{{Bits: []uint64{0, 1 << 60}}}
		if _, err := New(context.Background(), c); err == nil {
			t.Errorf("%s: a start with bits behind its end was accepted", nameOf(d))
		}
	}
}

func TestCancellation(t *testing.T) {
	for _, d := range where(t) {
		c := search.Config{Problem: packed(t, 600, knapsack.GreedyRepair), Device: d, Values: search.Values{"population": "20000"}, Replicas: search.Seeds(1, 1)}
		force(t, func() { forced.wide, forced.uncompiled = true, true }, func() {
			e, err := New(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if _, err := e.Step(context.Background(), 2); err != nil { // the pace is known from here on
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			begin := time.Now()
			_, err = e.Step(ctx, 1<<30)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			// 100 ms are promised on a machine of its own; this one may be shared.
			if took := time.Since(begin); took > 400*time.Millisecond {
				t.Errorf("%s: cancelled after 20 ms, returned after %v", nameOf(d), took)
			}
			if _, err := e.Best(0); err != nil {
				t.Error(err)
			}
		})
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
		_, err := New(context.Background(), search.Config{Problem: ones(t, 20), Values: c.values, Replicas: search.Seeds(1, 1)})
		var bad *search.ParamError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want a parameter error of one line with %q", c.values, err, c.want)
		}
	}
	if _, err := New(context.Background(), search.Config{Problem: ones(t, 20)}); err == nil {
		t.Error("no replicas were accepted")
	}
}

func ExampleNew() {
	inst, _ := knapsack.Generate(knapsack.StronglyCorrelated, 40, 1)
	p, _ := knapsack.New(inst, knapsack.WithConstraint(knapsack.GreedyRepair))
	c := search.Config{Problem: p, Values: search.Values{"population": "50"}, Replicas: search.Seeds(1, 1), Stop: search.Stop{Steps: 50}}
	e, err := New(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	r, _ := search.Run(context.Background(), e, c.Stop)
	fmt.Println(r.Status, r.Steps)
	// Output: steps 50
}

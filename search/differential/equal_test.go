package differential

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/warbler-opt/warbler/device/devicetest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// moment is everything that must be equal on all devices after a step.
type moment struct {
	samples []search.Sample
	hashes  []uint64 // of each replica's genomes, scores, controls, best and state
}

// snapshotOf is an engine's state, whatever it runs on.
func snapshotOf(t *testing.T, e search.Engine) snapshot {
	t.Helper()
	switch e := e.(type) {
	case *cpu:
		return e.snapshot()
	case *onDevice:
		s, err := e.snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatalf("unknown engine %T", e)
	return snapshot{}
}

func hashes(s snapshot) []uint64 {
	var out []uint64
	n, c := len(s.scores)/len(s.states), len(s.controls)/len(s.states)
	for r := range s.states {
		h := fnv.New64a()
		h.Write(population.Bytes(s.genomes.Slice(r*n, (r+1)*n).Reals))
		h.Write(population.Bytes(s.scores[r*n : (r+1)*n]))
		h.Write(population.Bytes(s.controls[r*c : (r+1)*c]))
		h.Write(population.Bytes(s.best.Slice(r, r+1).Reals))
		w := s.states[r].Words()
		h.Write(population.Bytes(w[:]))
		out = append(out, h.Sum64())
	}
	return out
}

func engine(t *testing.T, c search.Config) search.Engine {
	t.Helper()
	c.Trace = true
	e, err := New(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// follow runs an engine for so many steps some times.
func follow(t *testing.T, e search.Engine, calls, steps int) []moment {
	t.Helper()
	var out []moment
	for range calls {
		var m moment
		front, _ := population.Front(snapshotOf(t, e).states)
		// Step may return before it is done.
		for to := front + int64(steps); front < to; {
			p, err := e.Step(context.Background(), int(to-front))
			if err != nil {
				t.Fatal(err)
			}
			m.samples = append(m.samples, p.Samples...)
			if p.Running == 0 {
				break
			}
			front = p.Steps
		}
		m.hashes = hashes(snapshotOf(t, e))
		out = append(out, m)
	}
	return out
}

// same fails at the first difference between two histories. Samples print all
// digits of their floats, so equal texts are equal bits.
func same(t *testing.T, what string, want, got []moment) {
	t.Helper()
	for i := range want {
		for k := range max(len(want[i].samples), len(got[i].samples)) {
			if k >= len(want[i].samples) || k >= len(got[i].samples) {
				t.Fatalf("%s: call %d: %d samples, want %d", what, i, len(got[i].samples), len(want[i].samples))
			}
			if w, g := fmt.Sprintf("%+v", want[i].samples[k]), fmt.Sprintf("%+v", got[i].samples[k]); w != g {
				t.Fatalf("%s: call %d:\n got %s\nwant %s", what, i, g, w)
			}
		}
		if w, g := fmt.Sprint(want[i].hashes), fmt.Sprint(got[i].hashes); w != g {
			t.Fatalf("%s: call %d: hashes %s, want %s", what, i, g, w)
		}
	}
}

// everywhere compares a configuration on the CPU with one and two goroutines
// and on every device, in both layouts.
func everywhere(t *testing.T, c search.Config, calls, steps int) {
	t.Helper()
	c.Threads, c.Device = 1, nil
	want := follow(t, engine(t, c), calls, steps)
	c.Threads = 2
	same(t, "cpu with two goroutines", want, follow(t, engine(t, c), calls, steps))
	for _, d := range devicetest.All(t) {
		c.Device = d
		for _, wide := range []bool{true, false} {
			forced.wide = wide
			e := engine(t, c)
			forced.wide = false
			same(t, fmt.Sprintf("%s, wide %v", d.Info().ID(), wide), want, follow(t, e, calls, steps))
		}
	}
}

func must(name string, dimensions int) problem.Problem {
	p, err := function.New(name, dimensions)
	if err != nil {
		panic(err)
	}
	return p
}

func TestStrategiesAgreeEverywhere(t *testing.T) {
	p := must("rastrigin", 7)
	for _, name := range strategyNames() {
		for _, adapt := range []string{"none", "jde"} {
			t.Run(name+" "+adapt, func(t *testing.T) {
				v := search.Values{"strategy": name, "adapt": adapt, "population": "61"}
				everywhere(t, search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 3)}, 8, 1)
			})
		}
	}
}

// The smallest populations, whose donors are all there is, sizes around those
// of blocks and groups, long genomes, and rates at their ends.
func TestShapesAgreeEverywhere(t *testing.T) {
	for _, c := range []struct {
		function string
		length   int
		values   search.Values
	}{
		{"sphere", 1, search.Values{"population": "4"}},
		{"rastrigin", 7, search.Values{"population": "6", "strategy": "rand/2/bin", "f": "1.7"}},
		{"rastrigin", 7, search.Values{"population": "513", "cr": "1", "dither": "0.5", "adapt": "none"}},
		{"sphere", 130, search.Values{"population": "2500", "cr": "0", "tau": "0.5"}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			everywhere(t, search.Config{Problem: must(c.function, c.length), Values: c.values, Replicas: search.Seeds(5, 2)}, 3, 4)
		})
	}
}

// The rules end replicas at the same step everywhere, also in the midst of a
// launch, and what has ended stays as it is.
func TestStopRulesAgreeEverywhere(t *testing.T) {
	target := problem.FromFloat(-40)
	for name, stop := range map[string]search.Stop{
		"target":      {Target: &target},
		"steps":       {Steps: 17},
		"stagnation":  {Stagnation: 3},
		"convergence": {Converged: true, Convergence: 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: must("rastrigin", 7), Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 4), Stop: stop}
			everywhere(t, c, 3, 40)
			e := engine(t, c)
			follow(t, e, 1, 120)
			if _, running := population.Front(snapshotOf(t, e).states); running {
				t.Error("a replica has not ended")
			}
		})
	}
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	own := search.Values{"f": "0.8", "cr": "0.4"}
	c := search.Config{Problem: must("rastrigin", 7), Values: search.Values{"population": "30"}, Replicas: search.Seeds(100, 16), Threads: 2}
	c.Replicas[7].Values = own
	alone := c
	alone.Replicas = []search.Replica{c.Replicas[7]}
	want := follow(t, engine(t, alone), 5, 2)
	for _, m := range follow(t, engine(t, c), 5, 2)[4:] {
		if m.hashes[7] != want[4].hashes[0] {
			t.Error("replica 7 of 16 differs from the run alone")
		}
	}
	for _, d := range devicetest.All(t) {
		c.Device = d
		if got := follow(t, engine(t, c), 5, 2); got[4].hashes[7] != want[4].hashes[0] {
			t.Errorf("%s: replica 7 of 16 differs from the run alone", d.Info().ID())
		}
	}
}

// A run that is saved and goes on elsewhere, again and again, equals the run
// left alone, and its checkpoints have the same bytes.
func TestResumedEqualsLeftAlone(t *testing.T) {
	for _, v := range []search.Values{
		{"population": "30"},
		{"population": "30", "adapt": "none", "strategy": "current-to-best/1/bin"},
	} {
		c := search.Config{Problem: must("rastrigin", 7), Values: v, Replicas: search.Seeds(8, 3)}
		whole := engine(t, c)
		want := follow(t, whole, 5, 7)
		places := []search.Config{c}
		for _, d := range devicetest.All(t) {
			there := c
			there.Device = d
			places = append(places, there, c)
		}
		var file bytes.Buffer
		for i := range want {
			there := places[i%len(places)]
			if i > 0 {
				there.Resume = &file
			}
			e := engine(t, there)
			same(t, fmt.Sprint("part ", i), want[i:i+1], follow(t, e, 1, 7))
			file.Reset()
			if err := e.Save(&file); err != nil {
				t.Fatal(err)
			}
		}
		var left bytes.Buffer
		if err := whole.Save(&left); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(left.Bytes(), file.Bytes()) {
			t.Error("the checkpoints differ")
		}
	}
}

func TestStartIsTakenEverywhere(t *testing.T) {
	p := must("rastrigin", 7)
	start := make([]problem.Genome, 12)
	for i := range start {
		start[i] = problem.Genome{Reals: []float64{float64(i) / 8, -1, 5.12, 0, 0, 1, 0}}
	}
	for _, n := range []string{"8", "20"} { // fewer and more than are given
		everywhere(t, search.Config{Problem: p, Values: search.Values{"population": n}, Replicas: search.Seeds(1, 2), Start: start}, 2, 3)
	}
}

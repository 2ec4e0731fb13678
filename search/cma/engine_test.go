package cma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

func TestBadParametersAreRefused(t *testing.T) {
	p := must("sphere", 3)
	ones, err := onemax.New(8)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]search.Config{
		"it is 4 to 65536":           {Problem: p, Values: search.Values{"population": "3"}},
		"it is 4 to 512":             {Problem: must("sphere", 256), Values: search.Values{"population": "2000"}},
		"parameter parents:":         {Problem: p, Values: search.Values{"parents": "1.5"}},
		"parameter sigma:":           {Problem: p, Values: search.Values{"sigma": "0"}},
		"parameter restarts:":        {Problem: p, Values: search.Values{"restarts": "-1"}},
		"parameter increase:":        {Problem: p, Values: search.Values{"increase": "0"}},
		"parameter tolfun:":          {Problem: p, Values: search.Values{"tolfun": "-1"}},
		"true or false":              {Problem: p, Values: search.Values{"active": "perhaps"}},
		"there is no such parameter": {Problem: p, Values: search.Values{"pc": "0.9"}},
		"give it once":               {Problem: p, Replicas: []search.Replica{{Seed: 1, Values: search.Values{"population": "50"}}}},
		"start 0":                    {Problem: p, Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
		"no finite range":            {Problem: custom{lower: []float64{-math.MaxFloat64}, upper: []float64{math.MaxFloat64}}},
		"gene 1":                     {Problem: custom{lower: []float64{0, 1}, upper: []float64{1, 0}}},
		"too many":                   {Problem: must("sphere", 257)},
		"binary genomes":             {Problem: ones},
	} {
		if c.Replicas == nil {
			c.Replicas = search.Seeds(1, 1)
		}
		if _, err := algorithm(t).Engine(context.Background(), c); err == nil || !strings.Contains(err.Error(), what) {
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
	c.Values, c.Resume = search.Values{"sigma": "0.7"}, bytes.NewReader(saved)
	var mismatch *search.CheckpointError
	if _, err := newEngine(context.Background(), c); !errors.As(err, &mismatch) {
		t.Error(err)
	}
}

// A checkpoint whose model has no such population is refused, not followed.
func TestDamagedModelIsRefused(t *testing.T) {
	c := search.Config{Problem: must("sphere", 3), Replicas: search.Seeds(1, 1)}
	k, err := search.ReadCheckpoint(bytes.NewReader(searchtest.Save(t, searchtest.Open(t, algorithm(t), c))))
	if err != nil {
		t.Fatal(err)
	}
	r := checkpoint.Reader{Checkpoint: k}
	words := r.Uint64s("models", len(k.Sections["models"])/8)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	words[0] = 1000 // the level
	checkpoint.Put(k, "models", words)
	var b bytes.Buffer
	if err := k.Write(&b); err != nil {
		t.Fatal(err)
	}
	c.Resume = &b
	var damaged *search.CheckpointError
	if _, err := newEngine(context.Background(), c); !errors.As(err, &damaged) {
		t.Error(err)
	}
}

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) {
	p := custom{lower: []float64{-1}, upper: []float64{1}, evaluate: func(x []float64) problem.Score { return problem.FromFloat(100 * x[0]) }}
	for _, d := range devicetest.All(t) {
		_, err := newEngine(context.Background(), search.Config{Problem: p, Device: d, Replicas: search.Seeds(1, 1)})
		if err == nil || !strings.Contains(err.Error(), "--device cpu") {
			t.Error(err)
		}
	}
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
	searchtest.Follow(t, e, 1, 1, 100)
	if s, err := e.Best(0); err != nil || problem.ToFloat(s.Score) < 99 || search.Verify(p, s) != nil {
		t.Error(s, err)
	}
	if _, err := e.Best(1); err == nil {
		t.Error("a replica that is not there has a best")
	}
}

// Slow problems, large matrices and many steps all end soon after their
// context; what is saved then is whole.
func TestCancellation(t *testing.T) {
	slow := custom{lower: make([]float64, 2), upper: []float64{1, 1}, evaluate: func(x []float64) problem.Score {
		time.Sleep(5 * time.Millisecond)
		return 0
	}}
	configs := []search.Config{
		{Problem: slow},
		{Problem: must("rosenbrock", 200)},
		{Problem: must("rastrigin", 7), Values: search.Values{"population": "1000"}},
	}
	for _, d := range devicetest.All(t) {
		configs = append(configs,
			search.Config{Problem: configs[2].Problem, Values: configs[2].Values, Device: d},
			search.Config{Problem: must("rosenbrock", 40), Device: d})
	}
	population.Forced.LocalMemory, forcedRounds = 16<<10, 10 // so that matrices are taken apart in many launches
	defer func() { population.Forced.LocalMemory, forcedRounds = 0, 0 }()
	for i, c := range configs {
		c.Replicas = search.Seeds(1, 1)
		e := searchtest.Open(t, algorithm(t), c)
		if _, err := e.Step(context.Background(), 1); err != nil { // kernels are compiled now
			t.Fatal(err)
		}
		searchtest.Canceled(t, fmt.Sprintf("engine %d", i), e)
		s, err := e.Best(0)
		if err != nil || search.Verify(c.Problem, s) != nil {
			t.Errorf("engine %d: %v, %v", i, s, err)
		}
		if c.Problem.Name() == "custom" {
			continue
		}
		c.Trace = true
		searchtest.Same(t, "left alone", []searchtest.Moment{{Saved: searchtest.Save(t, e)}},
			[]searchtest.Moment{{Saved: searchtest.History(t, algorithm(t), c, 1, int(s.Steps))[0].Saved}})
	}
	searchtest.BrokenOff(t, algorithm(t), search.Config{Problem: slow, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "1e4"}})
}

// A slow problem's chunks are dealt out to goroutines, with the same result.
func TestSlowChunksAgree(t *testing.T) {
	p := minimize(3, 1, func(x []float64) float64 {
		time.Sleep(20 * time.Microsecond)
		return x[0]*x[0] + math.Abs(x[1]-x[2])
	})
	c := search.Config{Problem: p, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "14"}, Threads: 1}
	want := searchtest.History(t, algorithm(t), c, 3, 5)
	for _, c.Threads = range []int{2, 5} {
		searchtest.Same(t, fmt.Sprint(c.Threads, " goroutines"), want, searchtest.History(t, algorithm(t), c, 3, 5))
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct{ u, want float64 }{
		{0, -1}, {0.25, -0.25}, {1, 2}, {-0.25, -0.25}, {1.25, 1.25}, {2, -1}, {2.5, 0.5}, {-1, 2}, {-3, 2}, {7.75, -0.25},
		{math.Inf(1), -1}, {math.Inf(-1), -1}, {math.NaN(), -1}, {1e300, -1},
	} {
		if got := within(c.u, -1, 2); got != c.want {
			t.Errorf("within(%v, -1, 2) = %v, want %v", c.u, got, c.want)
		}
	}
	if got := within(0.7, 3, 3); got != 3 {
		t.Errorf("a gene without a range became %v", got)
	}
}

// A function without any slope ends run after run, and the populations grow.
func TestRestartsGrow(t *testing.T) {
	p := minimize(3, 1, func([]float64) float64 { return 1 })
	c := search.Config{Problem: p, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "6", "restarts": "3"}}
	h := searchtest.History(t, algorithm(t), c, 1, 4000)
	if m := last(t, c, h); m.level != 3 || m.run <= 3 {
		t.Errorf("after %d restarts the population has grown %d times", m.run, m.level)
	}
	c.Values["increase"] = "1"
	h = searchtest.History(t, algorithm(t), c, 1, 1000)
	if m := last(t, c, h); m.level != 0 || m.run == 0 {
		t.Errorf("after %d restarts the population has grown %d times", m.run, m.level)
	}
}

package cma

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func TestBadParametersAreRefused(t *testing.T) {
	searchtest.Refused(t, algorithm(t), map[string]search.Config{
		"it is 4 to 65536":    {Values: search.Values{"population": "3"}},
		"it is 4 to 512":      {Problem: searchtest.Function("sphere", 256), Values: search.Values{"population": "2000"}},
		"parameter parents:":  {Values: search.Values{"parents": "1.5"}},
		"parameter sigma:":    {Values: search.Values{"sigma": "0"}},
		"parameter restart:":  {Values: search.Values{"restart": "never"}},
		"parameter restarts:": {Values: search.Values{"restarts": "-1"}},
		"parameter increase:": {Values: search.Values{"increase": "0"}},
		"parameter tolfun:":   {Values: search.Values{"tolfun": "-1"}},
		"true or false":       {Values: search.Values{"active": "perhaps"}},
		"one of full":         {Values: search.Values{"covariance": "limited"}},
		"it is 4 to 3355":     {Problem: searchtest.Function("sphere", 10_000), Values: search.Values{"population": "4000", "covariance": "separable"}},
		"10000 at most":       {Problem: searchtest.Function("sphere", 10_001), Values: search.Values{"covariance": "separable"}},
		"too many":            {Problem: searchtest.Function("sphere", 257)},
	})
}

func TestForeignCheckpointIsRefused(t *testing.T) {
	searchtest.Foreign(t, algorithm(t), search.Values{"sigma": "0.7"})
}

// A checkpoint whose model has no such population is refused, not followed.
func TestDamagedModelIsRefused(t *testing.T) {
	c := search.Config{Problem: searchtest.Function("sphere", 3), Replicas: search.Seeds(1, 1)}
	k, err := search.ReadCheckpoint(bytes.NewReader(searchtest.Save(t, searchtest.Begin(t, searchtest.Open(t, algorithm(t), c)))))
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

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) { searchtest.WithoutKernel(t, algorithm(t)) }

// Slow problems, large matrices and many steps all end soon after their
// context; what is saved then is whole.
func TestCancellation(t *testing.T) {
	configs := []search.Config{
		{Problem: searchtest.Slow},
		{Problem: searchtest.Function("rosenbrock", 200)},
		{Problem: searchtest.Function("rastrigin", 7), Values: search.Values{"population": "1000"}},
	}
	for _, d := range devicetest.All(t) {
		configs = append(configs,
			search.Config{Problem: configs[2].Problem, Values: configs[2].Values, Device: d},
			search.Config{Problem: searchtest.Function("rosenbrock", 40), Device: d})
	}
	population.Forced.LocalMemory, forcedSweeps = 16<<10, 10 // so that matrices are taken apart in many launches
	defer func() { population.Forced.LocalMemory, forcedSweeps = 0, 0 }()
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
		if c.Problem.Name() == "vectors" {
			continue
		}
		c.Trace = true
		searchtest.Same(t, "left alone", []searchtest.Moment{{Saved: searchtest.Save(t, e)}},
			[]searchtest.Moment{{Saved: searchtest.History(t, algorithm(t), c, 1, int(s.Steps))[0].Saved}})
	}
	searchtest.BrokenOff(t, algorithm(t), search.Config{Problem: searchtest.Slow, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "1e4"}})
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

// BIPOP gives small populations as many evaluations as large ones. Small ones are
// smaller than the large one before them, begin with shorter steps and have at
// most half its evaluations.
func TestSmallPopulationsBetweenLargeOnes(t *testing.T) {
	p := minimize(3, 1, func(x []float64) float64 { return math.Floor(20 * (math.Abs(x[0]) + math.Abs(x[1]-x[2]))) })
	c := search.Config{Problem: p, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "6", "restart": "bipop"}}
	var small, large int
	var before model
	for _, h := range searchtest.History(t, algorithm(t), c, 3000, 2) {
		m := last(t, c, []searchtest.Moment{h})
		if m.run > before.run {
			if m.small {
				small++
			} else {
				large++
			}
			if m.small != (m.spentSmall < m.spentLarge) || m.small && m.level >= max(1, m.large) || m.first > 0.3 || m.first < 0.003 ||
				m.small != (m.first < 0.3) || !m.small && m.large != min(before.large+1, 9) {
				t.Errorf("after %+v came %+v", before, m)
			}
			if before.small && m.spentSmall-before.spentSmall > before.lastLarge/2+int64(1)<<before.level {
				t.Errorf("a small population had %d chunks, the large one before it %d", m.spentSmall-before.spentSmall, before.lastLarge)
			}
		}
		before = m
	}
	t.Logf("%d small, %d large", small, large)
	if small < 2*large || large < 3 {
		t.Errorf("%d small populations and %d large ones", small, large)
	}
}

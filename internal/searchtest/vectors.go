package searchtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// Vectors is a problem of real vectors in Go only.
type Vectors struct {
	Lower, Upper []float64
	Score        func(x []float64) problem.Score
}

// Name implements problem.Problem.
func (v Vectors) Name() string { return "vectors" }

// Representation implements problem.Problem.
func (v Vectors) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Real, Length: len(v.Lower), Lower: v.Lower, Upper: v.Upper}
}

// Evaluate implements problem.Problem.
func (v Vectors) Evaluate(g problem.Genome) problem.Score { return v.Score(g.Reals) }

// Slow is a problem of two genes that takes 5 ms for each vector.
var Slow = Vectors{Lower: make([]float64, 2), Upper: []float64{1, 1}, Score: func([]float64) problem.Score {
	time.Sleep(5 * time.Millisecond)
	return 0
}}

// Function makes a test function.
func Function(name string, dimensions int) problem.Problem {
	p, err := function.New(name, dimensions)
	if err != nil {
		panic(err)
	}
	return p
}

// Refused demands that an algorithm on real vectors refuses configurations, by what the
// refusal says, and those that all such algorithms have to refuse.
func Refused(t *testing.T, a search.Algorithm, bad map[string]search.Config) {
	t.Helper()
	p := Function("sphere", 3)
	ones, err := onemax.New(8)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]search.Config{
		"there is no such parameter": {Problem: p, Values: search.Values{"none": "0.9"}},
		"give it once":               {Problem: p, Replicas: []search.Replica{{Seed: 1, Values: search.Values{"population": "60"}}}},
		"start 0":                    {Problem: p, Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
		"no finite range":            {Problem: Vectors{Lower: []float64{-math.MaxFloat64}, Upper: []float64{math.MaxFloat64}}},
		"gene 1":                     {Problem: Vectors{Lower: []float64{0, 1}, Upper: []float64{1, 0}}},
		"binary genomes":             {Problem: ones},
	}
	maps.Copy(all, bad)
	for what, c := range all {
		if c.Problem == nil {
			c.Problem = p
		}
		if c.Replicas == nil {
			c.Replicas = search.Seeds(1, 1)
		}
		if _, err := a.Engine(context.Background(), c); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := a.New(context.Background(), search.Config{Problem: p}); err == nil {
		t.Error("no replicas were taken")
	}
}

// Foreign demands that a checkpoint of the defaults is refused with other values.
func Foreign(t *testing.T, a search.Algorithm, other search.Values) {
	t.Helper()
	c := search.Config{Problem: Function("sphere", 3), Replicas: search.Seeds(1, 1)}
	e := Open(t, a, c)
	Begin(t, e)
	saved := Save(t, e)
	c.Values, c.Resume = other, bytes.NewReader(saved)
	var mismatch *search.CheckpointError
	if _, err := a.Engine(context.Background(), c); !errors.As(err, &mismatch) {
		t.Error(err)
	}
}

// WithoutKernel demands that a problem without a kernel is refused on devices and
// solved on the CPU.
func WithoutKernel(t *testing.T, a search.Algorithm) {
	t.Helper()
	p := Vectors{Lower: []float64{-1}, Upper: []float64{1}, Score: func(x []float64) problem.Score { return problem.Score(100 * x[0]) }}
	for _, d := range devicetest.All(t) {
		_, err := a.Engine(context.Background(), search.Config{Problem: p, Device: d, Replicas: search.Seeds(1, 1)})
		if err == nil || !strings.Contains(err.Error(), "--device cpu") {
			t.Error(err)
		}
	}
	e := Open(t, a, search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
	Follow(t, e, 1, 1, 100)
	if s, err := e.Best(0); err != nil || s.Score < 99 || search.Verify(p, s) != nil {
		t.Error(s, err)
	}
	if _, err := e.Best(1); err == nil {
		t.Error("a replica that is not there has a best")
	}
}

// BothLayouts is Everywhere, and again on every device in the wide layout.
func BothLayouts(t *testing.T, a search.Algorithm, c search.Config, calls, steps int) {
	t.Helper()
	want := Everywhere(t, a, c, calls, steps)
	population.Forced.Wide = true
	defer func() { population.Forced.Wide = false }()
	for _, d := range devicetest.All(t) {
		c.Device = d
		Same(t, Name(d)+" wide", want, History(t, a, c, calls, steps))
	}
}

// StopRules demands that the rules end replicas at the same step everywhere, also in the
// midst of a launch, and that what has ended stays as it is.
func StopRules(t *testing.T, a search.Algorithm) {
	target := problem.FromFloat(-40)
	for name, stop := range map[string]search.Stop{
		"target":      {Target: &target},
		"steps":       {Steps: 17},
		"stagnation":  {Stagnation: 3},
		"patience":    {Stagnation: 2, Patience: 2, Steps: 110},
		"convergence": {Converged: true, Convergence: 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: Function("rastrigin", 7), Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 4), Stop: stop}
			BothLayouts(t, a, c, 3, 40)
			for r, s := range History(t, a, c, 1, 120)[0].Best {
				if s.Status == search.Running {
					t.Errorf("replica %d has not ended", r)
				}
			}
		})
	}
}

// Started demands that fewer and more given vectors than members are taken alike
// everywhere.
func Started(t *testing.T, a search.Algorithm) {
	t.Helper()
	start := make([]problem.Genome, 12)
	for i := range start {
		start[i] = problem.Genome{Reals: []float64{float64(i) / 8, -1, 5.12, 0, 0, 1, 0}}
	}
	for _, n := range []string{"8", "20"} {
		BothLayouts(t, a, search.Config{Problem: Function("rastrigin", 7), Values: search.Values{"population": n}, Replicas: search.Seeds(1, 2), Start: start}, 2, 3)
	}
}

// CanceledVectors demands that slow problems and many steps end soon after their
// context, on every device, with a solution that is whole.
func CanceledVectors(t *testing.T, a search.Algorithm) {
	t.Helper()
	configs := []search.Config{
		{Problem: Slow, Values: search.Values{"population": "6"}},
		{Problem: Function("rastrigin", 7), Values: search.Values{"population": "1000"}},
	}
	for _, d := range devicetest.All(t) {
		configs = append(configs, search.Config{Problem: configs[1].Problem, Values: configs[1].Values, Device: d})
	}
	for i, c := range configs {
		c.Replicas = search.Seeds(1, 1)
		e := Open(t, a, c)
		if _, err := e.Step(context.Background(), 1); err != nil { // kernels are compiled now
			t.Fatal(err)
		}
		Canceled(t, fmt.Sprintf("engine %d", i), e)
		if s, err := e.Best(0); err != nil || search.Verify(c.Problem, s) != nil {
			t.Errorf("engine %d: %v, %v", i, s, err)
		}
	}
	BrokenOff(t, a, search.Config{Problem: Slow, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "1e4"}})
}

// Repaired compares a problem with a repair and tables on every device, with little
// memory on chip too, and demands its optimum.
func Repaired(t *testing.T, a search.Algorithm, compare func(t *testing.T, a search.Algorithm, c search.Config, calls, steps int)) {
	t.Helper()
	p := Grid{Point: []uint64{3, 41, 59, 26, 53}}
	c := search.Config{Problem: p, Values: search.Values{"population": "40"}, Replicas: search.Seeds(1, 3)}
	compare(t, a, c, 4, 10)
	population.Forced.LocalMemory = 16
	defer func() { population.Forced.LocalMemory = 0 }()
	compare(t, a, c, 1, 10)
	if s := History(t, a, c, 1, 400)[0].Best[0]; s.Status != search.Optimal || search.Verify(p, s) != nil {
		t.Error(s)
	}
}

// BenchVectors steps Rosenbrock's function in 10 dimensions on the CPU and on every
// device: one small population, a thousand of them, and a large one.
func BenchVectors(b *testing.B, a search.Algorithm, small, large int) {
	configs := map[string]search.Config{"cpu": {}}
	for _, id := range devicetest.IDs(b) {
		configs[id] = search.Config{Device: devicetest.Open(b, id)}
	}
	for where, c := range configs {
		for _, size := range []struct{ members, replicas int }{{small, 1}, {small, 1000}, {large, 1}} {
			b.Run(fmt.Sprintf("%s/%dx%d", where, size.replicas, size.members), func(b *testing.B) {
				c.Problem, c.Replicas = Function("rosenbrock", 10), search.Seeds(1, size.replicas)
				c.Values = search.Values{"population": fmt.Sprint(size.members)}
				e, err := a.Engine(context.Background(), c)
				if err != nil {
					b.Fatal(err)
				}
				defer e.Close()
				step := func(atMost int) int64 {
					p, err := e.Step(context.Background(), atMost)
					if err != nil {
						b.Fatal(err)
					}
					return p.Steps
				}
				step(1) // compiles the kernel
				b.ResetTimer()
				for done := int64(1); done < 1+int64(b.N); {
					done = step(1 + b.N - int(done))
				}
				b.ReportMetric(float64(size.members*size.replicas)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevals/s")
			})
		}
	}
}

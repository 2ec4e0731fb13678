package warbler_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

type (
	cents int
	ticks int64
	score float32
	price float64
	pair  []float64
)

// same demands that a problem over eight bits is solved at so much.
func same(t *testing.T, p warbler.Problem, want float64) {
	t.Helper()
	r, err := warbler.Solve(background, p, warbler.Generations(60))
	if err != nil || r.Value != want {
		t.Errorf("%v, %v, want %v", r, err, want)
	}
}

// Objectives return numbers of all usual types, and of types based on them.
func TestValuesOfAllTypes(t *testing.T) {
	minimize := warbler.Minimize()
	same(t, warbler.Binary(8, func(g warbler.Bits) int { return g.Count() - 2 }), 6)
	same(t, warbler.Binary(8, func(g warbler.Bits) cents { return cents(g.Count() - 2) }, minimize), -2)
	same(t, warbler.Binary(8, func(g warbler.Bits) int64 { return int64(g.Count() - 2) }), 6)
	same(t, warbler.Binary(8, func(g warbler.Bits) ticks { return ticks(g.Count() - 2) }), 6)
	same(t, warbler.Binary(8, func(g warbler.Bits) float32 { return float32(g.Count()) / 2 }), 4)
	same(t, warbler.Binary(8, func(g warbler.Bits) score { return score(g.Count()) / 2 }, minimize), 0)
	same(t, warbler.Binary(8, func(g warbler.Bits) float64 { return float64(g.Count()) / 3 }), 8.0/3)
	same(t, warbler.Binary(8, func(g warbler.Bits) price { return price(g.Count()) / 3 }), 8.0/3)
	same(t, warbler.TryBinary(8, func(_ context.Context, g warbler.Bits) (price, error) { return price(g.Count()) / 3, nil }), 8.0/3)
	same(t, warbler.TryBinary(8, func(_ context.Context, g warbler.Bits) (cents, error) { return cents(g.Count()), nil }, minimize), 0)
}

// rival is two objectives of one vector, of which none is best by both.
func rival(x []float64) []float64 {
	return []float64{x[0] + x[1], -math.Abs(x[0]-1) - math.Abs(x[1])}
}

var unit = [2][]float64{{0, 0}, {1, 1}}

func TestSeveralObjectivesOfOneFunction(t *testing.T) {
	p := warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"), warbler.Minimize("cost"))
	r, err := warbler.Solve(background, p, warbler.Generations(30))
	if err != nil || r.Algorithm != "nsga2" || len(r.Front) < 10 || !r.Verified {
		t.Fatalf("%v, %v", r, err)
	}
	criteria := p.(problem.MultiObjective).Criteria()
	if criteria[0].Name != "cost" || !criteria[0].Minimize || criteria[1].Name != "gain" || criteria[1].Minimize {
		t.Errorf("%+v", criteria)
	}
	for _, m := range r.Front {
		want := rival(m.Genome.Reals)
		for i, c := range criteria {
			if got := m.Values[i]; got != want[i] {
				t.Errorf("%s of %v is %v, want %v", c.Name, m.Genome.Reals, got, want[i])
			}
		}
	}
	// The same by Together and with other numbers of threads.
	cost := warbler.Real(unit[0], unit[1], func(x []float64) float64 { return rival(x)[0] }, warbler.Minimize())
	gain := warbler.Real(unit[0], unit[1], func(x []float64) float64 { return rival(x)[1] })
	for _, q := range []warbler.Problem{p, warbler.Together(cost, gain),
		warbler.Real(unit[0], unit[1], func(x []float64) pair { return rival(x) }, warbler.Objectives("cost", "gain"), warbler.Minimize("cost"))} {
		again, err := warbler.Solve(background, q, warbler.Generations(30), warbler.Threads(3))
		if err != nil || len(again.Front) != len(r.Front) || !again.Front[0].Genome.Equal(r.Front[0].Genome) {
			t.Errorf("%v, %v", again, err)
		}
	}
	if all := warbler.Real(unit[0], unit[1], rival, warbler.Objectives("a", "b"), warbler.Minimize()).(problem.MultiObjective).Criteria(); !all[0].Minimize || !all[1].Minimize {
		t.Errorf("%+v", all)
	}
}

// What is wrong with a problem is said before anything runs.
func TestWrongProblems(t *testing.T) {
	one := func([]float64) float64 { return 0 }
	for want, p := range map[string]warbler.Problem{
		"must name":             warbler.Real(unit[0], unit[1], rival),
		"2 to 8 of them, not 1": warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost")),
		"return []float64":      warbler.Real(unit[0], unit[1], one, warbler.Objectives("cost", "gain")),
		"are cost, gain":        warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"), warbler.Minimize("gian")),
		"the problem has one":   warbler.Real(unit[0], unit[1], one, warbler.Minimize("cost")),
		"different words":       warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "cost")),
		"no single bound":       warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"), warbler.Bound(1)),
		"use TryReal":           warbler.Real(unit[0], unit[1], one, warbler.EvaluationTimeout(time.Second)),
		"longer than 0": warbler.TryReal(unit[0], unit[1], func(context.Context, []float64) (int, error) { return 0, nil },
			warbler.EvaluationTimeout(0)),
	} {
		if r, err := warbler.Solve(background, p, warbler.Generations(1)); err == nil || r != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %q", r, err, want)
		}
	}
}

func TestWrongNumberOfValues(t *testing.T) {
	p := warbler.Real(unit[0], unit[1], func(x []float64) []float64 {
		if x[0] > 0.999 && x[1] > 0.999 {
			return x[:1]
		}
		return x
	}, warbler.Objectives("a", "b"))
	r, err := warbler.Solve(background, p, warbler.Generations(30))
	if err == nil || r == nil || r.Status != search.Crashed || !strings.HasPrefix(err.Error(), "warbler: the objective returned 1 values where Objectives names 2, of [") {
		t.Errorf("%v, %v", r, err)
	}
	p = warbler.Real(unit[0], unit[1], func(x []float64) []float64 { return nil }, warbler.Objectives("a", "b"))
	if r, err = warbler.Solve(background, p, warbler.Generations(30)); err == nil || r != nil || strings.Contains(err.Error(), "panic") {
		t.Errorf("%v, %v", r, err)
	}
}

var errOdd = errors.New("the simulation diverged")

// flaky fails for every second genome.
func flaky(_ context.Context, g warbler.Bits) (int, error) {
	if g.Count()%2 == 1 {
		return 1000, errOdd
	}
	return g.Count(), nil
}

func TestFailedEvaluations(t *testing.T) {
	for _, algorithm := range []string{"genetic", "annealing", "tabu"} {
		r, err := warbler.Solve(background, warbler.TryBinary(20, flaky), warbler.Algorithm(algorithm), warbler.Generations(400))
		if err != nil || r.Value != 20 && algorithm == "genetic" || r.Value > 20 || r.Failed < 100 || r.Failure != errOdd || !r.Verified {
			t.Errorf("%s: %v, %v, %+v", algorithm, r, err, r)
		}
	}
	run := warbler.New(background, warbler.TryBinary(20, flaky), warbler.Generations(20), warbler.Every(10))
	seen := int64(0)
	for p := range run.Progress() {
		seen = p.Failed
	}
	if r, err := run.Result(); err != nil || seen != r.Failed || seen == 0 || !strings.Contains(r.String(), " of which failed, ") {
		t.Errorf("%v, %v, %d", r, err, seen)
	}
}

func TestAllEvaluationsFail(t *testing.T) {
	one := warbler.TryBinary(20, func(context.Context, warbler.Bits) (int, error) { return 1, errOdd })
	two := warbler.TryBinary(20, func(context.Context, warbler.Bits) ([]float64, error) { return nil, errOdd }, warbler.Objectives("a", "b"))
	for _, p := range []warbler.Problem{one, two} {
		r, err := warbler.Solve(background, p, warbler.Generations(3))
		if !errors.Is(err, errOdd) || r == nil || r.Failed == 0 || !strings.Contains(err.Error(), "no evaluation gave a value") || !math.IsNaN(r.Value) || r.Statistics().Count != 0 {
			t.Errorf("%v, %v", r, err)
		}
	}
}

// A failed evaluation is on no front.
func TestFailedWithSeveralObjectives(t *testing.T) {
	p := warbler.TryReal(unit[0], unit[1], func(_ context.Context, x []float64) ([]float64, error) {
		if x[0] > 0.5 {
			return nil, errOdd
		}
		return rival(x), nil
	}, warbler.Objectives("cost", "gain"), warbler.Minimize("cost"))
	r, err := warbler.Solve(background, p, warbler.Generations(30))
	if err != nil || r.Failed == 0 || len(r.Front) < 10 || !strings.HasPrefix(r.String(), fmt.Sprintf("a front of %d, ", len(r.Front))) {
		t.Fatalf("%v, %v", r, err)
	}
	for _, m := range r.Front {
		if m.Genome.Reals[0] > 0.5 {
			t.Errorf("%v failed", m.Genome.Reals)
		}
	}
}

// The context of an evaluation ends after its timeout, whether it is looked at or
// not.
func TestEvaluationTimeout(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for _, honors := range []bool{true, false} {
		p := warbler.TryBinary(16, func(ctx context.Context, g warbler.Bits) (int, error) {
			if g.Count() != 7 {
				return g.Count(), nil
			}
			if !honors {
				<-release
				return g.Count(), nil
			}
			<-ctx.Done()
			return 100, ctx.Err()
		}, warbler.EvaluationTimeout(time.Millisecond))
		r, err := warbler.Solve(background, p, warbler.Param("population", 30), warbler.Generations(20))
		if err != nil || r.Value < 10 || r.Value > 16 || r.Failed == 0 || !errors.Is(r.Failure, context.DeadlineExceeded) || !strings.Contains(r.Failure.Error(), "longer than 1ms") {
			t.Errorf("%v, %v, %+v", r, err, r)
		}
	}
	p := warbler.TryBinary(16, func(context.Context, warbler.Bits) (int, error) { panic("oh") }, warbler.EvaluationTimeout(time.Second))
	var panicked *search.PanicError
	if _, err := warbler.Solve(background, p, warbler.Generations(1)); !errors.As(err, &panicked) || !strings.Contains(panicked.Where, "TestEvaluationTimeout") {
		t.Error(err)
	}
}

// When the run ends, so do the contexts of the evaluations on the way, and these count
// for nothing.
func TestEvaluationsEndWithTheRun(t *testing.T) {
	var calls atomic.Int64
	var ended atomic.Bool
	p := warbler.TryBinary(16, func(ctx context.Context, g warbler.Bits) (int, error) {
		if calls.Add(1) > 250 && !ended.Load() {
			<-ctx.Done()
			ended.Store(true)
			return 0, ctx.Err()
		}
		return g.Count(), nil
	})
	began := time.Now()
	r, err := warbler.Solve(background, p, warbler.Time(30*time.Millisecond))
	if err != nil || r.Status != search.TimedOut || r.Failed != 0 || r.Value < 8 || time.Since(began) > 5*time.Second {
		t.Fatalf("%v, %v, %d failed", r, err, r.Failed)
	}
	again, err := warbler.Solve(background, p, warbler.Generations(max(r.Steps, 1)))
	if err != nil || r.Steps > 0 && again.Value != r.Value {
		t.Errorf("%v, %v, want %v", again, err, r)
	}
}

// An evaluation that the end of a run has cut short leaves no trace: the run goes on from
// its checkpoint to the bits of one that was never stopped.
func TestCutShortAndResumed(t *testing.T) {
	for algorithm, steps := range map[string]int64{"genetic": 30, "annealing": 3000, "tabu": 12, "cellular": 2} {
		var stop atomic.Int64 // the call that is cut short
		var cancel context.CancelFunc
		p := warbler.TryBinary(16, func(ctx context.Context, g warbler.Bits) (int, error) {
			if stop.Add(-1) == 0 {
				cancel()
				<-ctx.Done()
				return 0, ctx.Err()
			}
			return (g.Count() * 7) % 13, nil
		})
		want, err := warbler.Solve(background, p, warbler.Algorithm(algorithm), warbler.Generations(steps), warbler.Threads(2))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []int64{want.Evaluations / 2, want.Evaluations * 9 / 10} {
			ctx, end := context.WithCancel(background)
			cancel = end
			stop.Store(at)
			state := t.TempDir() + "/state"
			half, err := warbler.Solve(ctx, p, warbler.Algorithm(algorithm), warbler.Generations(steps), warbler.Checkpoint(state))
			if err != nil || half.Status != search.Interrupted || half.Failed != 0 {
				t.Errorf("%s, cut at %d of %d: %v, %v", algorithm, at, want.Evaluations, half, err)
				continue
			}
			got, err := warbler.Solve(background, p, warbler.Resume(state), warbler.Generations(steps))
			if err != nil || got.Score != want.Score || !got.Best.Equal(want.Best) || got.Runs[0].Found != want.Runs[0].Found {
				t.Errorf("%s, cut at %d: %v, %v, want %v", algorithm, at, got, err, want)
			}
		}
	}
}

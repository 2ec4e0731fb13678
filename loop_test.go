package warbler_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// tellAll answers a loop by a problem's own objective until it ends, or for so
// many batches.
func tellAll(t *testing.T, l *warbler.Loop, p warbler.Problem, batches int) (sizes []int) {
	t.Helper()
	o := problem.ObjectiveOf(p)
	for batch := l.Ask(); batch != nil && len(sizes) < batches; batch = l.Ask() {
		values := make([]float64, len(batch))
		for i, g := range batch {
			values[i] = o.Value(p.Evaluate(g))
		}
		if err := l.Tell(values); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(batch))
	}
	return sizes
}

// A loop has the trajectory of Solve, with every algorithm.
func TestLoopEqualsSolve(t *testing.T) {
	count := 0
	for name, p := range spaces() {
		for _, a := range search.Algorithms() {
			if a.Fronts || a.Fits(p) != nil {
				continue
			}
			options := []warbler.Option{warbler.Algorithm(a.Name), warbler.Seed(3), warbler.Replicas(2), warbler.Generations(8)}
			for name, value := range searchtest.Small(a) {
				if name != "population" { // the usual one is looked for below
					options = append(options, warbler.Param(name, value))
				}
			}
			want, err := warbler.Solve(background, p, options...)
			loop := warbler.NewLoop(background, p, options...)
			sizes := tellAll(t, loop, p, math.MaxInt)
			got, failed := loop.Result()
			if err != nil {
				var unsuited *search.UnsuitedError
				if !errors.As(err, &unsuited) || failed == nil || failed.Error() != err.Error() {
					t.Errorf("%s by %s: %v, the loop %v", name, a.Name, err, failed)
				}
				continue
			}
			count++
			if failed != nil || got.Verified || !reflect.DeepEqual(got.Runs, want.Runs) || got.Status != want.Status {
				t.Errorf("%s by %s: %+v, %v, want %+v", name, a.Name, got, failed, want)
			}
			// Populations come whole, neighbors in parts.
			most := map[string]map[string]int{
				"binary": {"genetic": 200, "climb": 64, "tabu": 64, "robust": 64},
				"real":   {"genetic": 200, "differential": 100, "cma": 4 + int(3*math.Log(float64(p.Representation().Length)))},
			}[name][a.Name]
			if largest := slicesMax(sizes); most > 0 && largest != most {
				t.Errorf("%s by %s: batches of up to %d, want %d", name, a.Name, largest, most)
			}
		}
	}
	if count < 25 {
		t.Errorf("only %d were compared", count)
	}
}

func slicesMax(list []int) (most int) {
	for _, n := range list {
		most = max(most, n)
	}
	return most
}

// Ending a loop anywhere leaves nothing behind and gives the best so far.
func TestLoopEndsAnywhere(t *testing.T) {
	before := runtime.NumGoroutine()
	p := spaces()["binary"]
	for _, a := range search.Algorithms() {
		if a.Fronts || !slices.Contains(a.Kinds, problem.Binary) {
			continue
		}
		name := a.Name
		if a.Suits != nil && !a.Suits(p) {
			continue
		}
		for batches := range 4 {
			ctx, cancel := context.WithCancel(background)
			for _, end := range []func(l *warbler.Loop){func(*warbler.Loop) {}, (*warbler.Loop).Close, func(*warbler.Loop) { cancel() }} {
				loop := warbler.NewLoop(ctx, p, warbler.Algorithm(name))
				tellAll(t, loop, p, batches)
				end(loop)
				r, err := loop.Result()
				if r == nil && (err == nil || !strings.Contains(err.Error(), "before enough genomes were valued") && !errors.Is(err, context.Canceled)) ||
					r != nil && (err != nil || r.Status != search.Interrupted || p.Evaluate(r.Best) != r.Score) {
					t.Errorf("%s after %d batches: %v, %v", name, batches, r, err)
				}
				if batches == 3 && name == "genetic" && r == nil {
					t.Errorf("%s after %d batches: %v", name, batches, err)
				}
				if loop.Ask() != nil || loop.Tell([]float64{1}) == nil {
					t.Error("a loop goes on after its end")
				}
			}
		}
	}
	for until := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

func TestLoopMistakes(t *testing.T) {
	p := spaces()["discrete"]
	loop := warbler.NewLoop(background, p, warbler.Param("population", 4))
	defer loop.Close()
	if err := loop.Tell([]float64{1}); err == nil || !strings.Contains(err.Error(), "nothing was asked") {
		t.Error(err)
	}
	batch := loop.Ask()
	for want, values := range map[string][]float64{
		"4 genomes were asked for, and 3 values told": {1, 2, 3},
		"genome 2: 1.5 is no value of the problem":    {1, 2, 1.5, 3},
		"genome 0: +Inf is no value of the problem":   {math.Inf(1), 2, 1, 3},
	} {
		if err := loop.Tell(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if again := loop.Ask(); !reflect.DeepEqual(again, batch) {
		t.Error("asked again, it gives others")
	}
	if err := loop.Tell([]float64{math.NaN(), 2, 1, 3}); err != nil {
		t.Error(err)
	}
	loop.Ask()
	if r, err := loop.Result(); err != nil || r.Value != 1 {
		t.Errorf("%v, %v", r, err)
	}
	nothing := warbler.NewLoop(background, p, warbler.Algorithm("quantum"))
	if batch := nothing.Ask(); batch != nil {
		t.Error(batch)
	}
	var unfit *search.UnsuitedError
	if _, err := nothing.Result(); !errors.As(err, &unfit) {
		t.Error(err)
	}
}

// A loop is resumed as a run is, even by Solve.
func TestLoopResumed(t *testing.T) {
	p, state := spaces()["real"], filepath.Join(t.TempDir(), "state")
	loop := warbler.NewLoop(background, p, warbler.Generations(5), warbler.Checkpoint(state))
	tellAll(t, loop, p, math.MaxInt)
	if _, err := loop.Result(); err != nil {
		t.Fatal(err)
	}
	want, err := warbler.Solve(background, p, warbler.Generations(9))
	if err != nil {
		t.Fatal(err)
	}
	loop = warbler.NewLoop(background, p, warbler.Generations(9), warbler.Resume(state))
	tellAll(t, loop, p, math.MaxInt)
	looped, err := loop.Result()
	solved, failed := warbler.Solve(background, p, warbler.Generations(9), warbler.Resume(state))
	if err != nil || failed != nil || !reflect.DeepEqual(looped.Runs, want.Runs) || !reflect.DeepEqual(solved.Runs, want.Runs) {
		t.Errorf("%v, %v, %v, %v, want %v", looped, err, solved, failed, want)
	}
}

// A loop has several objectives too, and constraints, with the trajectory of Solve.
func TestLoopWithSeveralObjectivesAndConstraints(t *testing.T) {
	above := warbler.Constraint(func(x []float64) float64 { return 0.25 - x[1] })
	options := []warbler.ProblemOption{warbler.Objectives("cost", "gain"), warbler.Minimize("cost"), above}
	want, err := warbler.Solve(background, warbler.Real(unit[0], unit[1], rival, options...), warbler.Generations(9))
	if err != nil {
		t.Fatal(err)
	}
	loop := warbler.NewLoop(background, warbler.Real[[]float64](unit[0], unit[1], nil, options...), warbler.Generations(9))
	for batch := loop.Ask(); batch != nil; batch = loop.Ask() {
		if len(batch) != 100 {
			t.Errorf("a batch of %d genomes", len(batch))
		}
		var values [][]float64
		for _, g := range batch {
			values = append(values, rival(g.Reals))
		}
		if err := loop.Tell(make([]float64, len(batch))); err == nil || !strings.Contains(err.Error(), "1 values, and the problem has 2 objectives") {
			t.Fatal(err)
		}
		if err := loop.TellValues(values); err != nil {
			t.Fatal(err)
		}
	}
	got, err := loop.Result()
	if err != nil || !reflect.DeepEqual(got.Front, want.Front) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}

	count := warbler.Binary(30, func(g warbler.Bits) int { return g.Count() }, atMost(9))
	solved, err := warbler.Solve(background, count, warbler.Generations(40))
	if err != nil || solved.Value != 9 {
		t.Fatal(solved, err)
	}
	loop = warbler.NewLoop(background, warbler.Binary[int](30, nil, atMost(9)), warbler.Generations(40))
	for batch := loop.Ask(); batch != nil; batch = loop.Ask() {
		var values []float64
		for _, g := range batch {
			n := warbler.Bits(g.Bits).Count()
			if values = append(values, float64(n)); n > 9 {
				t.Fatal("asked for a genome that violates a constraint")
			}
		}
		if err := loop.Tell(values); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := loop.Result(); err != nil || !reflect.DeepEqual(got.Runs, solved.Runs) {
		t.Errorf("%v, %v, want %v", got, err, solved)
	}
}

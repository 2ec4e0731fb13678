package warbler_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

var background = context.Background()

// spaces are problems of Go functions, one of each kind of genome, with values
// of either type. Each has the best value that it states.
func spaces() map[string]warbler.Problem {
	return map[string]warbler.Problem{
		"binary": warbler.Binary(70, func(g warbler.Bits) int { return g.Count() - 2*btoi(g.Has(69)) }),
		"binary with repair": warbler.Binary(70, func(g warbler.Bits) int64 { return int64(g.Count()) },
			warbler.Repair(func(g warbler.Genome) { g.Bits[0] &^= 1 })),
		"discrete": warbler.Discrete(9, 5, func(g []uint8) int {
			miss := 0
			for j, s := range g {
				miss += btoi(int(s) != j%5)
			}
			return miss
		}, warbler.Minimize(), warbler.Bound(0)),
		"permutation": warbler.Permutation(8, func(order []uint16) float64 {
			cost := 0.5
			for j, x := range order {
				cost += math.Abs(float64(int(x) - (j+3)%8))
			}
			return cost
		}, warbler.Minimize(), warbler.Bound(0.5)),
		"real": warbler.Real([]float64{-3, -1, 0}, []float64{1, 1, 5}, func(x []float64) float64 {
			return -math.Abs(x[0]+1) - math.Abs(x[1]) - math.Abs(x[2]-5)
		}),
		"real with whole values": warbler.Real([]float64{0, 0}, []float64{9.9, 9.9}, func(x []float64) int { return int(x[0]) + int(x[1]) }, warbler.Bound(18)),
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestSolveFindsTheBest(t *testing.T) {
	best := map[string]float64{"binary": 69, "binary with repair": 69, "discrete": 0, "permutation": 0.5, "real": 0, "real with whole values": 18}
	for name, p := range spaces() {
		r, err := warbler.Solve(background, p, warbler.Stagnation(300))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if math.Abs(r.Value-best[name]) > 1e-6 || !r.Verified || p.Evaluate(r.Best) != r.Score || r.Device != "cpu" || r.Evaluations < 100 || r.Elapsed <= 0 {
			t.Errorf("%s: %v, want %v: %+v", name, r, best[name], r)
		}
		if _, bounded := p.(problem.Targeted).Bound(); bounded != (r.Status == search.Optimal) {
			t.Errorf("%s: %v", name, r.Status)
		}
		if !strings.HasPrefix(r.String(), problem.ObjectiveOf(p).Format(r.Score)+" by "+r.Algorithm+" on cpu (") {
			t.Error(r.String())
		}
	}
}

// Values at the edges of their types keep their order.
func TestEdgesOfValues(t *testing.T) {
	for want, p := range map[float64]warbler.Problem{
		math.MinInt64: warbler.Binary(2, func(g warbler.Bits) int64 { return []int64{0, math.MinInt64, math.MaxInt64, 5}[g[0]] }, warbler.Minimize()),
		math.MaxInt64: warbler.Binary(2, func(g warbler.Bits) int64 { return []int64{0, math.MinInt64, math.MaxInt64, 5}[g[0]] }),
		math.Inf(-1):  warbler.Binary(2, func(g warbler.Bits) float64 { return []float64{math.NaN(), math.Inf(-1), math.Inf(1), 5}[g[0]] }, warbler.Minimize()),
		math.Inf(1):   warbler.Binary(2, func(g warbler.Bits) float64 { return []float64{math.NaN(), math.Inf(-1), math.Inf(1), 5}[g[0]] }),
	} {
		r, err := warbler.Solve(background, p, warbler.Generations(5))
		if err != nil || r.Value != want {
			t.Errorf("%v, %v, want %v", r, err, want)
		}
	}
	nan := func(warbler.Bits) float64 { return math.NaN() }
	for _, none := range []warbler.Problem{
		warbler.Binary(2, nan),
		warbler.Binary(2, func(warbler.Bits) int { return 1 }, warbler.Constraint(nan)),
		warbler.Binary(2, func(g warbler.Bits) []float64 { return []float64{nan(g), nan(g)} }, warbler.Objectives("a", "b")),
	} {
		r, err := warbler.Solve(background, none, warbler.Generations(5))
		if err == nil || !strings.Contains(err.Error(), "was NaN for every genome") || r == nil || r.Verified || !strings.HasPrefix(r.String(), "nothing with a value, by ") {
			t.Errorf("%v, %v", r, err)
		}
	}
}

// The same seed gives the same answer, whatever the goroutines, the way it is
// watched, and among other replicas; and so does the line that says how.
func TestSameAnswers(t *testing.T) {
	for name, p := range spaces() {
		base := []warbler.Option{warbler.Seed(11), warbler.Generations(15)}
		solve := func(options ...warbler.Option) *warbler.Result {
			t.Helper()
			r, err := warbler.Solve(background, p, append(base[:2:2], options...)...)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return r
		}
		want := solve(warbler.Threads(1))
		for _, r := range []*warbler.Result{solve(warbler.Threads(2)), solve(warbler.Every(4)), solve(warbler.Seed(10), warbler.Replicas(3)), solve(warbler.Trace(filepath.Join(t.TempDir(), "t.csv")))} {
			if got := r.Runs[len(r.Runs)/2]; !reflect.DeepEqual(got, want.Runs[0]) {
				t.Errorf("%s: %+v, want %+v", name, got, want.Runs[0])
			}
		}
		if line := want.Reproduce(); !strings.Contains(line, "warbler.Seed(11), ") || !strings.Contains(line, fmt.Sprintf("warbler.Generations(%d)", want.Steps)) {
			t.Error(line)
		}
	}
}

func TestReproduce(t *testing.T) {
	p := spaces()["binary"]
	r, err := warbler.Solve(background, p, warbler.Algorithm("genetic"), warbler.Param("population", 1e2), warbler.Param("crossover", "uniform"), warbler.Param("pm", 0.25),
		warbler.Seed(3), warbler.Replicas(2), warbler.Start(problem.NewGenomes(p.Representation(), 1).At(0)), warbler.Target(69), warbler.Stagnation(7), warbler.Convergence(0))
	if err != nil {
		t.Fatal(err)
	}
	want := `warbler.Solve(ctx, problem, warbler.Algorithm("genetic"), warbler.Param("population", 100), warbler.Param("crossover", "uniform"), warbler.Param("pm", 0.25), ` +
		fmt.Sprintf(`warbler.Seed(3), warbler.Replicas(2), warbler.Start(solutions...), warbler.Target(69), warbler.Stagnation(7), warbler.Convergence(0), warbler.Generations(%d))`, r.Steps)
	if got := r.Reproduce(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	// What the clock has stopped: all replicas, or the best of them.
	slow := warbler.Binary(60, func(g warbler.Bits) int {
		for began := time.Now(); time.Since(began) < 2*time.Microsecond; {
		}
		return g.Count() % 59
	})
	for range 3 {
		r, err = warbler.Solve(background, slow, warbler.Algorithm("climb"), warbler.Seed(4), warbler.Replicas(5), warbler.Time(20*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		best := r.Runs[slices.IndexFunc(r.Runs, func(s warbler.Solution) bool { return s.Score == r.Score })]
		uneven := slices.ContainsFunc(r.Runs, func(s warbler.Solution) bool { return s.Steps != r.Steps })
		want := fmt.Sprintf("warbler.Seed(4), warbler.Replicas(5), warbler.Generations(%d))", r.Steps)
		if uneven {
			want = fmt.Sprintf("warbler.Seed(%d), warbler.Generations(%d))", best.Seed, best.Steps)
		}
		if got := r.Reproduce(); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
		again, err := warbler.Solve(background, slow, warbler.Algorithm("climb"), warbler.Seed(best.Seed), warbler.Generations(best.Steps))
		if err != nil || !reflect.DeepEqual(again.Best, r.Best) {
			t.Errorf("%v, %v, want %v", again, err, r)
		}
	}
	// The first population alone, too.
	r, err = warbler.Solve(background, p, warbler.Time(1))
	if err != nil || r.Steps != 0 || r.Status != search.TimedOut || !strings.HasSuffix(r.Reproduce(), "warbler.Seed(1), warbler.Time(1))") {
		t.Errorf("%v, %v", r, err)
	}
}

func TestMistakes(t *testing.T) {
	bits := spaces()["binary"]
	none := warbler.Binary[int](5, nil)
	file := filepath.Join(t.TempDir(), "no", "such", "file")
	for want, c := range map[string]struct {
		problem warbler.Problem
		options []warbler.Option
	}{
		"there is no problem":                           {nil, nil},
		"no objective":                                  {none, nil},
		"at least one gene":                             {warbler.Binary(0, func(warbler.Bits) int { return 0 }), nil},
		"2 to 256 symbols":                              {warbler.Discrete(3, 1, func([]uint8) int { return 0 }), nil},
		"as many bounds":                                {warbler.Real([]float64{0}, nil, func([]float64) int { return 0 }), nil},
		"gene 1 has no finite range":                    {warbler.Real([]float64{0, 2}, []float64{1, 1}, func([]float64) int { return 0 }), nil},
		"gene 0 has no finite range":                    {warbler.Real([]float64{math.NaN()}, []float64{1}, func([]float64) int { return 0 }), nil},
		"no algorithm \"genet\"; known: genetic":        {bits, []warbler.Option{warbler.Algorithm("genet")}},
		"does not work on binary genomes; these work: ": {bits, []warbler.Option{warbler.Algorithm("differential")}},
		"does not work on real genomes; these work: ":   {spaces()["real"], []warbler.Option{warbler.Algorithm("tabu")}},
		"there is no such parameter; known: population": {bits, []warbler.Option{warbler.Param("pop", 5)}},
		"is not a whole number":                         {bits, []warbler.Option{warbler.Param("population", 1.5)}},
		"not a []int":                                   {bits, []warbler.Option{warbler.Param("population", []int{1})}},
		"Replicas(0)":                                   {bits, []warbler.Option{warbler.Replicas(0)}},
		"Threads(-1)":                                   {bits, []warbler.Option{warbler.Threads(-1)}},
		"Generations(-1)":                               {bits, []warbler.Option{warbler.Generations(-1)}},
		"Time(-1ns)":                                    {bits, []warbler.Option{warbler.Time(-1)}},
		"Convergence(2)":                                {bits, []warbler.Option{warbler.Convergence(2)}},
		"Target(1.5e+300)":                              {bits, []warbler.Option{warbler.Target(1.5e300)}},
		"no seeds beyond it":                            {bits, []warbler.Option{warbler.Seed(math.MaxUint64), warbler.Replicas(2)}},
		"a trace is a .csv":                             {bits, []warbler.Option{warbler.Trace("x.txt")}},
		"there is no such device":                       {bits, []warbler.Option{warbler.Device("gpu")}},
		"has no kernel, so it cannot run on opencl: use Device": {bits, []warbler.Option{warbler.Device("opencl")}},
		"start 0: search: a binary genome of 70 genes":          {bits, []warbler.Option{warbler.Start(warbler.Genome{Bits: []uint64{1}})}},
		"no such file": {bits, []warbler.Option{warbler.Resume(file)}},
		"solve_test.go: checkpoint: this file is no checkpoint": {bits, []warbler.Option{warbler.Resume("solve_test.go")}},
		"t.csv: no such file":              {bits, []warbler.Option{warbler.Trace(filepath.Join(file, "t.csv"))}},
		"is the objective a pure function": {impure(), []warbler.Option{warbler.Generations(5)}},
		`Checkpoint("`:                     {bits, []warbler.Option{warbler.Generations(5), warbler.Checkpoint(file)}},
		"it walks on formulas":             {bits, []warbler.Option{warbler.Algorithm("walk")}},
		"a solution of score 7 was reported with 6; is the objec": {fickle(), []warbler.Option{warbler.Generations(1)}},
	} {
		r, err := warbler.Solve(background, c.problem, c.options...)
		if err == nil || !strings.Contains(err.Error(), want) || r != nil {
			t.Errorf("%v, %v, want %q", r, err, want)
		}
	}
	// A checkpoint that cannot be written does not cost the answer.
	r, err := warbler.Solve(background, bits, warbler.Generations(5), warbler.Checkpoint(t.TempDir()))
	if err == nil || r == nil || !r.Verified {
		t.Errorf("%v, %v", r, err)
	}
}

// impure counts its calls.
func impure() warbler.Problem {
	var calls atomic.Int64
	return warbler.Binary(9, func(warbler.Bits) int64 { return calls.Add(1) })
}

// fickle thinks better of a genome when it is asked for the last time.
func fickle() warbler.Problem {
	var calls atomic.Int64
	return warbler.Binary(9, func(warbler.Bits) int {
		if calls.Add(1) <= 200+40 { // a population, and a generation of the genetic algorithm
			return 6
		}
		return 7
	})
}

// A panic in the objective becomes an error that says where, in whatever
// goroutine it happens, and the best so far is kept.
func TestPanics(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	for _, threads := range []int{1, 2} {
		for _, replicas := range []int{1, 5} {
			for _, name := range []string{"genetic", "tabu", "annealing", "cellular", "quantum", "iterated"} {
				var calls atomic.Int64
				p := warbler.Binary(40, func(g warbler.Bits) int {
					if calls.Add(1) > 5000 {
						_ = []int{1, 2}[g.Count()+2]
					}
					return g.Count() % 39
				})
				r, err := warbler.Solve(background, p, warbler.Algorithm(name), warbler.Threads(threads), warbler.Replicas(replicas),
					warbler.Checkpoint(file), warbler.CheckpointEvery(time.Hour))
				var panicked *search.PanicError
				if !errors.As(err, &panicked) || !strings.Contains(err.Error(), "panic in github.com/warbler-opt/warbler_test.TestPanics.func1 (solve_test.go:") ||
					!strings.Contains(err.Error(), "index out of range") || !strings.Contains(panicked.Stack, "solve_test.go") {
					t.Errorf("%s with %d threads: %v", name, threads, err)
				}
				// It cannot be verified: the objective panics again.
				if r != nil {
					t.Errorf("%s: %v", name, r)
				}
			}
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the state of an engine that panicked was saved")
	}
	// One that panics at some genomes only.
	p := warbler.Binary(200, func(g warbler.Bits) int {
		if g.Count() > 130 {
			panic(errors.New("too many"))
		}
		return g.Count()
	})
	r, err := warbler.Solve(background, p)
	if r == nil || r.Value < 120 || r.Value > 130 || r.Steps < 1 || r.Evaluations < 200 || r.Status != search.Crashed || !r.Verified || err == nil || !strings.HasSuffix(err.Error(), ": too many") {
		t.Errorf("%v, %v", r, err)
	}
	// With replicas in several places.
	r, err = warbler.Solve(background, p, warbler.On(nil, nil), warbler.Replicas(4))
	if r == nil || len(r.Runs) != 4 || r.Value < 120 || r.Status != search.Crashed || r.Device != "cpu,cpu" || err == nil || !strings.Contains(err.Error(), ": too many") {
		t.Errorf("%v, %v", r, err)
	}
	// A gene that does not exist: the line is the caller's, not that of Has.
	p = warbler.Binary(64, func(g warbler.Bits) int {
		if g.Has(64) {
			return 1
		}
		return 0
	})
	if _, err := warbler.Solve(background, p); err == nil || !strings.Contains(err.Error(), "TestPanics.func3 (solve_test.go:") {
		t.Error(err)
	}
	// In the first population there is nothing to keep.
	p = warbler.Real([]float64{0}, []float64{1}, func([]float64) float64 { panic("no") })
	if r, err := warbler.Solve(background, p); r != nil || err == nil || !strings.HasSuffix(err.Error(), ": no") {
		t.Errorf("%v, %v", r, err)
	}
}

// The end of the context is no error, in the midst of a step either.
func TestCancel(t *testing.T) {
	for _, name := range []string{"genetic", "tabu", "cellular", "quantum", "annealing"} {
		ctx, cancel := context.WithCancel(background)
		var armed, calls atomic.Int64
		p := warbler.Binary(50, func(g warbler.Bits) int {
			if armed.Load() > 0 && calls.Add(1) == 30 {
				cancel()
			}
			return g.Count() % 49
		})
		run := warbler.New(ctx, p, warbler.Algorithm(name), warbler.Every(1))
		steps := int64(0)
		for progress := range run.Progress() {
			armed.Store(1)
			steps = progress.Steps
		}
		r, err := run.Result()
		if err != nil || r.Status != search.Interrupted || !r.Verified || r.Steps != steps {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if r, err := warbler.Solve(ctx, p, warbler.Algorithm(name)); r == nil && !errors.Is(err, context.Canceled) || r != nil && r.Status != search.Interrupted {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		cancel()
	}
}

func TestProgress(t *testing.T) {
	p := spaces()["real"]
	run := warbler.New(background, p, warbler.Every(7), warbler.Generations(30), warbler.Replicas(3))
	if _, err := run.Best(); err == nil {
		t.Error("a best before the run")
	}
	var steps []int64
	for progress := range run.Progress() {
		steps = append(steps, progress.Steps)
		best, err := run.Best()
		if err != nil || problem.ToFloat(best.Score) != progress.Value || progress.Elapsed <= 0 || progress.Evaluations == 0 {
			t.Errorf("%+v, %v, %+v", best, err, progress)
		}
	}
	if !reflect.DeepEqual(steps, []int64{7, 14, 21, 28, 30}) {
		t.Error(steps)
	}
	for range run.Progress() {
		t.Error("a run goes on after its end")
	}
	r, err := run.Result()
	if best, failed := run.Best(); err != nil || failed != nil || r.Status != search.Exhausted || best.Score != r.Score {
		t.Errorf("%v, %v, %v", r, err, failed)
	}

	run = warbler.New(background, p, warbler.Every(7))
	for range run.Progress() {
		if r, err := run.Result(); r != nil || err == nil {
			t.Errorf("a result before the end: %v, %v", r, err)
		}
		break
	}
	if r, err := run.Result(); err != nil || r.Steps != 7 || r.Status != search.Interrupted || !r.Verified {
		t.Errorf("%v, %v", r, err)
	}

	// A loop that panics leaves a run that says so.
	run = warbler.New(background, p, warbler.Every(7))
	func() {
		defer func() { _ = recover() }()
		for range run.Progress() {
			panic("mine")
		}
	}()
	if r, err := run.Result(); r != nil || err == nil {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := run.Best(); err == nil {
		t.Error("a best of an engine that is closed")
	}
}

// What is nil is refused, or nothing, and no crash.
func TestNothing(t *testing.T) {
	count := func(b warbler.Bits) int { return b.Count() }
	var nothing context.Context
	if r, err := warbler.Solve(nothing, warbler.Binary(5, count)); r != nil || err == nil || !strings.Contains(err.Error(), "there is no context") {
		t.Errorf("%v, %v", r, err)
	}
	loop := warbler.NewLoop(nothing, warbler.Binary(5, count))
	if _, err := loop.Result(); err == nil || !strings.Contains(err.Error(), "there is no context") {
		t.Error(err)
	}
	if r, err := warbler.Solve(background, warbler.Binary(5, count, nil), warbler.Generations(1), nil, warbler.Watch(nil)); err != nil || r.Value < 3 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestResume(t *testing.T) {
	for name, p := range spaces() {
		state := filepath.Join(t.TempDir(), "state")
		options := []warbler.Option{warbler.Seed(5), warbler.Replicas(2), warbler.Param("population", 30)}
		solve := func(options ...warbler.Option) *warbler.Result {
			t.Helper()
			r, err := warbler.Solve(background, p, options...)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return r
		}
		solve(append(options, warbler.Generations(6), warbler.Checkpoint(state))...)
		rest, whole := solve(warbler.Resume(state), warbler.Generations(12)), solve(append(options, warbler.Generations(12))...)
		if !reflect.DeepEqual(rest.Runs, whole.Runs) {
			t.Errorf("%s: %+v, want %+v", name, rest.Runs, whole.Runs)
		}
		var mismatch *search.CheckpointError
		if _, err := warbler.Solve(background, p, warbler.Resume(state), warbler.Seed(6), warbler.Replicas(2)); !errors.As(err, &mismatch) {
			t.Errorf("%s: %v", name, err)
		}
		// Neither the parameters of another algorithm nor other genomes are refused as such.
		if _, err := warbler.Solve(background, p, warbler.Resume(state), warbler.Algorithm("annealing")); !errors.As(err, &mismatch) || !strings.Contains(mismatch.Reason, "another algorithm") {
			t.Errorf("%s: %v", name, err)
		}
		three := warbler.Binary(3, func(warbler.Bits) int { return 0 })
		if _, err := warbler.Solve(background, three, warbler.Resume(state)); !errors.As(err, &mismatch) || !strings.Contains(mismatch.Reason, "another problem") && !strings.Contains(mismatch.Reason, "another representation") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTopAndTrace(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace.jsonl")
	r, err := warbler.Solve(background, spaces()["binary"], warbler.Generations(9), warbler.Top(3), warbler.Trace(trace), warbler.Every(2))
	if err != nil || len(r.Top) != 3 || r.Top[0].Score != r.Score || r.Top[2].Score > r.Top[1].Score || reflect.DeepEqual(r.Top[0].Genome, r.Top[1].Genome) {
		t.Errorf("%v, %v", r, err)
	}
	text, err := os.ReadFile(trace)
	if err != nil || strings.Count(string(text), "\n") != 10 {
		t.Errorf("%s, %v", text, err)
	}
	// With several objectives it has the columns that the command's has.
	trace = filepath.Join(t.TempDir(), "trace.csv")
	if _, err := warbler.Solve(background, warbler.Together(spaces()["binary"], spaces()["binary"]), warbler.Generations(2), warbler.Trace(trace)); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(trace); err != nil || !strings.HasPrefix(string(text), "replica,step,evaluations,best,worst,mean,deviation,diversity,online,offline,front,hypervolume,seconds\n") {
		t.Errorf("%s, %v", text, err)
	}
}

// The answer on a device is that of the CPU.
func TestDevices(t *testing.T) {
	p := example(t, "knapsack-50.txt")
	options := []warbler.Option{warbler.Algorithm("tabu"), warbler.Generations(10), warbler.Replicas(2)}
	want, err := warbler.Solve(background, p, append(options, warbler.Device("cpu"))...)
	if err != nil {
		t.Fatal(err)
	}
	if auto, err := warbler.Solve(background, p, options...); err != nil || !reflect.DeepEqual(auto.Runs, want.Runs) {
		t.Errorf("auto: %v, %v", auto, err)
	}
	for _, d := range devicetest.All(t) {
		id := d.Info().ID()
		for _, where := range []warbler.Option{warbler.On(d), warbler.Device(id)} {
			got, err := warbler.Solve(background, p, append(options, where)...)
			if err != nil || got.Device != id || !reflect.DeepEqual(got.Runs, want.Runs) {
				t.Errorf("%s: %v, %v, want %v", id, got, err, want)
			}
		}
		for _, both := range []warbler.Option{warbler.Device(id + ",cpu"), warbler.On(d, nil)} {
			got, err := warbler.Solve(background, p, append(options, both)...)
			if err != nil || got.Device != id+",cpu" || !reflect.DeepEqual(got.Runs, want.Runs) {
				t.Errorf("%s and the CPU: %v, %v, want %v", id, got, err, want)
			}
		}
		if _, err := warbler.Solve(background, spaces()["real"], warbler.On(d)); err == nil || !strings.Contains(err.Error(), "has no kernel, so it cannot run on "+id) {
			t.Error(err)
		}
		// With auto, the default, a run begins on the CPU and moves.
		replicas.Forced.Device, replicas.Forced.After = id, 4
		moved, err := warbler.Solve(background, p, options...)
		replicas.Forced.Device = ""
		if err != nil || moved.Device != id || !reflect.DeepEqual(moved.Runs, want.Runs) {
			t.Errorf("moved to %s: %v, %v, want %v", id, moved, err, want)
		}
		// A run after the devices were closed opens its own anew.
		if err := warbler.CloseDevices(); err != nil {
			t.Error(err)
		}
		if got, err := warbler.Solve(background, p, append(options, warbler.Device(id))...); err != nil || !reflect.DeepEqual(got.Runs, want.Runs) {
			t.Errorf("%s: %v, %v, want %v", id, got, err, want)
		}
	}
	if err := warbler.CloseDevices(); err != nil {
		t.Error(err)
	}
}

// Without a limit a run ends by a rule that counts steps, as in the command.
func TestWithoutALimit(t *testing.T) {
	p := warbler.Binary(40, func(b warbler.Bits) int { return b.Count() % 37 })
	want, err := warbler.Solve(background, p, warbler.Replicas(2))
	if err != nil || want.Status != search.Stagnated {
		t.Fatalf("%v, %v", want, err)
	}
	for _, s := range want.Runs {
		if waited := s.Steps - s.Found; waited != max(1000, 2*s.Found) {
			t.Errorf("waited %d steps for more than was found at %d", waited, s.Found)
		}
	}
	if line := want.Reproduce(); line != `warbler.Solve(ctx, problem, warbler.Algorithm("genetic"), warbler.Seed(1), warbler.Replicas(2))` {
		t.Error(line)
	}
	zeros, err := warbler.Solve(background, p, warbler.Replicas(2), warbler.Generations(0), warbler.Time(0), warbler.Stagnation(0), warbler.Every(0), warbler.Threads(0))
	if err != nil || !reflect.DeepEqual(zeros.Runs, want.Runs) {
		t.Errorf("zeros are limits: %v, %v", zeros, err)
	}
	front, err := warbler.Solve(background, warbler.Together(p, p))
	if err != nil || front.Status != search.Exhausted || front.Steps != 250 || len(front.Front) == 0 {
		t.Errorf("%v, %v", front, err)
	}
}

// Every solution that a result has tells its value as the problem states it, and replicas
// tell how they did.
func TestValues(t *testing.T) {
	cost := func(b warbler.Bits) int { return 50 - b.Count()%37 }
	p := warbler.Binary(40, cost, warbler.Minimize(), warbler.Name("cost"))
	r, err := warbler.Solve(background, p, warbler.Generations(5), warbler.Replicas(6), warbler.Top(3), warbler.Target(18))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range slices.Concat(r.Runs, r.Top) {
		if want := float64(cost(s.Genome.Bits)); s.Value != want || s.Violation != 0 || s.Values != nil {
			t.Errorf("%+v, want %v", s, want)
		}
	}
	s, sum, hits := r.Statistics(), 0.0, 0
	for _, run := range r.Runs {
		sum += run.Value
		if run.Value <= 18 {
			hits++
		}
	}
	if s.Count != 6 || s.Best != r.Value || s.Worst < s.Mean || math.Abs(s.Mean-sum/6) > 1e-9 || s.Deviation < 0 || s.Hits != hits {
		t.Errorf("%+v of %+v", s, r.Runs)
	}

	two := warbler.Together(p, warbler.Binary(40, func(b warbler.Bits) int { return b.Count() }))
	run := warbler.New(background, two, warbler.Generations(5), warbler.Replicas(2), warbler.Top(2))
	for range run.Progress() {
		if best, err := run.Best(); err != nil || len(best.Values) != 2 || best.Value != best.Values[0] {
			t.Errorf("%+v, %v", best, err)
		}
	}
	r, err = run.Result()
	if err != nil || len(r.Front) == 0 {
		t.Fatal(r, err)
	}
	for _, s := range slices.Concat(r.Front, r.Runs) {
		if want := []float64{float64(cost(s.Genome.Bits)), float64(warbler.Bits(s.Genome.Bits).Count())}; !slices.Equal(s.Values, want) || s.Value != want[0] {
			t.Errorf("%+v, want %v", s, want)
		}
	}
}

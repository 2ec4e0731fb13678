package experiment

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/search"
)

// tracesIn are all traces of a campaign, by the run's number.
func tracesIn(t *testing.T, dir string) map[int][]Point {
	t.Helper()
	all := map[int][]Point{}
	err := EachTrace(dir, func(run int, points []Point) error {
		all[run] = points
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A trace is that of a run alone, step by step, and ends with its answer.
func TestTracesAreTheRuns(t *testing.T) {
	dir := t.TempDir()
	p := planOf(t, mixed(3, 1))
	c, err := Create(dir, p, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background(), Where{CPU: true}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	traces := tracesIn(t, dir)
	r, err := Open(dir)
	if err != nil || len(traces) != r.Runs() {
		t.Fatalf("%d traces of %d runs, %v", len(traces), r.Runs(), err)
	}
	for _, g := range p.groups {
		for _, cell := range g.members {
			run := r.Cells[cell].Runs[1]
			e, err := g.algorithm.Engine(context.Background(), search.Config{
				Problem: g.problem, Values: g.values, Stop: g.stop, Trace: true, Replicas: []search.Replica{g.replica(run.Number)},
			})
			if err != nil {
				t.Fatal(err)
			}
			var want []Point
			for running := true; running; {
				p, err := e.Step(context.Background(), 1)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range p.Samples {
					if len(want) == 0 || s.BestSoFar > want[len(want)-1].Score {
						want = append(want, Point{s.Step, s.Evaluations, s.BestSoFar})
					}
				}
				running = p.Running > 0
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			got := traces[run.Number]
			if !reflect.DeepEqual(got, want) {
				t.Errorf("run %d: %v, want %v", run.Number, got, want)
			}
			if last := got[len(got)-1]; last.Score != run.Score || last.Step != run.Found {
				t.Errorf("run %d ends with %+v, its trace with %+v", run.Number, run, last)
			}
		}
	}
}

// Of the improvements within a stride the last is kept.
func TestTraceStride(t *testing.T) {
	r := &recorder{10, make([][]Point, 1)}
	var p search.Progress
	for step, best := range []int64{5, 5, 6, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 10} {
		p.Samples = append(p.Samples, search.Sample{Step: int64(step), Evaluations: int64(step) * 4, BestSoFar: best})
	}
	for _, part := range [][]search.Sample{p.Samples[:7], p.Samples[7:]} {
		if err := r.Observe(search.Progress{Samples: part}, 0); err != nil {
			t.Fatal(err)
		}
	}
	got, ok := r.trace(0, search.Solution{Score: 10}, true)
	if want := []Point{{0, 0, 5}, {9, 36, 8}, {20, 80, 9}, {21, 84, 10}}; !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, ok, want)
	}
	// Nothing was seen of the end.
	end := search.Solution{Score: 12, Steps: 30, Evaluations: 120}
	if _, ok := r.trace(0, end, true); ok {
		t.Error("a trace without its end was taken for a whole one")
	}
	if got, ok := r.trace(0, end, false); !ok || got[len(got)-1] != (Point{30, 120, 12}) {
		t.Errorf("%v, %v", got, ok)
	}
}

func TestTraceOfWalksThatTimeEnds(t *testing.T) {
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, "trace = 500\nseeds.count = 2\nstop.time = \"30ms\"\n[[problem]]\nfile = \"maxsat-100.wcnf\"\n[[algorithm]]\nname = \"walk\"\n"), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background(), Where{CPU: true}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	traces := tracesIn(t, dir)
	for _, run := range r.Cells[0].Runs {
		if p := traces[run.Number]; len(p) < 2 || p[len(p)-1].Score != run.Score {
			t.Errorf("%+v: %v", run, p)
		}
	}
}

func TestTracesArePacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Point
		p := Point{Score: rapid.Int64().Draw(t, "score")}
		for range rapid.IntRange(1, 20).Draw(t, "points") {
			want = append(want, p)
			p.Step += rapid.Int64Range(1, 1<<40).Draw(t, "steps")
			p.Evaluations += rapid.Int64Range(1, 1<<50).Draw(t, "evaluations")
			p.Score = rapid.Int64Range(p.Score, math.MaxInt64).Draw(t, "better")
		}
		bytes := packTrace(want)
		got, err := unpackTrace(bytes)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
		if _, err := unpackTrace(bytes[:len(bytes)-1]); err == nil {
			t.Fatal("a cut trace was read")
		}
	})
	far := []Point{{0, 1, math.MinInt64}, {1, 2, math.MaxInt64}}
	if got, err := unpackTrace(packTrace(far)); err != nil || !reflect.DeepEqual(got, far) {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzTrace(f *testing.F) {
	f.Add(packTrace([]Point{{0, 10, -5}, {7, 80, 1 << 40}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, b []byte) {
		trace, err := unpackTrace(b)
		if err != nil {
			return
		}
		if again, err := unpackTrace(packTrace(trace)); err != nil || !reflect.DeepEqual(again, trace) {
			t.Errorf("%v becomes %v, %v", trace, again, err)
		}
	})
}

func TestPlansWithoutTraces(t *testing.T) {
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, good), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background(), Where{CPU: true}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	if n := len(tracesIn(t, dir)); n != 0 {
		t.Errorf("%d traces", n)
	}
	if err := EachTrace(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "there is no campaign") {
		t.Error(err)
	}
}

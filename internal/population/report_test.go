package population

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func evaluations(step int64) int64 { return 10 * (1 + step) }

func TestProgress(t *testing.T) {
	states := []State{
		{Status: search.Reached, Step: 3, Best: 7},
		{Step: 5, Best: 6, Found: 2, Anchor: 0.5, Online: -1, Offline: 2},
		{Step: 5, Best: problem.Worst},
	}
	want := search.Progress{Steps: 5, Evaluations: 40 + 60 + 60, Running: 2, Best: 7}
	if got := Progress(states, evaluations); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if step, running := Front(states); step != 5 || !running {
		t.Error(step, running)
	}
	if _, running := Front(states[:1]); running {
		t.Error("a finished replica runs")
	}

	var c search.Checkpoint
	PutStates(&c, states)
	if c.Header.Steps != 5 {
		t.Errorf("the header says %d steps", c.Header.Steps)
	}
	states[0].Status = search.Running // it is judged by the rules of now
	r := &checkpoint.Reader{Checkpoint: &c}
	if got := GetStates(r, 3, rulesFor(nil, search.Stop{})); r.Err != nil || !reflect.DeepEqual(got, states) {
		t.Errorf("%+v, %v", got, r.Err)
	}
	if GetStates(r, 2, Rules{}); r.Err == nil {
		t.Error("the states of more replicas were taken")
	}
}

// A replica that has ended leaves no record, so what lies in its place is
// skipped, even where its step is right by chance.
func TestSamplesOfEndedReplicas(t *testing.T) {
	states := []State{{Step: 6}, {Step: 5, Status: search.Stagnated}}
	var records []Record
	for k, step := range []int64{5, 5, 6, 6} {
		records = append(records, Record{Step: step, Best: int64(100 + k)})
	}
	var lines [][3]int64
	for _, s := range samples(nil, records, 5, states, evaluations) {
		lines = append(lines, [3]int64{int64(s.Replica), s.Step, s.Best})
	}
	if want := [][3]int64{{0, 5, 100}, {1, 5, 101}, {0, 6, 102}}; !reflect.DeepEqual(lines, want) {
		t.Errorf("got %v, want %v", lines, want)
	}
}

func TestLaunchSize(t *testing.T) {
	for _, c := range []struct {
		size  LaunchSize
		steps int
		took  int // in quarters of LaunchTime
		want  LaunchSize
	}{
		{8, 8, 4, 8},   // as it should be
		{8, 8, 1, 16},  // too short
		{8, 3, 1, 8},   // short because less was asked for
		{8, 8, 16, 2},  // four times too long
		{1, 1, 400, 1}, // a step cannot be split
	} {
		if got := c.size.Next(c.steps, LaunchTime*time.Duration(c.took)/4); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// A run waits for so many steps, and for so many times those that its best took.
func TestPatience(t *testing.T) {
	r := Rules{Bound: math.MaxInt64, Target: math.MaxInt64, Steps: math.MaxInt64, Stagnation: 10, Patience: 2, Convergence: -1}
	for found, end := range map[int64]int64{0: 10, 4: 14, 5: 15, 6: 18, 100: 300} {
		s := NewState()
		for step := int64(0); s.Status == search.Running; step++ {
			s.Judge(step, min(step, found), 0, 1, r, false)
		}
		if s.Status != search.Stagnated || s.Step != end {
			t.Errorf("found at %d: %v at %d, want %d", found, s.Status, s.Step, end)
		}
	}
}

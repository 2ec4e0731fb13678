package replicas_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// moved has runs move to OpenCL after a step.
func moved(t *testing.T, after int64) {
	t.Helper()
	const id = "opencl:0"
	if !slices.Contains(devicetest.IDs(t), id) {
		t.Skip("no OpenCL device can be used here")
	}
	replicas.Forced.Device, replicas.Forced.After = id, after
	t.Cleanup(func() { replicas.Forced.Device, replicas.Forced.After = "", 0 })
}

// begin makes an engine that moves, and tells what became of it.
func begin(t *testing.T, a search.Algorithm, c search.Config) (search.Engine, *replicas.Moving, *[]replicas.Move) {
	t.Helper()
	var told []replicas.Move
	e, m, err := replicas.Begin(context.Background(), a, c, func(x replicas.Move) { told = append(told, x) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e, m, &told
}

// A run that moves has the trajectory, the bests and the checkpoints of one that stays,
// wherever it moves, and also where it was resumed.
func TestMoving(t *testing.T) {
	ones, err := onemax.New(40)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]search.Config{
		"genetic": {Problem: ones, Values: search.Values{"population": "20"}},
		"quantum": {Problem: ones},
		"tabu":    {Problem: ones},
	} {
		a := searchtest.Lookup(t, name)
		c.Replicas, c.Stop, c.Trace = search.Seeds(5, 3), search.Stop{Stagnation: 30}, true
		want := searchtest.History(t, a, c, 3, 10)
		for _, after := range []int64{1, 7, 10, 13} {
			moved(t, after)
			c.Resume = nil
			e, m, told := begin(t, a, c)
			got := searchtest.Follow(t, e, len(c.Replicas), 2, 10)
			searchtest.Same(t, name, want[:2], got)
			if m.Places().ID() != "opencl:0" || len(*told) != 1 || (*told)[0].Device != "opencl:0" || (*told)[0].Step != after {
				t.Errorf("%s: it is on %s: %+v", name, m.Places().ID(), *told)
			}
			c.Resume = bytes.NewReader(got[1].Saved)
			e, _, _ = begin(t, a, c)
			searchtest.Same(t, name+" resumed", want[2:], searchtest.Follow(t, e, len(c.Replicas), 1, 10))
		}
	}
}

// A device that cannot be used leaves the run on the CPU, and the reason is told. Where
// there is no GPU nothing is said.
func TestMovingStays(t *testing.T) {
	for device, reason := range map[string]string{"opencl:99": "device(s)", "cpu": ""} {
		a, c := three(t)
		c.Trace = true
		want := searchtest.History(t, a, c, 2, 10)
		moved(t, 3)
		replicas.Forced.Device = device
		e, m, told := begin(t, a, c)
		searchtest.Same(t, device, want, searchtest.Follow(t, e, len(c.Replicas), 2, 10))
		said := ""
		for _, move := range *told {
			said += move.Err.Error()
		}
		if m.Places().ID() != "cpu" || len(*told) > 1 || (said == "") != (reason == "") || !strings.Contains(said, reason) {
			t.Errorf("%s: it is on %s: %+v", device, m.Places().ID(), *told)
		}
	}
}

// A run that ends before its device is open leaves nothing behind, and is not waited
// for; without a GPU none begins to move.
func TestMovingClosed(t *testing.T) {
	a, c := three(t)
	moved(t, 1<<40)
	e, _, told := begin(t, a, c)
	began := time.Now()
	if _, err := e.Step(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil || time.Since(began) > 5*time.Second || len(*told) > 0 {
		t.Errorf("%v, %+v", err, *told)
	}
	c.Values = search.Values{"population": "1"}
	if _, _, err := replicas.Begin(context.Background(), a, c, nil); err == nil {
		t.Error("a population of one is accepted")
	}
	walk := searchtest.Lookup(t, "walk")
	if replicas.Moves(walk, c.Problem) || !replicas.Moves(a, c.Problem) {
		t.Error("the wrong runs move")
	}
}

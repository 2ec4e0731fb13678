package replicas_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/genetic"
	_ "github.com/warbler-opt/warbler/search/local"
	_ "github.com/warbler-opt/warbler/search/quantum"
	_ "github.com/warbler-opt/warbler/search/walk"
)

// spreads opens an engine on several places.
func spreads(t *testing.T, a search.Algorithm, c search.Config, places []device.Device) search.Engine {
	t.Helper()
	c.Trace = true
	e, err := replicas.Spread(context.Background(), a, c, places)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// Replicas on several places have the trajectories, the bests and the checkpoint of
// one engine, also after a resume.
func TestSpread(t *testing.T) {
	ones, err := onemax.New(40)
	if err != nil {
		t.Fatal(err)
	}
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 30, Clauses: 120, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	formula, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]search.Config{
		"genetic": {Problem: ones, Values: search.Values{"population": "20"}},
		"quantum": {Problem: ones},
		"walk":    {Problem: formula, Values: search.Values{"mode": "tabu", "every": "7"}},
	} {
		a, err := search.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		c.Replicas = search.Seeds(5, 7)
		c.Stop = search.Stop{Stagnation: 30}
		want := searchtest.History(t, a, c, 3, 10)
		for _, d := range devicetest.All(t) {
			for _, places := range [][]device.Device{{nil, d}, {d, nil, d}, {d, d}, {nil}} {
				c.KernelTimes = map[string]time.Duration{}
				e := spreads(t, a, c, places)
				got := searchtest.Follow(t, e, len(c.Replicas), 2, 10)
				searchtest.Same(t, name, want[:2], got)
				if len(places) > 1 && len(c.KernelTimes) == 0 {
					t.Errorf("%s: no kernel took any time", name)
				}
				on := c
				on.Resume = bytes.NewReader(got[1].Saved)
				searchtest.Same(t, name+" resumed", want[2:], searchtest.Follow(t, spreads(t, a, on, places), len(c.Replicas), 1, 10))
			}
		}
	}
}

// three are three replicas of a small run.
func three(t *testing.T) (search.Algorithm, search.Config) {
	t.Helper()
	ones, err := onemax.New(40)
	if err != nil {
		t.Fatal(err)
	}
	a, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	return a, search.Config{Problem: ones, Replicas: search.Seeds(1, 3), Values: search.Values{"population": "20"}}
}

func TestSpreadRefuses(t *testing.T) {
	a, c := three(t)
	saved := searchtest.Save(t, searchtest.Begin(t, spreads(t, a, c, []device.Device{nil, nil})))
	c.Replicas, c.Resume = search.Seeds(1, 4), bytes.NewReader(saved)
	var mismatch *search.CheckpointError
	if _, err := replicas.Spread(context.Background(), a, c, []device.Device{nil, nil}); !errors.As(err, &mismatch) {
		t.Errorf("four replicas from three: %v", err)
	}
	c.Resume, c.Values = nil, search.Values{"population": "1"}
	if _, err := replicas.Spread(context.Background(), a, c, []device.Device{nil, nil}); err == nil {
		t.Error("a population of one is accepted")
	}
}

func TestSpreadTop(t *testing.T) {
	a, c := three(t)
	var want []search.Solution
	for i, e := range []search.Engine{searchtest.Open(t, a, c), spreads(t, a, c, []device.Device{nil, nil})} {
		if _, err := e.Step(context.Background(), 5); err != nil {
			t.Fatal(err)
		}
		top, err := e.(search.Ranked).Top(30)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = top
		} else if !reflect.DeepEqual(top, want) {
			t.Errorf("%v, want %v", top, want)
		}
	}
}

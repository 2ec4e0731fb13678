package genetic

import (
	"context"
	"runtime"
	"testing"

	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// TestStepsMakeNoGarbage: what a step needs is kept for the next, since what is left
// behind is memory that a large population does not have.
func TestStepsMakeNoGarbage(t *testing.T) {
	const members = 100_000
	for name, v := range map[string]search.Values{
		"steady-state": {},
		"incremental":  {"replacement": "incremental"},
		"generational": {"replacement": "generational", "selection": "roulette"},
		"demes":        {"demes": "4"},
	} {
		v["population"] = "100000"
		e, err := newEngine(context.Background(), search.Config{Problem: must(onemax.New(50)), Values: v, Threads: 1, Replicas: search.Seeds(1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		bytes := func() uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := e.Step(context.Background(), 1); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		bytes() // the first makes what is kept
		if got := bytes(); got > members {
			t.Errorf("%s: a step of %d members leaves %d bytes behind", name, members, got)
		}
		e.Close()
	}
}

package memetic

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// needs is what a replica is said to need.
func needs(t *testing.T, p problem.Problem, v search.Values) float64 {
	t.Helper()
	s, err := table.Settings(v)
	if err != nil {
		t.Fatal(err)
	}
	bytes, _ := algorithm(t).Footprint(s, p.Representation())
	return bytes
}

// TestFootprint compares what a replica is said to need with what New takes.
func TestFootprint(t *testing.T) {
	rotation := search.Values{"search": "tabu", "neighborhood": "rotation", "children": "30"}
	both := search.Values{"search": "tabu", "neighborhood": "rotation", "rotations": "2", "children": "30"}
	for _, c := range []struct {
		name   string
		n      int
		values search.Values
	}{
		{"default", 200, nil},
		{"as many children as members", 150, search.Values{"population": "40", "children": "0"}},
		{"tabu", 150, search.Values{"search": "tabu"}},
		{"rotation", 80, rotation},
		{"both ways", 80, both},
	} {
		p := generated(t, "uniform", c.n)
		if _, err := p.(problem.Exchanger).Exchanges(); err != nil { // what all searches share is made once
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e, err := newEngine(t.Context(), search.Config{Problem: p, Values: c.values, Replicas: search.Seeds(1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		e.Close()
		took, said := float64(after.TotalAlloc-before.TotalAlloc), needs(t, p, c.values)
		if said < 0.8*took || said > 1.25*took {
			t.Errorf("%s: it takes %.0f bytes, and is said to need %.0f", c.name, took, said)
		}
	}
}

// TestTooLarge: what has no room is refused before it is begun, what has is not.
func TestTooLarge(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory is not known")
	}
	if need := needs(t, generated(t, "uniform", 100), nil); need > 32<<20 {
		t.Errorf("100 places need %.0f bytes", need)
	}
	large := generated(t, "uniform", 1000)
	rotation := search.Values{"search": "tabu", "neighborhood": "rotation"}
	if need := needs(t, large, rotation); need < 60<<30 {
		t.Errorf("rotations of 1000 places need %.0f bytes", need)
	}
	// So many that no machine has room for them.
	_, err := algorithm(t).Engine(t.Context(), search.Config{Problem: large, Values: rotation, Replicas: search.Seeds(1, 1<<20)})
	var memory *search.UnsuitedError
	if !errors.As(err, &memory) || !strings.HasPrefix(err.Error(), "memetic needs about ") || !strings.HasSuffix(err.Error(), ": lower population, children or replicas") {
		t.Errorf("%v", err)
	}
	e, err := algorithm(t).Engine(t.Context(), search.Config{Problem: generated(t, "uniform", 100), Replicas: search.Seeds(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
}

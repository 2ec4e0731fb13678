package lookahead

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/problem/sat"
)

// A swarm and the lookahead agree on formulas with clauses of any length, and a
// swarm on a device has the nodes of one in Go where there is no model.
func TestSwarmsAgree(t *testing.T) {
	places := append([]device.Device{nil}, devicetest.All(t)...)
	kinds := map[sat.Status]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		vars := 10 + int(seed%20)
		f := random(r, vars, vars*int(2+seed%7), 3+int(seed%4))
		want, err := Solve(context.Background(), f, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		kinds[want.Status]++
		nodes := int64(0)
		for _, d := range places {
			got, err := Solve(context.Background(), f, Options{Algorithm: "swarm", Device: d})
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != want.Status {
				t.Fatalf("seed %d: %v, want %v", seed, got.Status, want.Status)
			}
			if got.Status == sat.Satisfiable {
				checkModel(t, f, got)
				continue
			}
			if d == nil {
				nodes = got.Nodes
			} else if got.Nodes != nodes {
				t.Errorf("seed %d: %d nodes, want %d", seed, got.Nodes, nodes)
			}
		}
	}
	if kinds[sat.Satisfiable] < 10 || kinds[sat.Unsatisfiable] < 10 {
		t.Errorf("%v: too much of one kind to tell", kinds)
	}
}

// The verdicts of SATLIB: all on GPUs, and up to 100 variables on other devices.
func TestSwarmSatlib(t *testing.T) {
	each := 1000
	if testing.Short() {
		each = 1
	}
	files, want := satlib(t, each)
	places := append([]device.Device{nil}, devicetest.All(t)...)
	for i, name := range files {
		f := readFile(t, name)
		for _, d := range places {
			switch {
			case d == nil && (f.Vars > 150 || i%4 > 0), d != nil && !d.Info().GPU && f.Vars > 100:
				continue
			}
			r, err := Solve(context.Background(), f, Options{Algorithm: "swarm", Device: d})
			if err != nil {
				t.Fatal(err)
			}
			if (r.Status == sat.Satisfiable) != want[i] || r.Status == sat.Unknown {
				t.Errorf("%s: %v", name, r.Status)
			}
			if r.Status == sat.Satisfiable {
				checkModel(t, f, r)
			}
		}
	}
}

package walk

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// How memory is laid out changes no flip: these are hashes of the variables in
// the order in which they were flipped.
func TestFlipsGolden(t *testing.T) {
	mixed := &sat.Formula{Name: "mixed"}
	for c := range int32(300) {
		clause := []int32{c%40 + 1, -(c*7%40 + 1), c*11%40 + 1, c*13%40 + 1, -(c*17%40 + 1)}
		mixed.Add(1, clause[:1+c*5%9%5]...)
	}
	hub := &sat.Formula{Name: "hub"} // so many clauses need variable 1 that a byte cannot count them
	for c := range int32(600) {
		hub.Add(1, 1, (c*7%60+2)*(1-c/3%2*2))
	}
	for _, c := range []struct {
		name, mode string
		p          cnf.Problem
		flips      int64
		want       uint64
	}{
		{"3-SAT", "weighting", generate(t, sat.Random{Width: 3, Vars: 500, Clauses: 2100, Seed: 1}), 30_000, 0x6d32705b476da7f8},
		{"3-SAT", "tabu", generate(t, sat.Random{Width: 3, Vars: 500, Clauses: 2100, Seed: 1}), 10_000, 0x20ce1d9d6f740735},
		{"3-SAT", "probing", generate(t, sat.Random{Width: 3, Vars: 500, Clauses: 2100, Seed: 1}), 30_000, 0xd0afa9c37817aefd},
		{"over-constrained", "weighting", generate(t, sat.Random{Width: 3, Vars: 200, Clauses: 2000, Seed: 2}), 10_000, 0x1afd01d10de68ca9},
		{"over-constrained", "probing", generate(t, sat.Random{Width: 3, Vars: 200, Clauses: 2000, Seed: 2}), 30_000, 0x12202464abf7dfb6},
		{"large", "weighting", generate(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 84_000, Seed: 3}), 60_000, 0x57929ad119402ba4},
		{"large", "tabu", generate(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 84_000, Seed: 3}), 60_000, 0x84c00ddce2beacc4},
		{"large", "probing", generate(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 84_000, Seed: 3}), 100_000, 0x9ec237712b672639},
		{"2-SAT", "tabu", generate(t, sat.Random{Width: 2, Vars: 300, Clauses: 2000, Seed: 4}), 10_000, 0x6b931b5325383c82},
		{"2-SAT", "probing", generate(t, sat.Random{Width: 2, Vars: 300, Clauses: 2000, Seed: 4}), 30_000, 0x5b9515b1628f105f},
		{"5-SAT", "probing", generate(t, sat.Random{Width: 5, Vars: 300, Clauses: 6000, Seed: 5}), 30_000, 0x20275ddf947af2ad},
		{"5-SAT", "weighting", generate(t, sat.Random{Width: 5, Vars: 300, Clauses: 6000, Seed: 5}), 30_000, 0x5f1f9395d68ce991},
		{"weighted", "tabu", generate(t, sat.Random{Width: 3, Vars: 300, Clauses: 2000, Seed: 6, MaxWeight: 50}), 10_000, 0x487e509e2173cbd1},
		{"weighted", "weighting", generate(t, sat.Random{Width: 3, Vars: 300, Clauses: 2000, Seed: 6, MaxWeight: 50}), 10_000, 0x4728bc737584118d},
		{"partial", "weighting", generate(t, sat.Random{Width: 3, Vars: 300, Clauses: 1500, Seed: 7, MaxWeight: 50, Hard: 0.5}), 10_000, 0x38920c31c6adcfaf},
		{"mixed", "weighting", newProblem(t, mixed), 10_000, 0x4065f2a984864fc6},
		{"mixed", "tabu", newProblem(t, mixed), 10_000, 0x9a83ac74cd411ff1},
		{"mixed", "probing", newProblem(t, mixed), 10_000, 0xe763cd4ca687f816},
		{"hub", "weighting", newProblem(t, hub), 10_000, 0x41b5915c2c779bbc},
		{"hub", "tabu", newProblem(t, hub), 10_000, 0xc7e5a5c0198c5d1a},
		{"hub", "probing", newProblem(t, hub), 30_000, 0x9a7d0cc9a5960e78},
	} {
		w := newPlan(newFormula(c.p), c.mode, true).newReplica().walkers[0]
		w.begin(3)
		w.improved(0)
		sum := fnv.New64a()
		at := rng.Address{Seed: 9, Purpose: rng.Walk}
		for step := int64(1); step <= c.flips; step++ {
			at.Step = uint64(step)
			x0, x1, x2, x3 := at.Block(0)
			v, _ := w.advance(x0, x1, x2, x3, step)
			var word [4]byte
			binary.LittleEndian.PutUint32(word[:], v)
			sum.Write(word[:])
		}
		if got := sum.Sum64(); got != c.want {
			t.Errorf("%s on %s: %#x, want %#x", c.mode, c.name, got, c.want)
		}
	}
}

// Blocks have what the table has, also for variables in more clauses than fit.
func TestBlocks(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: blockVars, Clauses: 4 * blockVars, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for v := range int32(100) {
		f.Add(1, 1, -(v + 2))
		f.Add(1, -1, v+2)
	}
	g := newFormula(newProblem(t, f))
	if g.blocks.words == nil {
		t.Fatal("no blocks")
	}
	for v := range uint32(g.vars) {
		clauses, own := g.around(v)
		if !slices.Equal(clauses[:own], g.Occurrences(2*v)) || !slices.Equal(clauses[own:], g.Occurrences(2*v+1)) {
			t.Fatalf("variable %d: %v, %d of them its own", v, clauses, own)
		}
	}
}

// BenchmarkFlips measures flips of walks that have left the steep descent
// behind, on random 3-SAT near the threshold.
func BenchmarkFlips(b *testing.B) {
	for _, vars := range []int{1000, 10_000, 100_000, 1_000_000} {
		var p cnf.Problem
		for _, mode := range []string{"probing", "tabu", "weighting"} {
			b.Run(fmt.Sprintf("%s-%d", mode, vars), func(b *testing.B) {
				if testing.Short() && vars > 100_000 {
					b.Skip("some GiB and seconds of preparation")
				}
				if p == nil {
					p = generate(b, sat.Random{Width: 3, Vars: vars, Clauses: vars * 42 / 10, Seed: 1})
				}
				e, err := New(context.Background(), search.Config{Problem: p, Values: search.Values{"mode": mode}, Replicas: search.Seeds(1, 1), Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				// A walk does not end here when all clauses are satisfied.
				c := replicaOf(b, e)
				c.Frame.Rules.Bound = math.MaxInt64
				warm := int64(5 * vars)
				if mode == "tabu" { // up to 10,000 variables it looks at all
					warm = int64(min(5*vars, 2*vars+20_000))
				}
				c.Run(warm)
				const batch = 1000
				flips := 0
				for b.Loop() {
					c.Run(batch)
					flips += batch
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(flips), "ns/flip")
			})
		}
	}
}

package knapsack

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/problemtest"
)

// TestKernel compares scores and repairs with Go on every device: packed and
// wide fields, few and many words, with and without tables.
func TestKernel(t *testing.T) {
	devicetest.Optimized(t)
	wide := func(k *Instance) *Instance {
		for _, row := range append(k.Weights, k.Profits) {
			for j := range row {
				row[j] *= 1<<40 + 1
			}
			row[0]++ // no common divisor
		}
		for i := range k.Capacities {
			k.Capacities[i] *= 1<<40 + 1
		}
		return k
	}
	for _, c := range []struct {
		name       string
		inst       *Instance
		long       bool
		constraint constraint
	}{
		{"n=50", benchmarkInstance(50, 1), false, penalty},
		{"n=50,random", benchmarkInstance(50, 1), false, randomRepair},
		{"n=50,greedy", benchmarkInstance(50, 1), true, greedyRepair},
		{"n=200,m=5,random", benchmarkInstance(200, 5), true, randomRepair},
		{"n=200,m=5,greedy", benchmarkInstance(200, 5), false, greedyRepair},
		{"n=70,m=2,wide", wide(benchmarkInstance(70, 2)), false, penalty},
		{"n=70,m=2,wide,greedy", wide(benchmarkInstance(70, 2)), true, greedyRepair},
		{"n=150,m=2,item by item", benchmarkInstance(150, 2), true, penalty},
		{"n=150,m=2,item by item,random", benchmarkInstance(150, 2), true, randomRepair},
		{"n=150,m=2,item by item,greedy", benchmarkInstance(150, 2), true, greedyRepair},
		{"n=90,m=64,greedy", benchmarkInstance(90, 64), true, greedyRepair},
		{"n=50,index", benchmarkInstance(50, 1), true, indexRepair},
		{"n=250,index", benchmarkInstance(250, 1), false, indexRepair},
		{"n=200,m=5,index", benchmarkInstance(200, 5), true, indexRepair},
		{"n=70,m=2,wide,index", wide(benchmarkInstance(70, 2)), true, indexRepair},
		{"n=1150,m=2,item by item,index", benchmarkInstance(1150, 2), true, indexRepair},
		{"n=5000,greedy", benchmarkInstance(5000, 1), true, greedyRepair},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			p, err := New(c.inst, constraintNames[c.constraint])
			if err != nil {
				t.Fatal(err)
			}
			if r, ok := p.(*repaired); ok {
				r.noTables = strings.Contains(c.name, "item by item")
			} else {
				p.(*objective).noTables = strings.Contains(c.name, "item by item")
			}
			problemtest.Equal(t, p, 11)
		})
	}
}

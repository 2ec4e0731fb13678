package knapsack

import (
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
	itemByItem := func(p *objective) { p.noTables = true }
	for _, c := range []struct {
		name    string
		inst    *Instance
		long    bool
		options []Option
	}{
		{"n=50", benchmarkInstance(50, 1), false, nil},
		{"n=50,random", benchmarkInstance(50, 1), false, []Option{WithConstraint(RandomRepair)}},
		{"n=50,greedy", benchmarkInstance(50, 1), true, []Option{WithConstraint(GreedyRepair)}},
		{"n=200,m=5,random", benchmarkInstance(200, 5), true, []Option{WithConstraint(RandomRepair)}},
		{"n=200,m=5,greedy", benchmarkInstance(200, 5), false, []Option{WithConstraint(GreedyRepair)}},
		{"n=70,m=2,wide", wide(benchmarkInstance(70, 2)), false, nil},
		{"n=70,m=2,wide,greedy", wide(benchmarkInstance(70, 2)), true, []Option{WithConstraint(GreedyRepair)}},
		{"n=150,m=2,item by item", benchmarkInstance(150, 2), true, []Option{itemByItem}},
		{"n=150,m=2,item by item,random", benchmarkInstance(150, 2), true, []Option{itemByItem, WithConstraint(RandomRepair)}},
		{"n=150,m=2,item by item,greedy", benchmarkInstance(150, 2), true, []Option{itemByItem, WithConstraint(GreedyRepair)}},
		{"n=90,m=64,greedy", benchmarkInstance(90, 64), true, []Option{WithConstraint(GreedyRepair)}},
		{"n=50,index", benchmarkInstance(50, 1), false, []Option{WithConstraint(IndexRepair)}},
		{"n=250,index", benchmarkInstance(250, 1), false, []Option{WithConstraint(IndexRepair)}},
		{"n=200,m=5,index", benchmarkInstance(200, 5), true, []Option{WithConstraint(IndexRepair)}},
		{"n=70,m=2,wide,index", wide(benchmarkInstance(70, 2)), true, []Option{WithConstraint(IndexRepair)}},
		{"n=1150,m=2,item by item,index", benchmarkInstance(1150, 2), true, []Option{itemByItem, WithConstraint(IndexRepair)}},
		{"n=5000,greedy", benchmarkInstance(5000, 1), true, []Option{WithConstraint(GreedyRepair)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			p, err := New(c.inst, c.options...)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.Equal(t, p, 11)
		})
	}
}

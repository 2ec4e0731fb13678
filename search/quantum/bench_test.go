package quantum

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// BenchmarkEvolution is an evolution of the paper's size: 250 items, 10 members,
// 500 generations, repair in index order.
func BenchmarkEvolution(b *testing.B) {
	k, err := knapsack.Generate("strongly", 250, 0, 5)
	if err != nil {
		b.Fatal(err)
	}
	p, err := knapsack.New(k, "index")
	if err != nil {
		b.Fatal(err)
	}
	stop := search.Stop{Steps: 500}
	for b.Loop() {
		e, err := newEngine(context.Background(), search.Config{Problem: p, Threads: 1, Replicas: search.Seeds(1, 1), Stop: stop})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := search.Run(context.Background(), e, stop); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evolutions/s")
}

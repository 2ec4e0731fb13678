package genetic

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

func BenchmarkGeneration(b *testing.B) {
	for _, sel := range []string{"uniform", "roulette"} {
		for _, n := range []string{"10000", "1000000"} {
			b.Run(sel+"/"+n, func(b *testing.B) {
				inst, err := knapsack.Generate(knapsack.WeaklyCorrelated, 50, 3)
				if err != nil {
					b.Fatal(err)
				}
				p := must(knapsack.New(inst))
				e, err := New(context.Background(), search.Config{Problem: p, Threads: 1, Replicas: search.Seeds(1, 1), Values: search.Values{"population": n, "selection": sel, "crossover": "one-point", "pm": "0.01", "replacement": "generational"}})
				if err != nil {
					b.Fatal(err)
				}
				defer e.Close()
				b.ResetTimer()
				for b.Loop() {
					if _, err := e.Step(context.Background(), 1); err != nil {
						b.Fatal(err)
					}
				}
				members := float64(e.(*cpu).plan.population())
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/members, "ns/member")
			})
		}
	}
}

package cma

import (
	"context"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/search"
)

// BenchmarkChunk steps Rosenbrock's function in 10 dimensions on the CPU
// and on every device: one small distribution, many of them, and one with a large population.
func BenchmarkChunk(b *testing.B) {
	configs := map[string]search.Config{"cpu": {}}
	for _, id := range devicetest.IDs(b) {
		configs[id] = search.Config{Device: devicetest.Open(b, id)}
	}
	for where, c := range configs {
		for _, size := range []struct{ members, replicas int }{{10, 1}, {10, 1000}, {10000, 1}} {
			b.Run(fmt.Sprintf("%s/%dx%d", where, size.replicas, size.members), func(b *testing.B) {
				c.Problem, c.Replicas = must("rosenbrock", 10), search.Seeds(1, size.replicas)
				c.Values = search.Values{"population": fmt.Sprint(size.members)}
				e, err := newEngine(context.Background(), c)
				if err != nil {
					b.Fatal(err)
				}
				defer e.Close()
				step := func(atMost int) int64 {
					p, err := e.Step(context.Background(), atMost)
					if err != nil {
						b.Fatal(err)
					}
					return p.Steps
				}
				step(1) // compiles the kernel
				b.ResetTimer()
				for done := int64(1); done < 1+int64(b.N); {
					done = step(1 + b.N - int(done))
				}
				b.ReportMetric(float64(size.members*size.replicas)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevals/s")
			})
		}
	}
}

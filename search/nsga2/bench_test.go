package nsga2

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/search"
)

// BenchmarkGeneration is a generation of ZDT1 after 50 others, on one goroutine
// and on every device: one population of three sizes, and a thousand small ones.
func BenchmarkGeneration(b *testing.B) {
	p := must(criteria.New("zdt1", 0))
	for _, d := range append([]device.Device{nil}, devicetest.All(b)...) {
		for _, c := range []struct {
			name, members string
			replicas      int
		}{{"100", "100", 1}, {"1000", "1000", 1}, {"10000", "10000", 1}, {"100 of 1000 replicas", "100", 1000}} {
			if d != nil && !d.Info().GPU && (c.members == "10000" || c.replicas > 1) {
				continue // it takes minutes
			}
			b.Run(searchtest.Name(d)+"/"+c.name, func(b *testing.B) {
				e, err := newEngine(context.Background(), search.Config{
					Problem: p, Device: d, Threads: 1, Values: search.Values{"population": c.members}, Replicas: search.Seeds(1, c.replicas),
				})
				if err != nil {
					b.Fatal(err)
				}
				defer e.Close()
				reached := int64(0)
				step := func(to int64) {
					for reached < to {
						r, err := e.Step(context.Background(), int(to-reached))
						if err != nil {
							b.Fatal(err)
						}
						reached = r.Steps
					}
				}
				step(50)
				b.ResetTimer()
				step(50 + int64(b.N))
			})
		}
	}
}

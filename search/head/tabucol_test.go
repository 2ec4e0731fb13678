package head

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem/coloring"
)

func drawn(n int, density float64) graph.Graph {
	g, err := coloring.Generate(n, 0, density, 1)
	if err != nil {
		panic(err)
	}
	return graph.New(g.Vertices, g.Edges)
}

func random(n, k int, seed uint64) []uint8 {
	at := rng.Address{Seed: seed, Purpose: rng.Init}
	c := make([]uint8, n)
	for v := range c {
		c[v] = uint8(rng.Below(at.Word(uint32(v)), k))
	}
	return c
}

func BenchmarkTabuCol(b *testing.B) {
	for _, c := range []struct {
		name    string
		n, k    int
		density float64
	}{{"500.5", 500, 50, .5}, {"1000.5", 1000, 88, .5}, {"500.9", 500, 128, .9}, {"1000.1", 1000, 21, .1}} {
		b.Run(c.name, func(b *testing.B) {
			t := newTabuCol(newTable(drawn(c.n, c.density), c.k))
			t.begin(random(c.n, c.k, 1), 0)
			b.ResetTimer()
			sum := 0
			done := 0
			for it := 0; it < b.N; it++ {
				if t.conflicts == 0 {
					break
				}
				t.advance(rng.Address{Seed: 1, Purpose: rng.Walk}, 0, it, it+1, 0)
				sum += len(t.list)
				done++
			}
			b.ReportMetric(float64(sum)/float64(done), "conflicting")
			b.ReportMetric(float64(t.best), "best")
		})
	}
}

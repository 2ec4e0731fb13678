package warbler_test

import (
	"testing"
	"time"

	"github.com/warbler-opt/warbler"
)

// own is an objective of about the least that one can do.
func own(g warbler.Bits) int { return g.Count() }

var sink int

// BenchmarkObjective is what an evaluation through the library costs beside the
// function alone, and what a whole run takes for one: selection, crossover,
// mutation and all.
func BenchmarkObjective(b *testing.B) {
	genome := warbler.Genome{Bits: []uint64{12345, 678}}
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			sink += own(genome.Bits)
		}
	})
	b.Run("through the library", func(b *testing.B) {
		p := warbler.Binary(128, own, warbler.Minimize())
		for b.Loop() {
			sink += int(p.Evaluate(genome))
		}
	})
	for _, bits := range []int{64, 1000} {
		b.Run("run of "+map[int]string{64: "64", 1000: "1000"}[bits]+" bits", func(b *testing.B) {
			b.ReportMetric(wholeRun(b, bits, b.N), "ns/evaluation")
		})
	}
}

// wholeRun is the time of a run on one core that makes about so many
// evaluations, in nanoseconds for each.
func wholeRun(b *testing.B, bits, evaluations int) float64 {
	b.Helper()
	const population = 10_000
	r, err := warbler.Solve(background, warbler.Binary(bits, own), warbler.Threads(1), warbler.Param("population", population),
		warbler.Param("replacement", "generational"), warbler.Generations(int64(1+evaluations/population)))
	if err != nil {
		b.Fatal(err)
	}
	return float64(r.Elapsed.Nanoseconds()) / float64(r.Evaluations)
}

// A Go objective may cost 100 ns beyond its own time, of the quickest of many
// tries: others may be at work on the machine.
func TestCostOfAnObjective(t *testing.T) {
	const calls, most = 20_000, 100 * time.Nanosecond
	genome := warbler.Genome{Bits: []uint64{12345, 678}}
	p := warbler.Binary(128, own, warbler.Minimize())
	quickest := func(run func()) time.Duration {
		least := time.Hour
		for range 50 {
			began := time.Now()
			for range calls {
				run()
			}
			least = min(least, time.Since(began)/calls)
		}
		return least
	}
	alone := quickest(func() { sink += own(genome.Bits) })
	through := quickest(func() { sink += int(p.Evaluate(genome)) })
	t.Logf("%v alone, %v through the library", alone, through)
	if through-alone > most {
		t.Errorf("an evaluation takes %v, of which %v are the objective's own", through, alone)
	}
}

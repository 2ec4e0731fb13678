package swarm_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/swarm"
)

// unsatisfiable are the first of the formulas that benchmarks/refute measures.
func unsatisfiable(b *testing.B, d device.Device, vars, count int) (list []*sat.Formula) {
	for seed := uint64(1); len(list) < count; seed++ {
		f, err := sat.Generate(sat.Random{Width: 3, Vars: vars, Clauses: int(math.Round(4.26 * float64(vars))), Seed: seed})
		if err != nil {
			b.Fatal(err)
		}
		r, err := lookahead.Solve(context.Background(), f, lookahead.Options{Device: d})
		if err != nil {
			b.Fatal(err)
		}
		if r.Status == sat.Unsatisfiable {
			list = append(list, f)
		}
	}
	return list
}

// BenchmarkFirstShare measures which part of the searches should begin, by the number
// of variables, on GPUs. A pass refutes ten formulas; s/formula is without opening the
// device.
func BenchmarkFirstShare(b *testing.B) {
	for _, d := range devicetest.All(b) {
		if !d.Info().GPU {
			continue
		}
		for _, vars := range []int{250, 300, 350, 400, 450, 500} {
			b.Run(fmt.Sprintf("%s/vars=%d", d.Info().ID(), vars), func(b *testing.B) {
				formulas := unsatisfiable(b, d, vars, 10)
				for _, share := range []int{1, 2, 3, 4, 5} {
					b.Run(fmt.Sprintf("share=%d", share), func(b *testing.B) {
						defer swarm.ForceShare(share)()
						seconds, count := 0.0, 0
						for b.Loop() {
							for _, f := range formulas {
								r, err := lookahead.Solve(context.Background(), f, lookahead.Options{Device: d})
								if err != nil {
									b.Fatal(err)
								}
								seconds += (r.Elapsed - r.Opening).Seconds()
								count++
							}
						}
						b.ReportMetric(seconds/float64(count), "s/formula")
					})
				}
			})
		}
	}
}

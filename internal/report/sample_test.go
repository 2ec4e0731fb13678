package report_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/warbler-opt/warbler/internal/report"
)

// sample is a made-up campaign: two problems, three variants, runs that hit
// targets, one that found nothing feasible, names that need escapes.
func sample(runs int) *report.Report {
	random := rand.New(rand.NewPCG(1, 2))
	target, zero := 1410.0, 1e-6
	r := &report.Report{
		Title: "Quantum-inspired & genetic <search>",
		Notes: []string{"warbler 0.5.0, linux/amd64", "16 cores, one GPU"},
	}
	for v, name := range []string{"qiga device=cpu", "qiga device=cuda", "ga_100%"} {
		var algorithm, parameters string
		fmt.Sscan(name, &algorithm, &parameters)
		knapsack := report.Group{Problem: "knapsack 250", Algorithm: algorithm, Parameters: parameters + " generations=500", Target: &target}
		sphere := report.Group{Problem: "sphere|10", Algorithm: algorithm, Parameters: parameters + " generations=500", Minimize: true, Target: &zero}
		for i := range runs {
			value := math.Round(1406 + float64(6*random.NormFloat64()) - float64(5*(v/2)))
			run := report.Run{
				Seed: uint64(i), Value: value, Feasible: i != 3 || v != 2, Hit: value >= target, Steps: 500, Evaluations: 5000,
				Seconds: []float64{0.14, 0.0011, 0.05}[v] * (1 + float64(0.1*random.Float64())), Found: 100 + random.Int64N(400),
			}
			knapsack.Runs = append(knapsack.Runs, run)
			knapsack.Traces = append(knapsack.Traces, course(value, 0.02, false))
			cost := math.Pow(10, float64(1.5*random.NormFloat64())+float64(v-6))
			run.Value, run.Hit, run.Feasible = cost, cost <= zero, true
			sphere.Runs = append(sphere.Runs, run)
			sphere.Traces = append(sphere.Traces, course(cost, 0.03, true))
		}
		r.Groups = append(r.Groups, knapsack, sphere)
	}
	return r
}

func course(end, rate float64, down bool) report.Trace {
	var t report.Trace
	for s := int64(0); s <= 500; s += 10 {
		rest := math.Exp(-rate * float64(s))
		v := end - 100*rest
		if down {
			v = end * math.Pow(1e8, rest)
		}
		t = append(t, report.Point{Step: s, Value: v, Evaluations: 10 * (s + 1)})
	}
	return t
}

package report_test

import (
	"fmt"
	"os"

	"github.com/warbler-opt/warbler/internal/report"
)

// Two algorithms, eight runs each, as a table and in words.
func Example() {
	groups := []report.Group{
		{Problem: "knapsack", Algorithm: "genetic"},
		{Problem: "knapsack", Algorithm: "quantum"},
	}
	for seed := range 8 {
		for i := range groups {
			groups[i].Runs = append(groups[i].Runs, report.Run{
				Seed: uint64(seed), Value: float64(1400 + 10*i + seed), Feasible: true, Steps: 500, Evaluations: 5000, Seconds: 0.5,
			})
		}
	}
	a, err := report.Analyze(&report.Report{Title: "A campaign", Groups: groups})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range a.Problems[0].Comparisons {
		fmt.Println(c.Verdict)
	}
	for _, p := range a.Pictures() {
		fmt.Println(p.Name)
	}
	// Output:
	// quantum is better than genetic, p = 0.0002, a large effect.
	// 01-knapsack-box
	// 01-knapsack-histogram
	// 01-knapsack-distribution
	// 01-knapsack-speed
}

func ExampleAnalysis_TestsCSV() {
	a, err := report.Analyze(&report.Report{Groups: []report.Group{{
		Problem: "onemax", Algorithm: "genetic", Runs: []report.Run{{Value: 64, Feasible: true}, {Value: 61, Feasible: true}},
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := a.TestsCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// problem,a,b,mann_whitney_u,mann_whitney_p,a_better,a_better_low,a_better_high,effect,wilcoxon_w,wilcoxon_p,gain_percent,gain_low,gain_high,kolmogorov_smirnov_d,kolmogorov_smirnov_p,verdict
}

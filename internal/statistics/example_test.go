package statistics_test

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/statistics"
)

func ExampleSummarize() {
	s := statistics.Summarize([]float64{1406, 1411, 1396, 1401})
	fmt.Printf("median %g, quartiles %g and %g, deviation %.2f\n", s.Median, s.LowerQuartile, s.UpperQuartile, s.Deviation)
	// Output: median 1403.5, quartiles 1399.75 and 1407.25, deviation 6.45
}

func ExampleMannWhitney() {
	cpu := []float64{19, 22, 16, 29, 24}
	gpu := []float64{20, 11, 17, 12}
	t := statistics.MannWhitney(cpu, gpu)
	fmt.Printf("U = %g, p = %.3f, A12 = %.2f\n", t.Statistic, t.P, t.A12(len(cpu), len(gpu)))
	// Output: U = 17, p = 0.111, A12 = 0.85
}

func ExampleHolm() {
	fmt.Println(statistics.Holm([]float64{0.25, 0.125, 0.03125}))
	// Output: [0.25 0.25 0.09375]
}

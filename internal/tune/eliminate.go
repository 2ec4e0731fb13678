package tune

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// eliminate tells which candidates are worse than the best, with costs in a row
// for each trial. Three and more are compared by Friedman's test and, if that
// finds any difference, each with the best by Conover's; two by Wilcoxon's.
func eliminate(costs [][]float64, level float64) []bool {
	worse, least := make([]bool, len(costs[0])), 0.0
	test, means := statistics.Friedman(costs)
	if len(worse) == 2 {
		differences := make([]float64, len(costs))
		for t, row := range costs {
			if row[0] != row[1] { // two infinities differ by no number
				differences[t] = row[0] - row[1]
			}
		}
		test = statistics.Wilcoxon(differences)
	} else {
		least = statistics.RankDifference(costs, level)
	}
	if test.P < level {
		best := slices.Min(means)
		for i, m := range means {
			worse[i] = m-best > least
		}
	}
	return worse
}

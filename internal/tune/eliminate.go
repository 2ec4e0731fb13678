package tune

import (
	"github.com/warbler-opt/warbler/internal/statistics"
)

// eliminate tells which candidates are worse than the best, with costs in a row
// for each trial. Three and more are compared by Friedman's test and, if that
// finds any difference, each with the best by Conover's; two by Wilcoxon's.
func eliminate(costs [][]float64, level float64) []bool {
	k := len(costs[0])
	worse := make([]bool, k)
	switch {
	case k < 2:
	case k == 2:
		differences := make([]float64, len(costs))
		for t, row := range costs {
			if row[0] != row[1] { // two infinities differ by no number
				differences[t] = row[0] - row[1]
			}
		}
		_, means := statistics.Friedman(costs)
		if statistics.Wilcoxon(differences).P < level {
			worse[0], worse[1] = means[0] > means[1], means[1] > means[0]
		}
	default:
		test, means := statistics.Friedman(costs)
		if !(test.P < level) {
			break
		}
		best := means[0]
		for _, m := range means {
			best = min(best, m)
		}
		least := statistics.RankDifference(costs, level)
		for i, m := range means {
			worse[i] = m-best > least
		}
	}
	return worse
}

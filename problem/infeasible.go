package problem

import (
	"math"
	"strconv"
)

// leastFeasible is the least score of a feasible genome, where the objective is
// Constrained: that of minus infinity, or -2^62. population leaves what is below out of
// means.
func (o Objective) leastFeasible() Score {
	if o.Float {
		return math.MinInt64 + 1<<52 // FromFloat(-Inf); below are the codes of no number
	}
	return -1 << 62
}

// precision is how many bits of a violation are lost in a score: below the least
// feasible one there is room for 2^52 and for 2^62 others.
func (o Objective) precision() int {
	if o.Float {
		return 12
	}
	return 2
}

// WithViolation is a score with what its genome violates, where the objective is
// Constrained. Up to 0 nothing is violated; else the score tells the violation
// alone, to 40 bits or more, and is below all feasible ones, the more so the larger
// the violation is. What is not a number is the Worst.
func (o Objective) WithViolation(s Score, violation float64) Score {
	switch {
	case math.IsNaN(violation):
		return Worst
	case violation > 0:
		return o.leastFeasible() - 1 - Score(math.Float64bits(violation)>>o.precision())
	case s == Worst:
		return s
	}
	return max(s, o.leastFeasible())
}

// Violation is what the genome of a score violates: 0 for a feasible one, and NaN for
// the Worst.
func (o Objective) Violation(s Score) float64 {
	switch least := o.leastFeasible(); {
	case !o.Constrained || s >= least:
		return 0
	case s == Worst:
		return math.NaN()
	default:
		return max(math.Float64frombits(uint64(least-1-s)<<o.precision()), math.SmallestNonzeroFloat64)
	}
}

// infeasible is the word for a violation in answers.
func infeasible(violation float64) string {
	return "infeasible:" + strconv.FormatFloat(violation, 'g', -1, 64)
}

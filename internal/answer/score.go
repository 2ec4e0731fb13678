package answer

import (
	"errors"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// ParseScore is the lowest score that is at least as good as a value of the
// problem's own objective, as it was typed.
func ParseScore(o problem.Objective, text string) (problem.Score, error) {
	if o.Float {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) {
			return 0, errors.New("it is a number")
		}
		if o.Minimize {
			v = -v
		}
		return problem.FromFloat(v), nil
	}
	v, decimals, err := token.Decimal([]byte(text))
	if err != nil {
		return 0, err
	}
	if o.Minimize {
		v = -v
	}
	// More decimals than the data has: the next value that the data can reach.
	for ; decimals > o.Decimals; decimals-- {
		up := v%10 > 0
		if v /= 10; up {
			v++
		}
	}
	score, ok := token.Scale(v, o.Decimals-decimals)
	if !ok {
		return 0, token.ErrRange
	}
	if o.Minimize {
		if score > 0 && o.Total > math.MaxInt64-score {
			return math.MaxInt64, nil // beyond all scores, as a negative cost should be
		}
		score += o.Total
	}
	if !o.Feasible(score) {
		score = 0 // what violates a rule has not reached anything
	}
	return score, nil
}

package sat

import (
	"fmt"
	"math/big"
)

// Check judges an assignment by the formula as it was read, literal by literal: it
// lists the clauses without a true literal, from 0, and says how many of them are
// hard and what the others weigh. Entry v of the assignment is 1 when variable v+1
// is true, -1 when it is false, and 0 when it is open, which satisfies neither of
// its literals. Check adds in arbitrary precision and shares no code with scoring.
func Check(f *Formula, a []int8) (unsatisfied []int, violated int, cost int64, err error) {
	if len(a) != f.Vars {
		return nil, 0, 0, fmt.Errorf("%d values for %d variables", len(a), f.Vars)
	}
	sum := new(big.Int)
	for c := 0; c+1 < len(f.Start); c++ {
		satisfied := false
		for at := f.Start[c]; at < f.Start[c+1] && !satisfied; at++ {
			switch x := int64(f.Lits[at]); {
			case x == 0 || x > int64(len(a)) || -x > int64(len(a)):
				return nil, 0, 0, fmt.Errorf("clause %d has the literal %d, but variables are 1 to %d", c+1, x, len(a))
			case x > 0:
				satisfied = a[x-1] > 0
			default:
				satisfied = a[-x-1] < 0
			}
		}
		if satisfied {
			continue
		}
		unsatisfied = append(unsatisfied, c)
		switch {
		case f.Weights == nil && f.AllHard, f.Weights != nil && f.Weights[c] == Hard:
			violated++
		case f.Weights == nil:
			sum.Add(sum, big.NewInt(1))
		case f.Weights[c] < 0:
			return nil, 0, 0, fmt.Errorf("clause %d has a negative weight", c+1)
		default:
			sum.Add(sum, big.NewInt(f.Weights[c]))
		}
	}
	if !sum.IsInt64() {
		return nil, 0, 0, fmt.Errorf("the cost %s does not fit 64 bits", sum)
	}
	return unsatisfied, violated, sum.Int64(), nil
}

package sat

import (
	"fmt"
	"math/big"
)

// Assignment gives each variable a value: entry v is 1 when variable v+1 is
// true, -1 when it is false, and 0 when it is open, which satisfies neither of
// its literals.
type Assignment []int8

// Verdict is what Check finds.
type Verdict struct {
	Violated int   // hard clauses without a true literal
	Cost     int64 // weight of the soft clauses without one
	// Unsatisfied lists the clauses without a true literal, from 0, if asked for.
	Unsatisfied []int
}

// Check judges an assignment by the formula as it was read, literal by literal.
// It adds in arbitrary precision and shares no code with scoring.
func Check(f *Formula, a Assignment, list bool) (Verdict, error) {
	var v Verdict
	if len(a) != f.Vars {
		return v, fmt.Errorf("%d values for %d variables", len(a), f.Vars)
	}
	cost := new(big.Int)
	for c := 0; c+1 < len(f.Start); c++ {
		satisfied := false
		for at := f.Start[c]; at < f.Start[c+1] && !satisfied; at++ {
			switch x := int64(f.Lits[at]); {
			case x == 0 || x > int64(len(a)) || -x > int64(len(a)):
				return Verdict{}, fmt.Errorf("clause %d has the literal %d, but variables are 1 to %d", c+1, x, len(a))
			case x > 0:
				satisfied = a[x-1] > 0
			default:
				satisfied = a[-x-1] < 0
			}
		}
		if satisfied {
			continue
		}
		if list {
			v.Unsatisfied = append(v.Unsatisfied, c)
		}
		switch {
		case f.Weights == nil && f.AllHard, f.Weights != nil && f.Weights[c] == Hard:
			v.Violated++
		case f.Weights == nil:
			cost.Add(cost, big.NewInt(1))
		case f.Weights[c] < 0:
			return Verdict{}, fmt.Errorf("clause %d has a negative weight", c+1)
		default:
			cost.Add(cost, big.NewInt(f.Weights[c]))
		}
	}
	if !cost.IsInt64() {
		return Verdict{}, fmt.Errorf("the cost %s does not fit 64 bits", cost)
	}
	v.Cost = cost.Int64()
	return v, nil
}

package qap

import (
	"fmt"
	"math"
	"math/bits"
)

// Check judges a permutation (from 0) against an instance: it returns its value,
// and an error when it is no permutation of the instance's locations. It goes
// through pairs of locations, not of facilities, adds in 128 bits and shares no
// code with scoring.
func Check(inst *Instance, order []int) (value int64, err error) {
	n := inst.Size
	if len(order) != n {
		return 0, fmt.Errorf("%d locations for %d facilities", len(order), n)
	}
	at := make([]int, n) // the facility of each location, from 1; 0: none
	for i, x := range order {
		switch {
		case x < 0 || x >= n:
			return 0, fmt.Errorf("location %d of facility %d does not exist; there are 1 to %d", x+1, i+1, n)
		case at[x] != 0:
			return 0, fmt.Errorf("location %d is given to facilities %d and %d", x+1, at[x], i+1)
		}
		at[x] = i + 1
	}
	var high, low, carry uint64
	for x := range n {
		for y := range n {
			h, l := bits.Mul64(uint64(inst.A[(at[x]-1)*n+at[y]-1]), uint64(inst.B[x*n+y]))
			low, carry = bits.Add64(low, l, 0)
			high, _ = bits.Add64(high, h, carry)
		}
	}
	if high != 0 || low > math.MaxInt64 {
		return 0, fmt.Errorf("the value does not fit 64 bits")
	}
	return int64(low), nil
}

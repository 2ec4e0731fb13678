package qap

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/answer"
)

// check judges a permutation (from 0) against the instance: it returns its value,
// and an error when it is no permutation of the instance's locations. It goes
// through pairs of locations, not of facilities, adds in 128 bits and shares no
// code with scoring.
func (q *Instance) check(order []int) (value int64, err error) {
	n := q.Size
	if err := answer.CheckOrder(order, n, "location"); err != nil {
		return 0, err
	}
	at := inverse(order)
	var high, low, carry uint64
	for x := range n {
		for y := range n {
			h, l := bits.Mul64(uint64(q.A[at[x]*n+at[y]]), uint64(q.B[x*n+y]))
			low, carry = bits.Add64(low, l, 0)
			high, _ = bits.Add64(high, h, carry)
		}
	}
	if high != 0 || low > math.MaxInt64 {
		return 0, fmt.Errorf("the value does not fit 64 bits")
	}
	return int64(low), nil
}

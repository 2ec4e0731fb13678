package qap

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/words"
)

// maxSize is the largest instance that is read or built: a file that claims
// more is refused before anything is reserved for it.
const maxSize = 1000

// Instance is a quadratic assignment problem.
type Instance struct {
	Name string
	Size int     // n
	A    []int64 // A[i*n+j] is what goes from facility i to facility j
	B    []int64 // B[x*n+y] is how far it is from location x to location y
}

// validate reports what is wrong with an instance: sizes that do not match,
// negative numbers, or a sum that could leave 64 bits.
func (q *Instance) validate() error {
	n := q.Size
	switch {
	case n < 1 || n > maxSize:
		return fmt.Errorf("the size is %d; it must be 1 to %d", n, maxSize)
	case len(q.A) != n*n || len(q.B) != n*n:
		return fmt.Errorf("matrices of %d and %d numbers; size %d needs %d each", len(q.A), len(q.B), n, n*n)
	}
	for _, m := range []struct {
		name string
		of   []int64
	}{{"A", q.A}, {"B", q.B}} {
		for e, v := range m.of {
			if v < 0 {
				return fmt.Errorf("row %d, column %d of matrix %s is negative (%d); the numbers must be 0 or more", e/n+1, e%n+1, m.name, v)
			}
		}
	}
	if bounded(q.A, q.B) > math.MaxInt64 && bounded(q.B, q.A) > math.MaxInt64 {
		return fmt.Errorf("a sum of products could be more than 2^63-1; scale the numbers down")
	}
	return nil
}

// bounded is the sum of one matrix times the largest of the other, which no
// permutation's value exceeds; at most 2^64-1.
func bounded(sum, largest []int64) uint64 {
	total, most := uint64(0), int64(0)
	for e, v := range sum {
		// Two numbers below 2^63 cannot wrap around, but many can.
		if total > math.MaxUint64-uint64(v) {
			total = math.MaxUint64
		} else {
			total += uint64(v)
		}
		most = max(most, largest[e])
	}
	if high, low := bits.Mul64(total, uint64(most)); high == 0 {
		return low
	}
	return math.MaxUint64
}

// hash identifies an instance by its numbers; its name does not matter.
func (q *Instance) hash() [32]byte {
	return words.Hash(int64(q.Size), q.A, q.B)
}

// symmetric reports whether a matrix equals its transpose.
func symmetric(m []int64, n int) bool {
	for i := range n {
		for j := range i {
			if m[i*n+j] != m[j*n+i] {
				return false
			}
		}
	}
	return true
}

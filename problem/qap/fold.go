package qap

import (
	"math"
	"slices"
)

// folded is an instance with half the terms, where one matrix is symmetric: the
// terms of (i, j) and (j, i) then have a factor in common, and the other matrix
// is folded at its diagonal. All arithmetic is modulo 2^64, of which the value is
// the one that fits.
type folded struct {
	n      int
	half   bool     // only terms with i ≤ j count
	a, b   []uint64 // with half, b is symmetric
	a4, b4 []uint32 // the same where all numbers fit, to save cache; else nil
}

func fold(q *Instance) folded {
	n := q.Size
	f := folded{n: n, a: make([]uint64, n*n), b: make([]uint64, n*n)}
	for e, v := range q.A {
		f.a[e], f.b[e] = uint64(v), uint64(q.B[e])
	}
	switch {
	case symmetric(q.B, n):
		f.half = true
		for i := range n {
			for j := range i {
				f.a[j*n+i] += f.a[i*n+j]
				f.a[i*n+j] = 0
			}
		}
	case symmetric(q.A, n):
		f.half = true
		for i := range n {
			for j := range i {
				f.b[i*n+j] += f.b[j*n+i]
				f.b[j*n+i] = f.b[i*n+j]
			}
		}
	}
	if slices.Max(f.a) <= math.MaxUint32 && slices.Max(f.b) <= math.MaxUint32 {
		f.a4, f.b4 = narrow(f.a), narrow(f.b)
	}
	return f
}

func narrow(wide []uint64) []uint32 {
	m := make([]uint32, len(wide))
	for e, v := range wide {
		m[e] = uint32(v)
	}
	return m
}

// value is the value of a permutation.
func (f *folded) value(order []uint16) int64 {
	if f.a4 != nil {
		return sumOf(f.a4, f.b4, order, f.half)
	}
	return sumOf(f.a, f.b, order, f.half)
}

func sumOf[T uint32 | uint64](a, b []T, order []uint16, half bool) int64 {
	n := len(order)
	sum := uint64(0)
	for i, x := range order {
		first := 0
		if half {
			first = i
		}
		row := b[int(x)*n : (int(x)+1)*n]
		rest := order[first:]
		for j, v := range a[i*n+first : (i+1)*n] {
			sum += uint64(v) * uint64(row[rest[j]])
		}
	}
	return int64(sum)
}

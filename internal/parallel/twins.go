package parallel

import (
	"cmp"
	"math"
	"slices"
)

// segmentsOf cuts src into as many equal segments as there are results.
func segmentsOf[T any](src []T, segments int) func(i int) []T {
	n := 0
	if segments > 0 {
		n = len(src) / segments
	}
	return func(i int) []T { return src[i*n : (i+1)*n] }
}

// SumU64 sets dst[i] to the sum of segment i of src, modulo 2^64. src holds
// len(dst) segments of equal length.
func SumU64(dst, src []uint64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i] = 0
		for _, v := range segment(i) {
			dst[i] += v
		}
	}
}

// SumI64 is SumU64 for int64.
func SumI64(dst, src []int64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i] = 0
		for _, v := range segment(i) {
			dst[i] += v
		}
	}
}

// SumF64 sets dst[i] to the sum of segment i of src along the binary tree over
// its elements (see Blocks.SumF64).
func SumF64(dst, src []float64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i] = TreeSum(segment(i))
	}
}

// TreeSum is the sum of v along the binary tree over its elements.
func TreeSum(v []float64) float64 {
	// Complete subtrees that wait for their right neighbor, as in binary counting:
	// bit k of the count says whether there is one of 2^k elements.
	var waiting [64]float64
	for i, x := range v {
		k := 0
		for ; i>>k&1 != 0; k++ {
			x = waiting[k] + x
		}
		waiting[k] = x
	}
	sum, any := 0.0, false
	for k := range waiting {
		if len(v)>>k&1 != 0 {
			if any {
				sum = waiting[k] + sum
			} else {
				sum, any = waiting[k], true
			}
		}
	}
	return sum
}

// MinI64 sets dst[i] to the smallest element of segment i of src.
func MinI64(dst, src []int64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i] = math.MaxInt64
		for _, v := range segment(i) {
			dst[i] = min(dst[i], v)
		}
	}
}

// MaxI64 sets dst[i] to the largest element of segment i of src.
func MaxI64(dst, src []int64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i] = math.MinInt64
		for _, v := range segment(i) {
			dst[i] = max(dst[i], v)
		}
	}
}

// ArgMaxI64 sets dst[i] to the largest element of segment i of src, and at[i]
// to the lowest index within the segment that has it.
func ArgMaxI64(dst []int64, at []uint32, src []int64) {
	segment := segmentsOf(src, len(dst))
	for i := range dst {
		dst[i], at[i] = math.MinInt64, math.MaxUint32
		for j, v := range segment(i) {
			if v > dst[i] || j == 0 {
				dst[i], at[i] = v, uint32(j)
			}
		}
	}
}

// Scan sets dst to the exclusive prefix sums of the segments of src, and
// total[i] to the sum of segment i. dst may be src.
func Scan[T uint32 | uint64](dst, total, src []T) {
	from, to := segmentsOf(src, len(total)), segmentsOf(dst, len(total))
	for i := range total {
		sum := T(0)
		out := to(i)
		for j, v := range from(i) {
			out[j] = sum
			sum += v
		}
		total[i] = sum
	}
}

// Compact writes the indices of the flags that are not 0, segment by segment,
// to the front of the segment's places in dst, and their number to count[i].
func Compact(dst, count, flags []uint32) {
	from, to := segmentsOf(flags, len(count)), segmentsOf(dst, len(count))
	for i := range count {
		out, n := to(i), uint32(0)
		for j, flag := range from(i) {
			if flag != 0 {
				out[n] = uint32(j)
				n++
			}
		}
		count[i] = n
	}
}

// Sort sorts each of the segments of keys, stably and ascending by the lowest
// bits of the keys; values move along.
func Sort[K uint32 | uint64](keys []K, values []uint32, segments, bits int) {
	type pair struct {
		key   K
		value uint32
	}
	mask := ^K(0)
	if uint64(bits) < 64 {
		mask = K(uint64(1)<<bits - 1)
	}
	key, value := segmentsOf(keys, segments), segmentsOf(values, segments)
	for i := range segments {
		k, v := key(i), value(i)
		pairs := make([]pair, len(k))
		for j := range pairs {
			pairs[j] = pair{k[j], v[j]}
		}
		slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.key&mask, b.key&mask) })
		for j, p := range pairs {
			k[j], v[j] = p.key, p.value
		}
	}
}

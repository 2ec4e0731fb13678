package parallel

import (
	"cmp"
	"slices"
)

// segmentsOf cuts src into equal segments.
func segmentsOf[T any](src []T, segments int) func(i int) []T {
	n := len(src) / segments
	return func(i int) []T { return src[i*n : (i+1)*n] }
}

// Scan sets dst to the exclusive prefix sums of the segments of src. dst may be
// src.
func Scan(dst, src []uint32, segments int) {
	from, to := segmentsOf(src, segments), segmentsOf(dst, segments)
	for i := range segments {
		sum := uint32(0)
		out := to(i)
		for j, v := range from(i) {
			out[j] = sum
			sum += v
		}
	}
}

// Sort sorts each of the segments of keys, stably and ascending; values move
// along.
func Sort(keys []uint64, values []uint32, segments int) {
	type pair struct {
		key   uint64
		value uint32
	}
	key, value := segmentsOf(keys, segments), segmentsOf(values, segments)
	for i := range segments {
		k, v := key(i), value(i)
		pairs := make([]pair, len(k))
		for j := range pairs {
			pairs[j] = pair{k[j], v[j]}
		}
		slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
		for j, p := range pairs {
			k[j], v[j] = p.key, p.value
		}
	}
}

package parallel

import (
	"cmp"
	"slices"
	"testing"
)

// segmentsOf cuts src into equal segments.
func segmentsOf[T any](src []T, segments int) func(i int) []T {
	n := len(src) / segments
	return func(i int) []T { return src[i*n : (i+1)*n] }
}

// Scan and Sort are the twins of Blocks in plain Go.

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

func TestTwinsOnSmallCases(t *testing.T) {
	src, out := []uint32{0, 5, 1, 1, 0, 0}, make([]uint32, 6)
	if Scan(out, src, 2); !slices.Equal(out, []uint32{0, 0, 5, 0, 1, 1}) {
		t.Errorf("scan %v", out)
	}
	keys, values := []uint64{2, 1, 2, 1 << 40, 0, 1}, []uint32{0, 1, 2, 3, 4, 5}
	Sort(keys, values, 2)
	if !slices.Equal(keys, []uint64{1, 2, 2, 0, 1, 1 << 40}) || !slices.Equal(values, []uint32{1, 0, 2, 4, 5, 3}) {
		t.Errorf("sort %v, %v", keys, values)
	}
}

package parallel

import (
	"slices"
	"testing"
)

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

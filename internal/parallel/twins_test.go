package parallel

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// node is the definition of the tree: level k, place j.
func node(v []float64, k, j int) float64 {
	if k == 0 {
		return v[j]
	}
	left := node(v, k-1, 2*j)
	if (2*j+1)<<(k-1) >= len(v) {
		return left
	}
	return left + node(v, k-1, 2*j+1)
}

func TestTreeSumIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Float64(), 1, 200).Draw(t, "v")
		k := 0
		for 1<<k < len(v) {
			k++
		}
		got, want := TreeSum(v), node(v, k, 0)
		if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Fatalf("got %g, want %g", got, want)
		}
	})
	negative := math.Copysign(0, -1)
	for n := range 5 {
		v := slices.Repeat([]float64{negative}, n)
		if got := TreeSum(v); math.Signbit(got) != (n > 0) {
			t.Errorf("the sum of %d negative zeros is %g", n, got)
		}
	}
}

func TestTwinsOnSmallCases(t *testing.T) {
	src := []int64{3, 9, 9, -4, -4, -8}
	dst, at := make([]int64, 2), make([]uint32, 2)
	ArgMaxI64(dst, at, src)
	if !slices.Equal(dst, []int64{9, -4}) || !slices.Equal(at, []uint32{1, 0}) {
		t.Errorf("arg-max %v at %v", dst, at)
	}
	if MinI64(dst, src); !slices.Equal(dst, []int64{3, -8}) {
		t.Errorf("min %v", dst)
	}
	if MaxI64(dst, src); !slices.Equal(dst, []int64{9, -4}) {
		t.Errorf("max %v", dst)
	}
	if SumI64(dst, src); !slices.Equal(dst, []int64{21, -16}) {
		t.Errorf("sum %v", dst)
	}
	ArgMaxI64(dst, at, nil)
	if dst[0] != math.MinInt64 || at[1] != math.MaxUint32 {
		t.Errorf("arg-max of none: %v at %v", dst, at)
	}
	flags, out, count := []uint32{0, 5, 1, 1, 0, 0}, make([]uint32, 6), make([]uint32, 2)
	Compact(out, count, flags)
	if !slices.Equal(count, []uint32{2, 1}) || !slices.Equal(out, []uint32{1, 2, 0, 0, 0, 0}) {
		t.Errorf("compact %v, %v", out, count)
	}
	Scan(out, count, flags)
	if !slices.Equal(count, []uint32{6, 1}) || !slices.Equal(out, []uint32{0, 0, 5, 0, 1, 1}) {
		t.Errorf("scan %v, %v", out, count)
	}
	keys, values := []uint32{2, 1, 18, 17, 0, 1}, []uint32{0, 1, 2, 3, 4, 5}
	Sort(keys, values, 2, 4)
	if !slices.Equal(keys, []uint32{1, 2, 18, 0, 17, 1}) || !slices.Equal(values, []uint32{1, 0, 2, 4, 3, 5}) {
		t.Errorf("sort %v, %v", keys, values)
	}
}

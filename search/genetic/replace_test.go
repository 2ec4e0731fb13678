package genetic

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestWorst compares those that go with a sort of all, for scores of few values, of
// many, and of a range that no key holds.
func TestWorst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := rapid.SampledFrom([]int64{math.MinInt64, -1 << 50, -3, 0}).Draw(t, "least")
		most := rapid.SampledFrom([]int64{3, 5000, 1 << 45, math.MaxInt64}).Draw(t, "most")
		size := rapid.SampledFrom([]int{2, 9, 60, 600, 1500}).Draw(t, "size")
		scores := rapid.SliceOfN(rapid.Int64Range(least, most), size, size).Draw(t, "scores")
		n := rapid.IntRange(1, size-1).Draw(t, "n")
		unique := rapid.Bool().Draw(t, "unique")

		order, single := make([]uint32, size), make([]int, size)
		oldest := map[int64]bool{}
		for i, s := range scores {
			order[i] = uint32(i)
			if !unique || !oldest[s] {
				single[i] = 1
			}
			oldest[s] = true
		}
		slices.SortFunc(order, func(a, b uint32) int {
			return cmp.Or(cmp.Compare(single[a], single[b]), cmp.Compare(scores[a], scores[b]), cmp.Compare(b, a))
		})
		want := order[:size-n]

		var r replica
		for range 2 { // with empty and with used room
			got := r.worst(nil, scores[:n], scores[n:], unique)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%v of %v, %d old, unique %v: want %v", got, scores, n, unique, want)
			}
		}
	})
}

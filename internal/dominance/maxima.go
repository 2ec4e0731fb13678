package dominance

import (
	"cmp"
	"slices"
)

// Maxima are the indices of the points that no other dominates, from the best by the first
// score on; of equal points the first.
func Maxima(points [][]int64) []int {
	if len(points) == 0 {
		return nil
	}
	m := len(points[0])
	order := make([]int, len(points))
	flat := make([]int64, 0, len(points)*m)
	for i, p := range points {
		order[i] = i
		flat = append(flat, p...)
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(slices.Compare(points[j], points[i]), cmp.Compare(i, j))
	})
	order = slices.CompactFunc(order, func(i, j int) bool { return slices.Equal(points[i], points[j]) })
	var s Sorter
	rank := make([]uint32, len(points))
	s.Rank(flat, m, order, rank, 1)
	return slices.DeleteFunc(order, func(i int) bool { return rank[i] != 0 })
}

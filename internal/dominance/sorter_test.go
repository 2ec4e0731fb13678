package dominance

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// dominates reports whether a is nowhere worse than b, and somewhere better.
func dominates(a, b []int64) bool {
	better := false
	for m, x := range a {
		if x < b[m] {
			return false
		}
		better = better || x > b[m]
	}
	return better
}

// definition ranks points by taking front after front off, and returns how many there are.
func definition(points [][]int64) (rank []uint32, fronts uint32) {
	rank = make([]uint32, len(points))
	left := make([]int, len(points))
	for i := range left {
		left[i] = i
	}
	for ; len(left) > 0; fronts++ {
		var rest []int
		for _, i := range left {
			if slices.ContainsFunc(left, func(j int) bool { return dominates(points[j], points[i]) }) {
				rest = append(rest, i)
			} else {
				rank[i] = fronts
			}
		}
		left = rest
	}
	return rank, fronts
}

// sorted is what Rank wants of points: their scores and the order of the different ones.
func sorted(points [][]int64) (flat []int64, order []int) {
	for i, p := range points {
		flat, order = append(flat, p...), append(order, i)
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(slices.Compare(points[j], points[i]), cmp.Compare(i, j)) })
	return flat, slices.CompactFunc(order, func(i, j int) bool { return slices.Equal(points[i], points[j]) })
}

// randomPoints makes points with so many different values.
func randomPoints(n, m int, values int64, seed uint64) [][]int64 {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([][]int64, n)
	for i := range list {
		for range m {
			list[i] = append(list[i], r.Int64N(values))
		}
	}
	return list
}

func TestRanksAreTheirDefinition(t *testing.T) {
	var s Sorter // whose memory is used again
	for _, m := range []int{2, 3, 4, 5, 8} {
		for _, n := range []int{1, 2, 3, 17, 300, 900} {
			for _, values := range []int64{2, 5, 40, 1 << 40} {
				points := randomPoints(n, m, values, uint64(n*m))
				want, fronts := definition(points)
				flat, order := sorted(points)
				for _, most := range []uint32{1<<32 - 1, 1, 3} {
					rank := make([]uint32, n)
					if got := s.Rank(flat, m, order, rank, most); got != min(fronts, most) {
						t.Fatalf("%d points of %d scores: %d fronts, want %d, at most %d", n, m, got, fronts, most)
					}
					for _, i := range order {
						if rank[i] != min(want[i], most) {
							t.Fatalf("%d points of %d scores up to %d: rank %d of point %d, want %d, at most %d", n, m, values, rank[i], i, want[i], most)
						}
					}
				}
			}
		}
	}
}

func TestSmallSetsAreRanked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 5).Draw(t, "scores")
		points := rapid.SliceOfN(rapid.SliceOfN(rapid.Int64Range(-2, 2), m, m), 1, 60).Draw(t, "points")
		want, _ := definition(points)
		flat, order := sorted(points)
		rank := make([]uint32, len(points))
		new(Sorter).Rank(flat, m, order, rank, 1<<32-1)
		for _, i := range order {
			if rank[i] != want[i] {
				t.Fatalf("point %d of %v: rank %d, want %d", i, points, rank[i], want[i])
			}
		}
		var best []int
		for _, i := range order {
			if want[i] == 0 {
				best = append(best, i)
			}
		}
		if got := Maxima(points); !slices.Equal(got, best) {
			t.Fatalf("maxima %v, want %v", got, best)
		}
	})
}

// The first front of candidates is that of their ranks, with twins and violations.
func TestFirstFrontEqualsTheSorted(t *testing.T) {
	for _, size := range []int{0, 1, 50, 20 * sampled} {
		for _, unique := range []bool{false, true} {
			for _, feasible := range []bool{false, true} {
				q := Candidates{Objectives: 3, Unique: unique, Scores: slices.Concat(randomPoints(size, 3, 30, 1)...), Violation: make([]int64, size)}
				for i := range q.Violation {
					if q.Violation[i] = int64(1 + i%3); feasible {
						q.Violation[i] = int64(i % 3)
					}
				}
				q.Allocate(size, func() bool { return false })
				q.Sort(size, Serial)
				var want []int
				for i, rank := range q.Rank {
					if rank == 0 {
						want = append(want, i)
					}
				}
				got := slices.Sorted(slices.Values(q.First(size)))
				if q.sorter.Aborted == nil {
					t.Fatal("after the first front nothing can be aborted any more")
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d candidates, unique %v, feasible %v: %v, want %v", size, unique, feasible, got, want)
				}
			}
		}
	}
}

func TestSortEqualsTheLibrarys(t *testing.T) {
	for _, n := range []int{0, 1, chunk, chunk + 1, 3*chunk + 5, 8 * chunk} {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		list := r.Perm(n)
		Sort(list, make([]int, n), cmp.Compare[int], Serial, func() bool { return false })
		if !slices.IsSorted(list) {
			t.Errorf("%d elements are not sorted", n)
		}
	}
}

func TestAbortedRanksReturn(t *testing.T) {
	points := randomPoints(60_000, 3, 1<<40, 1)
	flat, order := sorted(points)
	asked := 0
	s := Sorter{Aborted: func() bool { asked++; return asked > 3 }}
	s.Rank(flat, 3, order, make([]uint32, len(points)), 1<<32-1)
	if asked > 5 {
		t.Errorf("it went on and asked %d times", asked)
	}
}

// BenchmarkRank ranks points that are no fronts and points that are one.
func BenchmarkRank(b *testing.B) {
	for _, m := range []int{2, 3, 4, 8} {
		for _, n := range []int{2_000, 20_000, 200_000} {
			for _, shape := range []string{"cloud", "front"} {
				points := randomPoints(n, m, 1<<40, 3)
				if shape == "front" {
					for _, p := range points {
						p[m-1] = 0
						for _, x := range p[:m-1] {
							p[m-1] -= x
						}
					}
				}
				flat, order := sorted(points)
				rank := make([]uint32, n)
				var s Sorter
				b.Run(fmt.Sprint(m, "/", n, "/", shape), func(b *testing.B) {
					for range b.N {
						s.Rank(flat, m, order, rank, 1<<32-1)
					}
				})
			}
		}
	}
}

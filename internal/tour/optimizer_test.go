package tour

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
)

func never() bool { return false }

// What an optimizer follows from exchange to exchange is what adding up gives, also where
// many distances are equal or 0, and a kick that is taken back leaves the tour as it was.
func TestOptimizer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "n")
		grid := uint32(rapid.SampledFrom([]int{1, 3, 8, 1000}).Draw(t, "grid"))
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			at := rng.Address{Seed: rapid.Uint64().Draw(t, "seed"), Individual: uint32(i), Purpose: rng.Instance}
			x[i], y[i] = float64(at.Bounded(at.Word(0), 0, grid)), float64(at.Bounded(at.Word(1), 1, grid))
		}
		c := NewCities(Euclidean, x, y)
		near := NearestNeighbors(c, rapid.IntRange(3, 10).Draw(t, "neighbors"), 2, Serial)
		o := NewOptimizer(c, NewDistances(c, near, Serial), rapid.SampledFrom([]int{3, 5, 25}).Draw(t, "depth"))
		first := make([]int32, n)
		for i := range first {
			first[i] = int32(i)
		}
		o.Set(first, Serial)
		for i := range first {
			o.Push(int32(i))
		}
		right := func() {
			t.Helper()
			seen := make([]bool, n)
			for i, city := range o.order {
				if seen[city] || o.place[city] != int32(i) {
					t.Fatalf("%v is no tour", o.order)
				}
				seen[city] = true
			}
			if got := c.Length(o.order); got != o.length {
				t.Fatalf("the tour is %d long, not %d", got, o.length)
			}
		}
		before := o.length
		if o.Settle(never); o.length > before {
			t.Fatal("it is longer")
		}
		right()
		if n < 8 {
			return
		}
		for range 5 {
			four := rapid.Permutation(first).Draw(t, "cities")
			before, order := o.length, append([]int32(nil), o.order...)
			o.log, o.logging = o.log[:0], true
			o.bridge([4]int32(four[:4]))
			right()
			o.Settle(never)
			right()
			if rapid.Bool().Draw(t, "back") {
				o.undo(0)
				o.length = before
				for i := range order {
					if order[i] != o.order[i] {
						t.Fatal("it is not as it was")
					}
				}
			}
			right()
		}
	})
}

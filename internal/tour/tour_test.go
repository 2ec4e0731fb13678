package tour

import (
	"cmp"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
)

// scattered are n cities; those of a coarse grid often share a place or a distance.
func scattered(n int, w Weights, grid uint32, seed uint64) *Cities {
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		at := rng.Address{Seed: seed, Individual: uint32(i), Purpose: rng.Instance}
		a, b, _, _ := at.Block(0)
		x[i], y[i] = float64(at.Bounded(a, 0, grid)), float64(at.Bounded(b, 1, grid))
		if w == Geographic {
			x[i], y[i] = x[i]/float64(grid)*160-80, y[i]/float64(grid)*300-150
		}
	}
	return NewCities(w, x, y)
}

// tableOf are the same cities known by their distances alone.
func tableOf(c *Cities) *Cities {
	table := make([]int32, c.n*c.n)
	for i := range c.n {
		for j := range c.n {
			table[i*c.n+j] = int32(c.Distance(i, j))
		}
	}
	return NewTable(c.n, table)
}

func concurrently(tasks int, run func(worker, task int)) {
	var all sync.WaitGroup
	for t := range tasks {
		all.Go(func() { run(0, t) })
	}
	all.Wait()
}

// The nearest of a k-d tree are those of all pairs, and quadrants have theirs.
func TestNearestNeighbors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "n")
		each := rapid.IntRange(1, 12).Draw(t, "each")
		quadrant := rapid.IntRange(0, 2).Draw(t, "quadrant")
		c := scattered(n, Euclidean, uint32(rapid.SampledFrom([]int{3, 12, 100000}).Draw(t, "grid")), rapid.Uint64().Draw(t, "seed"))
		got := NearestNeighbors(c, each, quadrant, concurrently)
		if again := NearestNeighbors(c, each, quadrant, Serial); !slices.Equal(got.list, again.list) {
			t.Fatal("they depend on goroutines")
		}
		for i := range n {
			var all []candidate
			for j := range n {
				if i != j {
					dx, dy := c.points[i].x-c.points[j].x, c.points[i].y-c.points[j].y
					all = append(all, candidate{dx*dx + dy*dy, int32(j)})
				}
			}
			slices.SortFunc(all, byNearness)
			var want []candidate
			var count [4]int
			for _, x := range all {
				if q := c.quadrant(int32(i), x.city); count[q] < quadrant && len(want) < got.each {
					count[q]++
					want = append(want, x)
				}
			}
			for _, x := range all {
				if len(want) < got.each && !slices.Contains(want, x) {
					want = append(want, x)
				}
			}
			slices.SortFunc(want, byNearness)
			for k, x := range want {
				if got.Of(i)[k] != x.city {
					t.Fatalf("neighbors of %d are %v, want %v", i, got.Of(i), want)
				}
			}
		}
	})
}

// On the earth the nearest are so by their distances too, which are rounded.
func TestNearestOnEarth(t *testing.T) {
	c := scattered(tabled+1, Geographic, 1<<20, 7)
	got := NearestNeighbors(c, 6, 2, Serial)
	for i := 0; i < c.n; i += 97 {
		var all []int64
		for j := range c.n {
			if i != j {
				all = append(all, c.Distance(i, j))
			}
		}
		slices.Sort(all)
		for k, j := range got.Of(i) {
			if d := c.Distance(i, int(j)); d > all[k]+1 {
				t.Fatalf("neighbor %d of %d is %d away, not %d", k, i, d, all[k])
			}
		}
	}
}

// First tours visit every city once, and are the same on any number of goroutines. Greedy
// ones join the shortest edges of all pairs.
func TestFirstTours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 90).Draw(t, "n")
		c := scattered(n, rapid.SampledFrom([]Weights{Euclidean, Geographic}).Draw(t, "weights"),
			uint32(rapid.SampledFrom([]int{1, 5, 100000}).Draw(t, "grid")), rapid.Uint64().Draw(t, "seed"))
		if rapid.Bool().Draw(t, "table") {
			c = tableOf(c)
		}
		near := NearestNeighbors(c, 5, rapid.IntRange(0, 1).Draw(t, "quadrant"), Serial)
		greedy := Greedy(c, near, concurrently, never)
		if !slices.Equal(greedy, Greedy(c, near, Serial, never)) {
			t.Fatal("it depends on goroutines")
		}
		for _, order := range [][]int32{Curve(c, concurrently), greedy, Greedy(c, near, Serial, func() bool { return true })} {
			order = slices.Clone(order)
			slices.Sort(order)
			for i, city := range order {
				if int(city) != i || len(order) != n {
					t.Fatalf("%v is no tour of %d cities", order, n)
				}
			}
		}
	})
}

// With all cities as neighbors a greedy tour is that of all edges, one by one.
func TestGreedyIsGreedy(t *testing.T) {
	c := scattered(40, Euclidean, 1<<20, 3)
	var all []edge
	for a := range int32(c.n) {
		for b := range a {
			all = append(all, edge{c.Distance(int(b), int(a)), b, a})
		}
	}
	slices.SortFunc(all, func(x, y edge) int { return cmp.Compare(x.length, y.length) })
	length, degree, part := int64(0), make([]int, c.n), make([]int, c.n)
	for i := range part {
		part[i] = i
	}
	for joined := 0; joined < c.n; {
		for _, e := range all {
			if degree[e.a] < 2 && degree[e.b] < 2 && (part[e.a] != part[e.b] || joined == c.n-1) {
				old := part[e.a]
				for i := range part {
					if part[i] == old {
						part[i] = part[e.b]
					}
				}
				degree[e.a]++
				degree[e.b]++
				length += e.length
				joined++
				break
			}
		}
	}
	near := NearestNeighbors(c, 6, 0, Serial)
	if got := c.Length(Greedy(c, near, Serial, func() bool { return false })); got != length {
		t.Errorf("it is %d long, not %d", got, length)
	}
}

// An array is a tour like a plain list.
func TestArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		list := rapid.Permutation(slices.Collect(func(yield func(int32) bool) {
			for i := range int32(n) {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "order")
		a := NewArray(list)
		for range 20 {
			i, count := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(1, n).Draw(t, "count")
			list = slices.Concat(a.Order()[i:], a.Order()[:i])
			a.Reverse(list[0], list[count-1])
			slices.Reverse(list[:count])
			forth := slices.Index(list, a.Order()[0])
			same := append(slices.Clone(list[forth:]), list[:forth]...)
			back := append([]int32{same[0]}, same[1:]...)
			slices.Reverse(back[1:])
			if !slices.Equal(a.Order(), same) && !slices.Equal(a.Order(), back) {
				t.Fatalf("%v is not %v", a.Order(), same)
			}
			for k, city := range a.Order() {
				next := a.Order()[(k+1)%n]
				if a.Next(city) != next || a.Before(next) != city || int(a.Place(city)) != k {
					t.Fatalf("%v: after %d comes %d, not %d", a.Order(), city, a.Next(city), next)
				}
			}
			x, y, z := rapid.IntRange(0, n-1).Draw(t, "x"), rapid.IntRange(0, n-1).Draw(t, "y"), rapid.IntRange(0, n-1).Draw(t, "z")
			if o := a.Order(); a.Between(o[x], o[y], o[z]) != ((y-x+n)%n <= (z-x+n)%n) {
				t.Fatalf("%d, %d, %d in %v", o[x], o[y], o[z], o)
			}
		}
	})
}

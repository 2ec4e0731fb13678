package eax

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/tour"
)

// pair is a crossing of two tours through random cities.
func pair(t *rapid.T) (x *crossing, a, b []uint16) {
	n := rapid.IntRange(5, 80).Draw(t, "cities")
	side := rapid.SampledFrom([]int{3, 1000}).Draw(t, "side") // with many equal distances, or few
	xs, ys := make([]float64, n), make([]float64, n)
	for i := range n {
		xs[i], ys[i] = float64(rapid.IntRange(0, side).Draw(t, "x")), float64(rapid.IntRange(0, side).Draw(t, "y"))
	}
	near := newInstance(tour.NewCities(tour.Euclidean, xs, ys), rapid.IntRange(1, 10).Draw(t, "neighbors"), tour.Serial)
	seed := rapid.Uint64().Draw(t, "seed")
	a, b = make([]uint16, n), make([]uint16, n)
	rng.Address{Seed: seed}.Permutation(a)
	if rapid.Bool().Draw(t, "alike") { // B is A with a part turned around, or two
		copy(b, a)
		for range rapid.IntRange(1, 2).Draw(t, "turns") {
			i := rapid.IntRange(0, n-2).Draw(t, "i")
			slices.Reverse(b[i : 1+rapid.IntRange(i+1, n-1).Draw(t, "j")])
		}
	} else {
		rng.Address{Seed: seed, Individual: 1}.Permutation(b)
	}
	x = newCrossing(near)
	x.random.from(rng.Address{Seed: seed, Purpose: rng.Cross})
	x.parents(a, b)
	return x, a, b
}

// count counts the edges of a tour, with a factor.
func count(edges map[edge]int, order []uint16, by int) {
	before := order[len(order)-1]
	for _, v := range order {
		edges[edge{int32(min(before, v)), int32(max(before, v))}] += by
		before = v
	}
}

// AB-cycles have edges of A and of B in turn, and all of those in which the two differ.
func TestCycles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, a, b := pair(t)
		left := map[edge]int{}
		count(left, a, 1)
		count(left, b, -1)
		x.split(x.instance, &x.random, x.n)
		for c := range x.cycles.count() {
			y := x.of(c)
			gain := int64(0)
			for i, u := range y {
				v := y[(i+1)%len(y)]
				by := 1 - 2*(i%2) // an edge of A, or of B
				left[edge{min(u, v), max(u, v)}] -= by
				gain += int64(by) * x.dist(u, v)
			}
			if len(y)%2 != 0 || len(y) < 4 || gain != x.gains[c] {
				t.Fatalf("cycle %v gains %d, not %d", y, gain, x.gains[c])
			}
		}
		for e, k := range left {
			if k != 0 {
				t.Fatalf("edge %v is left %d times", e, k)
			}
		}
	})
}

// Children are tours, as long and as different from A as they say, and the state of a
// crossing is that of A after each.
func TestChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, a, b := pair(t)
		f := newFrequencies(x.n, 2)
		for _, order := range [][]uint16{a, b} {
			before := order[x.n-1]
			for _, v := range order {
				f.add(int32(before), int32(v))
				before = v
			}
		}
		x.split(x.instance, &x.random, x.n)
		m := x.cycles.count()
		if m == 0 {
			return
		}
		x.block.prepare(x)
		for trial := range 2 * m {
			set := []int32{int32(trial / 2)}
			if trial%2 == 1 {
				if set = x.block.search(set[0]); !slices.Contains(set, int32(trial/2)) {
					t.Fatalf("block %v lacks its center %d", set, trial/2)
				}
			}
			x.begin()
			for _, c := range set {
				x.apply(int(c))
			}
			x.paths()
			x.trace()
			x.join()
			x.best.gain, x.best.removed, x.best.added = x.gain, slices.Clone(x.removed), slices.Clone(x.added)
			entropy := f.change(x.removed, x.added)
			for _, v := range x.touched {
				x.link[2*v], x.link[2*v+1] = x.legs[2*v], x.legs[2*v+1]
			}
			if !slices.Equal(x.link, x.legs) {
				t.Fatal("something of the child stays")
			}
			child := make([]uint16, x.n)
			x.child(child)
			copy(x.link, x.legs)
			compare(t, x, a, child)
			if want := entropyOf(f, child, b) - entropyOf(f, a, b); entropy != want {
				t.Fatalf("the entropy grows by %d, not %d", want, entropy)
			}
		}
	})
}

// compare checks a child of a.
func compare(t *rapid.T, x *crossing, a, child []uint16) {
	sorted := slices.Sorted(slices.Values(child))
	for i, v := range sorted {
		if i != int(v) {
			t.Fatalf("%v is no tour", child)
		}
	}
	length := func(order []uint16) (sum int64) {
		for i, v := range order {
			sum += x.dist(int32(v), int32(order[(i+1)%len(order)]))
		}
		return sum
	}
	if got := length(a) - length(child); got != x.best.gain {
		t.Fatalf("the child gains %d, not %d", got, x.best.gain)
	}
	edges := map[edge]int{}
	count(edges, a, 1)
	count(edges, child, -1)
	for _, e := range x.best.removed {
		edges[edge{min(e.u, e.v), max(e.u, e.v)}]--
	}
	for _, e := range x.best.added {
		edges[edge{min(e.u, e.v), max(e.u, e.v)}]++
	}
	for e, k := range edges {
		if k != 0 {
			t.Fatalf("edge %v is wrong by %d", e, k)
		}
	}
}

// entropyOf is the entropy of the edges of two tours by its definition.
func entropyOf(f *frequencies, orders ...[]uint16) (sum int64) {
	edges := map[edge]int{}
	for _, order := range orders {
		count(edges, order, 1)
	}
	for _, k := range edges {
		sum += f.part[k]
	}
	return sum
}

// The boundary of a block is where its cycles meet others.
func TestBlockBoundary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, _, _ := pair(t)
		x.split(x.instance, &x.random, x.n)
		m := x.cycles.count()
		if m == 0 {
			return
		}
		k := &x.block
		k.prepare(x)
		for range 20 {
			k.flip(int32(rapid.IntRange(0, m-1).Draw(t, "cycle")))
			want := int32(0)
			for _, e := range k.nodes {
				if k.chosen[e[0]] != k.chosen[e[1]] {
					want++
				}
			}
			if k.boundary != want {
				t.Fatalf("%d cities, not %d", want, k.boundary)
			}
		}
	})
}

// A shorter child is better, and one that keeps diversity is better than one that loses
// it; among those that lose it, the ratio counts.
func TestBetter(t *testing.T) {
	for _, c := range []struct {
		gain, entropy, gain2, entropy2 int64
		want                           bool
	}{
		{5, 0, 4, 100, true}, {4, 100, 5, 0, false}, {1, 0, 1000, -1, true}, {1000, -1, 1, 0, false},
		{10, -10, 10, -20, true}, {10, -20, 10, -10, false}, {10, -20, 30, -60, false}, {31, -60, 10, -20, true},
	} {
		if got := better(c.gain, c.entropy, c.gain2, c.entropy2); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Counting edges down is the inverse of counting them up, and what is never counted is 0.
func TestFrequencies(t *testing.T) {
	f := newFrequencies(5, 3)
	f.add(1, 2)
	f.add(2, 1)
	f.add(1, 3)
	if f.of(1, 2) != 2 || f.of(2, 1) != 2 || f.of(3, 1) != 1 || f.of(0, 4) != 0 {
		t.Error(f.edges)
	}
	// One of three members changes an edge that two have for one that none has.
	if got, want := f.change([]edge{{2, 1}}, []edge{{0, 4}}), 2*f.part[1]-f.part[2]; got != want {
		t.Errorf("%d, not %d", got, want)
	}
	f.remove(2, 1)
	f.remove(1, 2)
	f.remove(1, 3)
	if f.of(1, 2) != 0 || len(f.edges[1]) != 0 {
		t.Error(f.edges)
	}
}

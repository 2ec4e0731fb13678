package linkernighan

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func uniform(t interface{ Fatal(...any) }, n int, seed uint64) tour.Problem {
	q, err := tsp.Generate(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tsp.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p.(tour.Problem)
}

// long is a problem whose genomes are long although they need not be.
type long struct{ tour.Problem }

func (p long) Representation() problem.Representation {
	r := p.Problem.Representation()
	r.Long = true
	return r
}

func (p long) Evaluate(g problem.Genome) problem.Score {
	order := make([]int32, len(g.Long))
	for i, x := range g.Long {
		order[i] = int32(x)
	}
	return -p.Cities().Length(order)
}

// A run is the same on any number of goroutines, alone or among others, and when it was
// saved and resumed.
func TestTrajectories(t *testing.T) {
	a := searchtest.Lookup(t, name)
	for _, p := range []problem.Problem{uniform(t, 200, 1), long{uniform(t, 60, 2)}, uniform(t, 9, 3), uniform(t, 5, 3), uniform(t, 1, 1), uniform(t, 2, 1), uniform(t, 3, 1)} {
		c := search.Config{Problem: p, Replicas: search.Seeds(3, 4), Trace: true, Values: search.Values{"every": "10"}}
		c.Threads = 1
		want := searchtest.History(t, a, c, 3, 40)
		c.Threads = 2
		searchtest.Same(t, "two goroutines", want, searchtest.History(t, a, c, 3, 40))
		searchtest.Alone(t, a, c, 2, 3, 30)
		searchtest.Resumed(t, a, c, nil, nil, 40)
		for _, s := range want[2].Best {
			if err := search.Verify(p, s); err != nil {
				t.Error(err)
			}
		}
	}
}

// What an optimizer follows from exchange to exchange is what adding up gives, also where
// many distances are equal or 0, and a kick that is taken back leaves the tour as it was.
func TestLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "n")
		grid := uint32(rapid.SampledFrom([]int{1, 3, 8, 1000}).Draw(t, "grid"))
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			at := rng.Address{Seed: rapid.Uint64().Draw(t, "seed"), Individual: uint32(i), Purpose: rng.Instance}
			x[i], y[i] = float64(at.Bounded(at.Word(0), 0, grid)), float64(at.Bounded(at.Word(1), 1, grid))
		}
		c := tour.NewCities(tour.Euclidean, x, y)
		p := &plan{cities: c, lists: tour.NearestNeighbors(c, rapid.IntRange(3, 10).Draw(t, "neighbors"), quadrant, tour.Serial)}
		o := newOptimizer(c, p.distances(tour.Serial), p.lists.Each(), rapid.SampledFrom([]int{3, 5, 25}).Draw(t, "depth"))
		first := make([]int32, n)
		for i := range first {
			first[i] = int32(i)
		}
		o.set(first)
		for i := range first {
			o.push(int32(i))
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
		if o.settle(never); o.length > before {
			t.Fatal("it is longer")
		}
		right()
		if n < kicked {
			return
		}
		for range 5 {
			four := rapid.Permutation(first).Draw(t, "cities")
			before, order := o.length, append([]int32(nil), o.order...)
			o.log, o.logging = o.log[:0], true
			o.bridge([4]int32(four[:4]))
			right()
			o.settle(never)
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

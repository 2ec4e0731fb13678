package eax

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/tour"
)

// Climbing makes a tour of a tour, and no longer one.
func TestClimb(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "cities")
		xs, ys := make([]float64, n), make([]float64, n)
		for i := range n {
			xs[i], ys[i] = float64(rapid.IntRange(0, 50).Draw(t, "x")), float64(rapid.IntRange(0, 50).Draw(t, "y"))
		}
		cities := tour.NewCities(tour.Euclidean, xs, ys)
		c := newClimber(newInstance(cities, 8, tour.Serial))
		var random stream
		random.from(rng.Address{Seed: rapid.Uint64().Draw(t, "seed")})
		c.wander(&random)
		before := cities.Length(c.tour.Order())
		c.climb(&random, func() bool { return false })
		order := slices.Clone(c.tour.Order())
		if after := cities.Length(order); after > before {
			t.Fatalf("%d after %d", after, before)
		}
		slices.Sort(order)
		for i, v := range order {
			if i != int(v) {
				t.Fatal("it is no tour")
			}
		}
	})
}

// An Or-opt move costs what it says.
func TestOrOpt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 30).Draw(t, "cities")
		xs, ys := make([]float64, n), make([]float64, n)
		for i := range n {
			xs[i], ys[i] = float64(rapid.IntRange(0, 50).Draw(t, "x")), float64(rapid.IntRange(0, 50).Draw(t, "y"))
		}
		cities := tour.NewCities(tour.Euclidean, xs, ys)
		c := newClimber(newInstance(cities, 8, tour.Serial))
		var random stream
		random.from(rng.Address{Seed: rapid.Uint64().Draw(t, "seed")})
		c.wander(&random)
		for v := range int32(n) {
			before := cities.Length(c.tour.Order())
			if moved := c.orOpt(v); moved != (cities.Length(c.tour.Order()) < before) {
				t.Fatalf("moved: %v, from %d to %d", moved, before, cities.Length(c.tour.Order()))
			}
		}
	})
}

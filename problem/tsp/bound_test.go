package tsp

import (
	"path/filepath"
	"strconv"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

// Branch and bound finds what dynamic programming finds.
func TestBranchIsExact(t *testing.T) {
	for n := 4; n <= maxExact; n++ {
		for seed := range uint64(5) {
			q, err := Generate(n, seed)
			if err != nil {
				t.Fatal(err)
			}
			for i := range q.X { // with ties
				if seed%2 == 0 {
					q.X[i], q.Y[i] = float64(int(q.X[i])/200_000), float64(int(q.Y[i])/200_000)
				}
			}
			length, err := q.check(Exact(q))
			if err != nil {
				t.Fatal(err)
			}
			if b := boundTours(t.Context(), q.cities(), false); !b.whole || b.upper != length || b.lower != length {
				t.Errorf("%d cities, seed %d: %d to %d, %v; the shortest tour is %d long", n, seed, b.lower, b.upper, b.whole, length)
			}
		}
	}
}

// Bounds are below the published optima, and not far.
func TestBounds(t *testing.T) {
	dir, rows := problemtest.Table(t, "tsplib", "optima.csv")
	for _, row := range rows[1:] {
		n, _ := strconv.Atoi(row[1])
		optimum, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if n > 200 || testing.Short() && n > 60 {
			continue
		}
		q := readFile(t, filepath.Join(dir, row[0]+".tsp"))
		b := boundTours(t.Context(), q.cities(), true)
		if b.lower > optimum || b.upper < optimum || float64(b.lower) < 0.9*float64(optimum) || b.whole != (b.lower == b.upper) {
			t.Errorf("%s: %d to %d, %v; the optimum is %d", row[0], b.lower, b.upper, b.whole, optimum)
		}
	}
}

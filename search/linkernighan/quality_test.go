package linkernighan

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cputime"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

// Instances of up to 200 cities are solved to the published optimum.
func TestSmallOptima(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of kicks for each of many instances")
	}
	dir, rows := problemtest.Table(t, "tsplib", "optima.csv")
	a := searchtest.Lookup(t, name)
	for _, row := range rows[1:] {
		n, _ := strconv.Atoi(row[1])
		optimum, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if n > 200 || row[0] == "si175" { // whose many distances that are alike take crossover
			continue
		}
		file, err := input.Open(filepath.Join(dir, row[0]+".tsp"))
		if err != nil {
			t.Fatal(err)
		}
		q, err := tsp.Read(file, row[0])
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		p, err := tsp.New(q)
		if err != nil {
			t.Fatal(err)
		}
		target := -optimum
		stop := search.Stop{Steps: 100_000, Target: &target}
		c := search.Config{Problem: p, Replicas: search.Seeds(1, 3), Stop: stop}
		e := searchtest.Open(t, a, c)
		r, err := search.Run(t.Context(), e, stop)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Runs {
			if s.Score != target {
				t.Errorf("%s, seed %d: %d, not %d", row[0], s.Seed, -s.Score, optimum)
			}
		}
	}
}

// The first tour takes little more than n log n from a thousand to a hundred thousand cities, with
// exchanges of two and three edges alone.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("it is compared with a clock")
	}
	time := func(n int) float64 {
		c := uniform(t, n, 1).Cities()
		c = c.Renumbered(tour.Curve(c, tour.Serial), tour.Serial)
		lists := tour.NearestNeighbors(c, 8, quadrant, tour.Serial)
		near := tour.NewDistances(c, lists, tour.Serial)
		first := tour.Greedy(c, lists, tour.Serial, func() bool { return false })
		best := 1e9
		for range max(1, 20_000/n) {
			o := tour.NewOptimizer(c, near, 3)
			began := cputime.Seconds()
			o.Set(first, tour.Serial)
			for _, city := range first {
				o.Push(city)
			}
			o.Settle(func() bool { return false })
			best = min(best, cputime.Seconds()-began)
		}
		return best
	}
	small, large := time(1000), time(100_000)
	t.Logf("%.2g s and %.2g s: %.2f times n log n", small, large, large/small/(100*5/3.))
	if large > 2*small*100*5/3 { // 0.9 to 1.3 where nothing else runs
		t.Errorf("1000 cities take %.2g s, 100000 take %.2g s", small, large)
	}
}

// A search of many cities ends soon, wherever it is.
func TestPunctual(t *testing.T) {
	if testing.Short() {
		t.Skip("a large instance")
	}
	a := searchtest.Lookup(t, name)
	p := uniform(t, 200_000, 1)
	for _, given := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond} {
		searchtest.PunctualFromNew(t, given.String(), a, search.Config{Problem: p, Replicas: search.Seeds(1, 1)}, given)
	}
}

// A run that ends at once has a tour of its own: the cities of these files are numbered
// along an optimal tour.
func TestFirstTourIsNotTheOrderOfTheFile(t *testing.T) {
	dir := filepath.Join(problemtest.Data(t), "tsplib")
	a := searchtest.Lookup(t, name)
	for file, optimum := range map[string]int64{"pr2392": 378032, "dantzig42": 699} {
		f, err := input.Open(filepath.Join(dir, file+".tsp"))
		if err != nil {
			t.Fatal(err)
		}
		q, err := tsp.Read(f, file)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		p, err := tsp.New(q)
		if err != nil {
			t.Fatal(err)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		e := searchtest.Open(t, a, search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
		r, err := search.Run(over, e, search.Stop{})
		if err != nil || -r.Solution().Score == optimum {
			t.Errorf("%s: a run that ends at once has %d, %v", file, -r.Solution().Score, err)
		}
	}
}

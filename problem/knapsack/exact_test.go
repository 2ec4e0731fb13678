package knapsack

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/problemtest"
)

// bruteForce is the best profit over all subsets.
func bruteForce(k *Instance) int64 {
	best := int64(0)
	n := k.items()
next:
	for s := range 1 << n {
		for i, c := range k.Capacities {
			load := int64(0)
			for j := range n {
				if s>>j&1 != 0 {
					load += k.Weights[i][j]
				}
			}
			if load > c {
				continue next
			}
		}
		value := int64(0)
		for j := range n {
			if s>>j&1 != 0 {
				value += k.Profits[j]
			}
		}
		best = max(best, value)
	}
	return best
}

func TestExactIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, 12, 3)
		a, err := Exact(context.Background(), k, 0)
		if err != nil || !a.Optimal {
			t.Fatalf("proven %v, %v", a.Optimal, err)
		}
		if want := bruteForce(k); a.Best[0].Score != want {
			t.Fatalf("found %d, the optimum is %d", a.Best[0].Score, want)
		}
		if err := k.form().Check(a.Best[0].Genome, a.Best[0].Score); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTableIsCore compares the two methods for one constraint.
func TestTableIsCore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		number := rapid.Int64Range(0, 200)
		k := &Instance{Name: "drawn", KnownOptimum: -1}
		k.Profits = rapid.SliceOfN(number, n, n).Draw(t, "profits")
		k.Weights = [][]int64{rapid.SliceOfN(number, n, n).Draw(t, "weights")}
		k.Capacities = []int64{rapid.Int64Range(0, 3000).Draw(t, "capacity")}
		ctx := context.Background()
		a, b := newSingle(k), newSingle(k)
		if !a.grow(ctx, defaultLimit) || a.split < len(a.items) && !b.tabulate(ctx, defaultLimit) {
			t.Fatal("not finished")
		}
		if a.best != b.best {
			t.Fatalf("the core finds %d, the table %d", a.best, b.best)
		}
		va, _, err1 := k.check(a.answer())
		vb, _, err2 := k.check(b.answer())
		if err1 != nil || err2 != nil || va != vb {
			t.Fatalf("the choices are worth %d and %d: %v, %v", va, vb, err1, err2)
		}
	})
}

func TestExactStops(t *testing.T) {
	k, err := Generate("strongly", 2000, 1_000_000_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	clocktest.Within(t, 5*time.Second, "an end", func() time.Duration {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		start := time.Now()
		a, err := Exact(ctx, k, 1<<60)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.form().Check(a.Best[0].Genome, a.Best[0].Score); err != nil {
			t.Error(err)
		}
		return time.Since(start)
	})
	if a, err := Exact(context.Background(), k, 1); err != nil || a.Best[0].Score == 0 {
		t.Errorf("without time the answer is %d, %v", a.Best[0].Score, err)
	}
}

// TestExactOnData compares with the known optima of the benchmark collection.
func TestExactOnData(t *testing.T) {
	dir := problemtest.Data(t)
	known := knownValues(t, dir, "knapsack/optima.csv", "optimum")
	for name, value := range knownValues(t, dir, "mkp/best_known.csv", "best_known") {
		known[name] = value
	}
	// A tenth of the usual work, and a few of each file; WARBLER_EXACT has the
	// beginning of the names of the files to be solved whole, with all the work.
	limit, most := int64(defaultLimit/10), 3
	if testing.Short() {
		limit, most = defaultLimit/100, 1
	}
	whole := os.Getenv("WARBLER_EXACT")
	if whole != "" {
		limit, most = defaultLimit, 1000
	}
	provenIn, allIn := map[string]int{}, map[string]int{}
	for _, name := range append(knapsackFiles(t, dir), mkpFiles(t, dir)...) {
		folder := name[:strings.LastIndexByte(name, '/')]
		if strings.HasPrefix(name, "mkp/") {
			folder = name
		}
		if !strings.HasPrefix(name, whole) {
			continue
		}
		list := readFile(t, dir, name)
		for _, k := range list[:min(most, len(list))] {
			start := time.Now()
			a, err := Exact(context.Background(), k, limit)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 3*time.Second {
				t.Logf("%s took %v", k.Name, took)
			}
			if err := k.form().Check(a.Best[0].Genome, a.Best[0].Score); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
			allIn[folder]++
			want, ok := known[k.Name]
			if !a.Optimal || !ok {
				continue
			}
			provenIn[folder]++
			got := decimalText(a.Best[0].Score, k.Decimals)
			if got == want || strings.Contains(name, "mknapcb") && a.Best[0].Score > mustScale(t, want, k.Decimals) {
				continue // those best known values are not all optimal
			}
			if i := strings.IndexByte(want, '.'); i >= 0 && len(got) > len(want) {
				// The table rounds.
				v, _ := strconv.ParseFloat(got, 64)
				got = strconv.FormatFloat(v, 'f', len(want)-i-1, 64)
			}
			if got != want {
				t.Errorf("%s: proved %s, the table says %s", k.Name, got, want)
			}
		}
	}
	for folder, all := range allIn {
		t.Logf("%s: %d of %d proved", folder, provenIn[folder], all)
	}
}

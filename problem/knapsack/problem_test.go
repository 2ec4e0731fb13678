package knapsack

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// drawInstance makes instances of all shapes: zero weights, items that never
// fit, common divisors, numbers that pack and numbers that do not.
func drawInstance(t *rapid.T, maxItems, maxConstraints int) *Instance {
	n := rapid.IntRange(1, maxItems).Draw(t, "n")
	m := rapid.IntRange(1, maxConstraints).Draw(t, "m")
	most := rapid.SampledFrom([]int64{1, 10, 1000, 1 << 20, 1 << 33, math.MaxInt64 / int64(n)}).Draw(t, "most")
	factor := rapid.SampledFrom([]int64{1, 1, 6, 1000}).Draw(t, "factor")
	if most > math.MaxInt64/int64(n)/factor {
		factor = 1
	}
	number := rapid.Map(rapid.Int64Range(0, most), func(v int64) int64 { return v * factor })
	k := &Instance{Name: "drawn", KnownOptimum: -1}
	k.Profits = rapid.SliceOfN(number, n, n).Draw(t, "profits")
	for range m {
		row := rapid.SliceOfN(number, n, n).Draw(t, "weights")
		k.Weights = append(k.Weights, row)
		k.Capacities = append(k.Capacities, rapid.Int64Range(0, max(total(row), 1)).Draw(t, "capacity"))
	}
	return k
}

// drawGenomes makes a table of random genomes of all densities.
func drawGenomes(t *rapid.T, r problem.Representation, count int) problem.Genomes {
	g := problem.NewGenomes(r, count)
	seed := rapid.Uint64().Draw(t, "seed")
	for i := range count {
		at := rng.Address{Seed: seed, Individual: uint32(i)}
		density := uint64(i%5) << 30 // 0 to 1
		genome := g.At(i).Bits
		for w := range genome {
			genome[w] = at.MaskLow(uint32(w), density, math.MaxUint64)
		}
		if rest := r.Length & 63; rest != 0 {
			genome[len(genome)-1] &= 1<<rest - 1
		}
	}
	return g
}

// plainScore is the definition of the score, in as few words as possible.
func plainScore(k *Instance, g problem.Genome) problem.Score {
	profit, excess := int64(0), float64(0)
	exact := int64(0)
	for i := range k.Capacities {
		load := int64(0)
		for j := range k.Profits {
			if g.Bit(j) {
				load += k.Weights[i][j]
			}
		}
		if load > k.Capacities[i] {
			exact += load - k.Capacities[i] // may wrap; excess then says so
			excess += float64(load - k.Capacities[i])
		}
	}
	for j, p := range k.Profits {
		if g.Bit(j) {
			profit += p
		}
	}
	switch {
	case excess >= math.MaxInt64:
		return -math.MaxInt64
	case excess > 0:
		return -exact
	}
	return profit
}

func TestBatchIsSingle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, rapid.SampledFrom([]int{8, 70, 300}).Draw(t, "most items"), 6)
		p, err := New(k, "penalty")
		if err != nil {
			t.Fatal(err)
		}
		g := drawGenomes(t, p.Representation(), 10)
		scores := make([]problem.Score, g.Len())
		p.(*objective).EvaluateBatch(g, scores)
		for i, s := range scores {
			if single := p.Evaluate(g.At(i)); s != single {
				t.Fatalf("genome %d scores %d in a batch and %d alone", i, s, single)
			}
			if plain := plainScore(k, g.At(i)); s != plain {
				t.Fatalf("genome %d scores %d, want %d", i, s, plain)
			}
		}
	})
}

// TestTableSizes forces each kind of table on one instance.
func TestTableSizes(t *testing.T) {
	for _, n := range []int{50, 64, 5000, 20_000, 600_000} {
		k := &Instance{Name: "big", Profits: make([]int64, n), Weights: [][]int64{make([]int64, n)}, KnownOptimum: -1}
		for j := range n {
			k.Profits[j], k.Weights[0][j] = int64(j%97), int64(j%89+1)
		}
		k.Capacities = []int64{total(k.Weights[0]) / 2}
		p, err := New(k, "penalty")
		if err != nil {
			t.Fatal(err)
		}
		g := problem.NewGenomes(p.Representation(), 3)
		for i := range 3 {
			for j := i; j < n; j += i + 2 {
				g.At(i).Bits[j>>6] |= 1 << (j & 63)
			}
		}
		scores := make([]problem.Score, 3)
		p.(*objective).EvaluateBatch(g, scores)
		for i, s := range scores {
			if want := p.Evaluate(g.At(i)); s != want {
				t.Errorf("%d items: genome %d scores %d in a batch and %d alone", n, i, s, want)
			}
		}
	}
}

// plainRepair is repair by its definition, without any shortcut.
func plainRepair(k *Instance, c constraint, g problem.Genome, at rng.Address) {
	n := k.items()
	drop, add := make([]int, n), make([]int, n)
	if c == greedyRepair {
		for r, j := range efficiencyOrder(k) {
			add[r], drop[n-1-r] = int(j), int(j)
		}
	} else {
		x0, x1, _, _ := at.Block(0)
		s0, s1 := int(at.Bounded(x0, 0, uint32(n))), int(at.Bounded(x1, 1, uint32(n)))
		if c == indexRepair {
			s0, s1 = 0, 0
		}
		for r := range n {
			drop[r], add[r] = (s0+r)%n, (s1+r)%n
		}
	}
	feasible := func() bool {
		for i, c := range k.Capacities {
			load := int64(0)
			for j, w := range k.Weights[i] {
				if g.Bit(j) {
					load += w
				}
			}
			if load > c {
				return false
			}
		}
		return true
	}
	for r := 0; !feasible(); r++ {
		g.Bits[drop[r]>>6] &^= 1 << (drop[r] & 63)
	}
	for _, j := range add {
		if !g.Bit(j) {
			g.Bits[j>>6] |= 1 << (j & 63)
			if !feasible() {
				g.Bits[j>>6] &^= 1 << (j & 63)
				if c == indexRepair {
					break
				}
			}
		}
	}
}

func TestRepair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, rapid.SampledFrom([]int{8, 70, 200}).Draw(t, "most items"), 4)
		c := rapid.SampledFrom([]constraint{randomRepair, greedyRepair, indexRepair}).Draw(t, "constraint")
		p, err := New(k, constraintNames[c])
		if err != nil {
			t.Fatal(err)
		}
		g := drawGenomes(t, p.Representation(), 5)
		for i := range g.Len() {
			at := rng.Address{Seed: 3, Step: 4, Individual: uint32(i), Purpose: rng.Repair}
			genome, want := g.At(i), g.At(i).Clone()
			p.(problem.Repairer).Repair(genome, at)
			plainRepair(k, c, want, at)
			for w := range want.Bits {
				if genome.Bits[w] != want.Bits[w] {
					t.Fatalf("genome %d, word %d: %x, want %x", i, w, genome.Bits[w], want.Bits[w])
				}
			}
			if p.Evaluate(genome) < 0 {
				t.Fatalf("genome %d is infeasible after repair", i)
			}
			p.(problem.Repairer).Repair(genome, at)
			for w := range want.Bits {
				if genome.Bits[w] != want.Bits[w] {
					t.Fatalf("a second repair changes genome %d", i)
				}
			}
		}
	})
}

func TestPenaltyIsNoRepairer(t *testing.T) {
	k := &Instance{Name: "x", Profits: []int64{1}, Weights: [][]int64{{1}}, Capacities: []int64{1}}
	p, err := New(k, "penalty")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.(problem.Repairer); ok || p.(*objective).Kernel().Repair {
		t.Error("a problem with penalties claims to repair")
	}
}

func TestEfficiencyOrder(t *testing.T) {
	k := &Instance{
		Profits:    []int64{0, 10, 20, 5, math.MaxInt64 / 8, math.MaxInt64/8 - 1, 1},
		Weights:    [][]int64{{0, 5, 10, 0, math.MaxInt64 / 8, math.MaxInt64 / 8, math.MaxInt64 / 4}},
		Capacities: []int64{math.MaxInt64 / 8},
	}
	want := []int32{0, 3, 1, 2, 4, 5, 6}
	for r, j := range efficiencyOrder(k) {
		if j != want[r] {
			t.Fatalf("place %d has item %d, want %d", r, j, want[r])
		}
	}
}

func TestNewRefuses(t *testing.T) {
	ok := Instance{Name: "x", Profits: []int64{1}, Weights: [][]int64{{1}}, Capacities: []int64{1}}
	for title, change := range map[string]func(*Instance){
		"no items":         func(k *Instance) { k.Profits, k.Weights = nil, [][]int64{{}} },
		"no constraints":   func(k *Instance) { k.Weights, k.Capacities = nil, nil },
		"short weights":    func(k *Instance) { k.Weights = [][]int64{{}} },
		"missing weights":  func(k *Instance) { k.Weights = nil },
		"negative profit":  func(k *Instance) { k.Profits = []int64{-1} },
		"negative weight":  func(k *Instance) { k.Weights = [][]int64{{-1}} },
		"negative limit":   func(k *Instance) { k.Capacities = []int64{-1} },
		"large sum":        func(k *Instance) { k.Profits, k.Weights = []int64{1, math.MaxInt64}, [][]int64{{1, 1}} },
		"negative decimal": func(k *Instance) { k.Decimals = -1 },
	} {
		k := ok
		change(&k)
		if _, err := New(&k, "penalty"); err == nil {
			t.Errorf("%s: accepted", title)
		}
	}
	many := Instance{Name: "many", Profits: []int64{1}}
	for range maxRepairConstraints + 1 {
		many.Weights = append(many.Weights, []int64{1})
		many.Capacities = append(many.Capacities, 1)
	}
	if _, err := New(&many, "greedy"); err == nil {
		t.Error("repair with too many constraints: accepted")
	}
	if _, err := New(&many, "penalty"); err != nil {
		t.Error(err)
	}
	if _, err := New(&ok, "bribery"); err == nil {
		t.Error("a constraint was invented")
	}
}

func benchmarkInstance(n, m int) *Instance {
	k := &Instance{Name: "benchmark", KnownOptimum: -1}
	at := rng.Address{Seed: 1, Purpose: rng.Instance}
	for j := range n {
		k.Profits = append(k.Profits, int64(at.Word(uint32(j))%1000+1))
	}
	for i := range m {
		at.Individual = uint32(i + 1)
		row := make([]int64, n)
		for j := range row {
			row[j] = int64(at.Word(uint32(j))%1000 + 1)
		}
		k.Weights = append(k.Weights, row)
		k.Capacities = append(k.Capacities, total(row)/2)
	}
	return k
}

func BenchmarkEvaluateBatch(b *testing.B) {
	for _, size := range []struct {
		name string
		n, m int
	}{{"L=50", 50, 1}, {"L=512", 512, 1}, {"L=10000", 10_000, 1}, {"L=100,m=5", 100, 5}, {"L=500,m=30", 500, 30}} {
		b.Run(size.name, func(b *testing.B) {
			p, err := New(benchmarkInstance(size.n, size.m), "penalty")
			if err != nil {
				b.Fatal(err)
			}
			g, scores := benchmarkGenomes(p, 1000)
			b.ResetTimer()
			for range b.N {
				p.(*objective).EvaluateBatch(g, scores)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(scores)), "ns/genome")
		})
	}
}

func benchmarkGenomes(p problem.Problem, count int) (problem.Genomes, []problem.Score) {
	g := problem.NewGenomes(p.Representation(), count)
	n := p.Representation().Length
	for i := range count {
		at := rng.Address{Seed: 2, Individual: uint32(i)}
		genome := g.At(i).Bits
		for w := range genome {
			x0, x1, _, _ := at.Block(uint32(w))
			genome[w] = uint64(x1)<<32 | uint64(x0)
		}
		if n&63 != 0 {
			genome[len(genome)-1] &= 1<<(n&63) - 1
		}
	}
	return g, make([]problem.Score, count)
}

// BenchmarkRepair repairs genomes as a search makes them: repaired parents with
// a few genes flipped.
func BenchmarkRepair(b *testing.B) {
	for _, size := range []struct {
		name string
		n, m int
		c    constraint
	}{{"greedy,n=100,m=1", 100, 1, greedyRepair}, {"greedy,n=100,m=5", 100, 5, greedyRepair}, {"greedy,n=500,m=30", 500, 30, greedyRepair},
		{"greedy,n=10000,m=1", 10_000, 1, greedyRepair}, {"random,n=100,m=5", 100, 5, randomRepair}} {
		b.Run(size.name, func(b *testing.B) {
			p, err := New(benchmarkInstance(size.n, size.m), constraintNames[size.c])
			if err != nil {
				b.Fatal(err)
			}
			r := p.(problem.Repairer)
			const parents = 1024
			g, _ := benchmarkGenomes(p, parents)
			for i := range parents {
				at := rng.Address{Seed: 1, Individual: uint32(i), Purpose: rng.Repair}
				r.Repair(g.At(i), at)
				for f := range uint32(1 + size.n/50) {
					j := at.Word(f+4) % uint32(size.n)
					g.At(i).Bits[j>>6] ^= 1 << (j & 63)
				}
			}
			genome := problem.Genome{Bits: make([]uint64, p.Representation().Words())}
			b.ResetTimer()
			for i := range b.N {
				genome.Set(g.At(i % parents))
				r.Repair(genome, rng.Address{Seed: 1, Step: uint64(i), Purpose: rng.Repair})
			}
		})
	}
}

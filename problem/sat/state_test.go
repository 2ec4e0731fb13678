package sat

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// TestTable demands what the comments of Table promise.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, rapid.SampledFrom([]int{2, 20}).Draw(t, "most vars"), 40)
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		table := p.Table()
		// The clauses of the formula that should be there, as sorted sets.
		var want [2][][]uint32
		var weights []int64
		for c := range f.Clauses() {
			var set []uint32
			for _, x := range f.Clause(c) {
				if cnf.Dimacs(cnf.Literal(x)) != x || cnf.Literal(x)>>1 != uint32(variable(x)) {
					t.Fatalf("literal %d has number %d", x, cnf.Literal(x))
				}
				set = append(set, cnf.Literal(x))
			}
			slices.Sort(set)
			set = slices.Compact(set)
			always := slices.ContainsFunc(set, func(l uint32) bool { return slices.Contains(set, l^1) })
			if w := f.weight(c); !always && len(set) > 0 && w != 0 {
				if w == Hard {
					want[0] = append(want[0], set)
				} else {
					want[1] = append(want[1], set)
					weights = append(weights, w)
				}
			}
		}
		if table.Hard != len(want[0]) || table.Clauses() != len(want[0])+len(want[1]) {
			t.Fatalf("%d of %d clauses are hard, want %d and %d", table.Hard, table.Clauses(), len(want[0]), len(want[1]))
		}
		sum := int64(0)
		for c, set := range append(want[0], want[1]...) {
			got := slices.Clone(table.Clause(c))
			slices.Sort(got)
			if !slices.Equal(got, set) {
				t.Fatalf("clause %d is %v, want %v", c, got, set)
			}
			for _, l := range set {
				if _, found := slices.BinarySearch(table.Occurrences(l), uint32(c)); !found {
					t.Fatalf("clause %d is not listed for literal %d", c, l)
				}
			}
			if c >= table.Hard {
				if table.SoftWeight(c) != weights[c-table.Hard] {
					t.Fatalf("clause %d weighs %d, want %d", c, table.SoftWeight(c), weights[c-table.Hard])
				}
				sum += table.SoftWeight(c)
			}
		}
		literals := 2 * max(f.Vars, 1)
		if len(table.LitStart) != literals+1 || len(table.Occ) != len(table.Lits) || int(table.LitStart[literals]) != len(table.Occ) {
			t.Fatalf("%d occurrences for %d literals", len(table.Occ), len(table.Lits))
		}
		if sum != table.Soft {
			t.Fatalf("the soft clauses weigh %d, not %d", sum, table.Soft)
		}
	})
}

func TestState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, rapid.SampledFrom([]int{1, 5, 70}).Draw(t, "most vars"), 40)
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		start := problemtest.RandomGenomes(p.Representation(), 9, rapid.Uint64().Draw(t, "seed"))
		s := p.Moves(start.At(4)).(*state)
		if rapid.Bool().Draw(t, "reset") {
			s.Reset(start.At(7))
		}
		for range rapid.IntRange(0, 20).Draw(t, "flips") {
			if got, want := s.Score(), p.Evaluate(s.Genome()); got != want {
				t.Fatalf("the score is %d, want %d", got, want)
			}
			if f.Vars == 0 {
				break
			}
			v := rapid.IntRange(0, f.Vars-1).Draw(t, "v")
			before, value, gain := s.Score(), s.Genome().Bit(v), s.Gain(v)
			s.Flip(v)
			if s.Genome().Bit(v) == value {
				t.Fatalf("a flip of %d leaves it as it was", v)
			}
			if s.Score() != before+gain {
				t.Fatalf("a flip from %d by %d leads to %d", before, gain, s.Score())
			}
			for c := range s.table.Clauses() {
				n := 0
				for _, l := range s.table.Clause(c) {
					if s.Genome().Bit(int(l>>1)) == (l&1 == 0) {
						n++
					}
				}
				if s.count[c] != uint32(n) {
					t.Fatalf("clause %d has %d true literals, not %d", c, n, s.count[c])
				}
			}
		}
	})
}

// TestGainEnds reaches both ends of 64 bits.
func TestGainEnds(t *testing.T) {
	f := &Formula{Name: "ends"}
	f.Add(Hard, 1)
	f.Add(math.MaxInt64, 1)
	p, err := newProblem(f)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Moves(problem.Genome{Bits: []uint64{0}})
	if g := s.Gain(0); g != math.MaxInt64 {
		t.Errorf("up: %d", g)
	}
	s.Flip(0)
	if g := s.Gain(0); g != -math.MaxInt64 {
		t.Errorf("down: %d", g)
	}
}

func TestStateDoesNotAllocate(t *testing.T) {
	f, err := Generate(Random{Width: 3, Vars: 50, Clauses: 200, Seed: 1, MaxWeight: 9, Hard: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProblem(f)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Moves(problem.Genome{Bits: []uint64{5}})
	v, sum := 0, problem.Score(0)
	if n := testing.AllocsPerRun(100, func() {
		sum += s.Gain(v)
		s.Flip(v)
		v = (v + 7) % 50
	}); n != 0 {
		t.Errorf("%v allocations in a flip", n)
	}
	g := problem.NewGenomes(p.Representation(), 200)
	scores := make([]problem.Score, 200)
	if n := testing.AllocsPerRun(100, func() { p.EvaluateBatch(g, scores) }); n > 1 { // the pool may be emptied
		t.Errorf("%v allocations in a batch", n)
	}
}

package variation

import (
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// origins crosses parents that differ everywhere, and lists which genes the first
// child has from the second parent. The other child must have the rest.
func origins(t *testing.T, o Operators, seed uint64) []bool {
	t.Helper()
	g := problem.NewGenomes(o.Rep, 4)
	c, d, p, q := g.At(0), g.At(1), g.At(2), g.At(3)
	n := o.Rep.Length
	at := func(g problem.Genome, j int) bool {
		switch o.Rep.Kind {
		case problem.Binary:
			return g.Bits[j/64]>>(j%64)&1 != 0
		case problem.Discrete:
			return g.Symbols[j] != 0
		}
		return g.Reals[j] != 0
	}
	for j := range n {
		switch o.Rep.Kind {
		case problem.Binary:
			q.Bits[j/64] |= 1 << (j % 64)
		case problem.Discrete:
			q.Symbols[j] = 1
		default:
			q.Reals[j] = 1
		}
	}
	pair := rng.Address{Seed: seed, Purpose: rng.Pair}
	b := NewBreeder(&o)
	b.Cross(c, d, p, q, pair, pair.Word(3))
	from := make([]bool, n)
	for j := range n {
		if from[j] = at(c, j); at(d, j) == from[j] {
			t.Fatalf("crossover %d: both children have gene %d from one parent", o.Crossover, j)
		}
	}
	return from
}

// Children are complementary, and have the genes that their crossover's name
// promises: those behind a point, those between two, or any.
func TestChildrenHaveTheGenesOfTheirParents(t *testing.T) {
	const n, tries, pu = 70, 400, 0.3
	reals := problem.Representation{Kind: problem.Real, Length: n, Lower: make([]float64, n), Upper: slices.Repeat([]float64{1}, n)}
	for _, r := range []problem.Representation{{Kind: problem.Binary, Length: n}, {Kind: problem.Discrete, Length: n, Alphabet: 3}, reals} {
		for crossover, most := range map[int]int{CrossOnePoint: 1, CrossTwoPoint: 2, CrossUniform: n} {
			points := map[int]bool{}
			taken := 0
			for seed := range uint64(tries) {
				from := origins(t, Operators{Rep: r, Crossover: crossover, PU: rng.Threshold(pu)}, seed)
				changes := 0
				for j := range n {
					if from[j] {
						taken++
					}
					if j > 0 && from[j] != from[j-1] {
						changes++
						points[j] = true
					}
				}
				if changes > most || crossover == CrossOnePoint && (from[0] || changes != 1) {
					t.Fatalf("%v, crossover %d: %v", r.Kind, crossover, from)
				}
			}
			if len(points) < n-3 { // 400 draws of 69 leave hardly any out
				t.Errorf("%v, crossover %d: points at %d places only", r.Kind, crossover, len(points))
			}
			if share := float64(taken) / n / tries; crossover == CrossUniform && math.Abs(share-pu) > 0.01 {
				t.Errorf("%v: a share of %v is exchanged, want %v", r.Kind, share, pu)
			}
		}
	}
}

// The examples are those of Michalewicz, Genetic Algorithms + Data Structures =
// Evolution Programs, section 10.
func TestOrdersAreThoseOfTheBooks(t *testing.T) {
	p, q := []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9}, []uint16{4, 5, 2, 1, 8, 7, 6, 9, 3}
	cyclic := []uint16{4, 1, 2, 8, 7, 6, 9, 3, 5}
	for _, c := range []struct {
		crossover           int
		p, q, first, second []uint16
	}{
		{CrossOrder, p, q, []uint16{2, 1, 8, 4, 5, 6, 7, 9, 3}, []uint16{3, 4, 5, 1, 8, 7, 6, 9, 2}},
		{CrossMatched, p, q, []uint16{1, 8, 2, 4, 5, 6, 7, 9, 3}, []uint16{4, 2, 3, 1, 8, 7, 6, 5, 9}},
		{CrossCycle, p, cyclic, []uint16{1, 2, 3, 4, 7, 6, 9, 8, 5}, []uint16{4, 1, 2, 8, 5, 6, 7, 3, 9}},
	} {
		b := NewBreeder(&Operators{Rep: problem.Representation{Kind: problem.Permutation, Length: 9}, Crossover: c.crossover})
		from0 := func(list []uint16) []uint16 {
			out := make([]uint16, len(list))
			for i, x := range list {
				out[i] = x - 1
			}
			return out
		}
		first, second := make([]uint16, 9), make([]uint16, 9)
		b.crossOrders(first, second, from0(c.p), from0(c.q), 3, 7)
		if !slices.Equal(first, from0(c.first)) || !slices.Equal(second, from0(c.second)) {
			t.Errorf("crossover %d: %v and %v, want %v and %v", c.crossover, first, second, from0(c.first), from0(c.second))
		}
	}
}

// mutated is what becomes of a permutation of 0 to n-1.
func mutated(mutation, n int, seed uint64) []uint16 {
	o := Operators{Rep: problem.Representation{Kind: problem.Permutation, Length: n}, Mutation: mutation, PerGenome: true}
	b := NewBreeder(&o)
	g := problem.NewGenomes(o.Rep, 1).At(0)
	for i := range n {
		g.Order[i] = uint16(i)
	}
	b.Mutate(g, rng.Address{Seed: seed, Purpose: rng.Mutate}, rng.Threshold(1), nil)
	return g.Order
}

func TestStretchesAreSwappedTurnedAndScrambled(t *testing.T) {
	const n = 12
	for seed := range uint64(300) {
		for _, mutation := range []int{MutateSwap, MutateInversion, MutateScramble} {
			got := mutated(mutation, n, seed)
			lo, hi := 0, n-1 // what changed
			for lo < n && got[lo] == uint16(lo) {
				lo++
			}
			for hi >= 0 && got[hi] == uint16(hi) {
				hi--
			}
			want := slices.Sorted(slices.Values(got))
			for i, x := range want {
				if x != uint16(i) {
					t.Fatalf("mutation %d: %v is no permutation", mutation, got)
				}
			}
			switch {
			case lo > hi && mutation == MutateScramble: // it may leave all as it was
			case lo >= hi:
				t.Fatalf("mutation %d changed nothing", mutation)
			case mutation == MutateSwap:
				want[lo], want[hi] = want[hi], want[lo]
			case mutation == MutateInversion:
				slices.Reverse(want[lo : hi+1])
			}
			if mutation != MutateScramble && !slices.Equal(got, want) {
				t.Errorf("mutation %d gave %v, want %v", mutation, got, want)
			}
		}
	}
}

// Steps of real genes have the spread that they should: Gaussian ones a deviation of
// sigma times the range, polynomial ones (Deb 2001) the median 1 - 0.5^(1/(eta+1)).
func TestStepsOfRealsAreSpreadAsTheyShould(t *testing.T) {
	const n, eta, sigma = 4000, 20.0, 0.05
	o := Operators{Rep: problem.Representation{Kind: problem.Real, Length: n, Lower: slices.Repeat([]float64{-2}, n), Upper: slices.Repeat([]float64{2}, n)}, EtaM: eta, Sigma: sigma}
	for _, o.Mutation = range []int{MutateGaussian, MutatePolynomial} {
		b := NewBreeder(&o)
		g := problem.NewGenomes(o.Rep, 1).At(0)
		genes := rng.NewMasks(rng.Threshold(1))
		b.Mutate(g, rng.Address{Seed: 5, Purpose: rng.Mutate}, rng.Threshold(1), &genes)
		var size []float64
		sum, square := 0.0, 0.0
		for _, x := range g.Reals {
			x /= 4
			sum, square, size = sum+x, square+x*x, append(size, math.Abs(x))
		}
		slices.Sort(size)
		dev := math.Sqrt(square / n)
		if math.Abs(sum/n) > 4*dev/math.Sqrt(n) {
			t.Errorf("mutation %d: steps are %v in the mean", o.Mutation, sum/n)
		}
		if want := 1 - math.Pow(0.5, 1/(eta+1)); o.Mutation == MutatePolynomial && math.Abs(size[n/2]/want-1) > 0.06 {
			t.Errorf("polynomial: the median step is %v, want %v", size[n/2], want)
		}
		if o.Mutation == MutateGaussian && math.Abs(dev/sigma-1) > 0.05 {
			t.Errorf("gaussian: the deviation is %v, want %v", dev, sigma)
		}
	}
}

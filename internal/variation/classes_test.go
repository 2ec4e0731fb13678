package variation

import (
	"math"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

func variables(t *testing.T) problem.Representation {
	r, err := problem.NewVariables([]problem.Variable{
		{Name: "x", Type: problem.Float, Lower: -1, Upper: 1},
		{Name: "n", Type: problem.Int, Lower: 2, Upper: 9},
		{Name: "one", Type: problem.Int, Lower: 5, Upper: 5},
		{Name: "c", Type: problem.Choice, Choices: []string{"a", "b", "c", "d"}},
		{Name: "only", Type: problem.Choice, Choices: []string{"a"}},
		{Name: "b", Type: problem.Bool},
		{Name: "o", Type: problem.Order, Length: 6},
		{Name: "o1", Type: problem.Order, Length: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A mutation gives every variable another value within its range, where it has
// another; of a choice's others all are as likely.
func TestVariablesMutateToOtherValues(t *testing.T) {
	r := variables(t)
	for _, mutation := range []int{MutatePolynomial, MutateGaussian, MutateReset} {
		o := Operators{Rep: r, Mutation: mutation, EtaM: 20, Sigma: 0.1, classes: classesOf(r)}
		b := NewBreeder(&o)
		g := problem.NewGenomes(r, 1).At(0)
		genes := rng.NewMasks(rng.Threshold(1))
		choices, steps := map[int64]int{}, map[int64]int{}
		for seed := range uint64(3000) {
			Initialize(g, r, rng.Address{Seed: seed, Purpose: rng.Init})
			g.Reals[3] = 1.2 // b
			before := g.Clone()
			b.Mutate(g, rng.Address{Seed: seed, Purpose: rng.Mutate}, rng.Threshold(1), &genes)
			for j, x := range g.Reals {
				if !(x >= r.Lower[j] && x <= r.Upper[j]) {
					t.Fatalf("mutation %d: gene %d is %v", mutation, j, x)
				}
			}
			at := 0
			for _, v := range r.Variables {
				was, is := v.Value(before.Reals[at:at+v.Genes()]), v.Value(g.Reals[at:at+v.Genes()])
				switch {
				case v.Name == "n":
					steps[max(is.(int64)-was.(int64), was.(int64)-is.(int64))]++
				case v.Name == "c":
					choices[v.Int(g.Reals[at])]++
				case v.Name == "b" && was == is:
					t.Fatalf("mutation %d left %s at %v", mutation, v.Name, is)
				case v.Name == "o":
					if list := slices.Sorted(slices.Values(is.([]int))); !slices.Equal(list, []int{0, 1, 2, 3, 4, 5}) {
						t.Fatal(list)
					}
				}
				at += v.Genes()
			}
			if !slices.Equal(slices.Sorted(slices.Values(before.Reals[6:12])), slices.Sorted(slices.Values(g.Reals[6:12]))) {
				t.Fatal("keys of an order were not only exchanged")
			}
		}
		if choices[1] != 0 || len(choices) != 3 || min(choices[0], choices[2], choices[3]) < 900 {
			t.Errorf("mutation %d: b became %v", mutation, choices)
		}
		if mutation != MutateReset && steps[0] != 0 {
			t.Errorf("mutation %d left a whole number as it was %d times", mutation, steps[0])
		}
		if steps[1] == 0 || steps[2] == 0 {
			t.Errorf("mutation %d: steps of a whole number: %v", mutation, steps)
		}
	}
}

// Nothing lies between two choices: each child has that of one parent, the other child
// that of the other. The same holds for the keys of orders.
func TestChoicesAreExchangedWhole(t *testing.T) {
	r := variables(t)
	for _, crossover := range []int{CrossBinary, CrossArithmetic, CrossBlend, CrossExchange, CrossUniform} {
		o := Operators{Rep: r, Crossover: crossover, EtaC: 15, Blend: 0.5, PU: rng.Threshold(0.5), classes: classesOf(r)}
		b := NewBreeder(&o)
		family := problem.NewGenomes(r, 4)
		c, d, p, q := family.At(0), family.At(1), family.At(2), family.At(3)
		exchanged, all := 0, 0
		for seed := range uint64(300) {
			Initialize(p, r, rng.Address{Seed: seed, Purpose: rng.Init})
			Initialize(q, r, rng.Address{Seed: seed, Purpose: rng.Init, Individual: 1})
			at := rng.Address{Seed: seed, Purpose: rng.Pair}
			b.Cross(c, d, p, q, at, at.Word(3))
			for j := 3; j < r.Length; j++ {
				all++
				if c.Reals[j] == q.Reals[j] && d.Reals[j] == p.Reals[j] {
					exchanged++
				} else if c.Reals[j] != p.Reals[j] || d.Reals[j] != q.Reals[j] {
					t.Fatalf("crossover %d: gene %d", crossover, j)
				}
			}
		}
		if share := float64(exchanged) / float64(all); math.Abs(share-0.5) > 0.05 {
			t.Errorf("crossover %d: a share of %v is exchanged", crossover, share)
		}
	}
}

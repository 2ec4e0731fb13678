package problem_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

func representations() []problem.Representation {
	var list []problem.Representation
	for _, n := range []int{1, 7, 8, 16, 63, 64, 65, 130, 200} {
		bounds := make([]float64, n)
		list = append(list,
			problem.Representation{Kind: problem.Binary, Length: n},
			problem.Representation{Kind: problem.Discrete, Length: n, Alphabet: 5},
			problem.Representation{Kind: problem.Permutation, Length: n},
			problem.Representation{Kind: problem.Real, Length: n, Lower: bounds, Upper: bounds})
	}
	return list
}

// size is the number of elements of a genome.
func size(g problem.Genome) int {
	return len(g.Bits) + len(g.Symbols) + len(g.Order) + len(g.Reals)
}

// mark writes a number into the last element of a genome.
func mark(g problem.Genome, v int) {
	for _, s := range []reflect.Value{reflect.ValueOf(g.Bits), reflect.ValueOf(g.Symbols), reflect.ValueOf(g.Order), reflect.ValueOf(g.Reals)} {
		if s.Len() > 0 {
			s.Index(s.Len() - 1).Set(reflect.ValueOf(v).Convert(s.Type().Elem()))
		}
	}
}

func TestGenomes(t *testing.T) {
	for _, r := range representations() {
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		bytes := map[problem.GenomeKind]int{problem.Binary: 8, problem.Discrete: 1, problem.Permutation: 2, problem.Real: 8}[r.Kind]
		if row := r.Stride() * bytes; row > 8 && row%16 != 0 {
			t.Errorf("%v of %d genes: rows of %d bytes", r.Kind, r.Length, row)
		}
		g := problem.NewGenomes(r, 10)
		if g.Len() != 10 {
			t.Errorf("%v of %d genes: %d genomes", r.Kind, r.Length, g.Len())
		}
		want := r.Length
		if r.Kind == problem.Binary {
			want = r.Words()
		}
		for i := range 10 {
			if size(g.At(i)) != want {
				t.Errorf("%v of %d genes: a genome of %d elements", r.Kind, r.Length, size(g.At(i)))
			}
			mark(g.At(i), i+1)
		}
		part := g.Slice(3, 7)
		if part.Len() != 4 || !reflect.DeepEqual(part.At(0), g.At(3)) {
			t.Errorf("%v of %d genes: a slice shows other genomes", r.Kind, r.Length)
		}
		kept := g.At(9).Clone()
		g.At(9).Set(g.At(2))
		if !reflect.DeepEqual(g.At(9), g.At(2)) || reflect.DeepEqual(kept, g.At(2)) {
			t.Errorf("%v of %d genes: copying or cloning is wrong", r.Kind, r.Length)
		}
	}
}

func TestValidateRefuses(t *testing.T) {
	for _, r := range []problem.Representation{
		{Kind: problem.Binary},
		{Kind: problem.Discrete, Length: 5, Alphabet: 1},
		{Kind: problem.Discrete, Length: 5, Alphabet: 257},
		{Kind: problem.Permutation, Length: 65536},
		{Kind: problem.Real, Length: 2, Lower: []float64{1, 2}, Upper: []float64{3}},
		{Kind: problem.Real, Length: 1, Lower: []float64{1}, Upper: []float64{0.5}},
		{Kind: problem.Real, Length: 1, Lower: []float64{math.NaN()}, Upper: []float64{1}},
		{Kind: problem.Real, Length: 1, Lower: []float64{0}, Upper: []float64{math.Inf(1)}},
		{Kind: problem.Real, Length: 1, Lower: []float64{-math.MaxFloat64}, Upper: []float64{math.MaxFloat64}},
	} {
		if r.Validate() == nil {
			t.Errorf("%+v was accepted", r)
		}
	}
}

package checkpoint

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func TestSections(t *testing.T) {
	var c search.Checkpoint
	scores, words := []int64{-1, 0, math.MaxInt64}, []uint64{math.MaxUint64, 5}
	Put(&c, "scores", scores)
	Put(&c, "words", words)
	Put(&c, "means", []float64{math.Inf(-1), math.Copysign(0, -1)})
	r := &Reader{Checkpoint: &c}
	if got := r.Int64s("scores", 3); r.Err != nil || !reflect.DeepEqual(got, scores) {
		t.Error(got, r.Err)
	}
	if got := r.Uint64s("words", 2); r.Err != nil || !reflect.DeepEqual(got, words) {
		t.Error(got, r.Err)
	}
	if got := r.Uint64s("means", 2); r.Err != nil || got[0] != math.Float64bits(math.Inf(-1)) || got[1] != 1<<63 {
		t.Error(got, r.Err)
	}
	for name, read := range map[string]func(r *Reader){
		"missing":        func(r *Reader) { r.Int64s("nothing", 1) },
		"another length": func(r *Reader) { r.Int64s("scores", 4) },
		"another shape": func(r *Reader) {
			r.Genomes("words", problem.Representation{Kind: problem.Binary, Length: 65}, 2)
		},
	} {
		r := &Reader{Checkpoint: &c}
		read(r)
		var damaged *search.CheckpointError
		if !errors.As(r.Err, &damaged) {
			t.Errorf("%s: %v", name, r.Err)
		}
		first := r.Err
		if r.Int64s("scores", 3); r.Err != first {
			t.Errorf("%s: the first error was lost: %v", name, r.Err)
		}
	}
}

func TestGenomesOfEveryKind(t *testing.T) {
	for _, rep := range []problem.Representation{
		{Kind: problem.Binary, Length: 1},
		{Kind: problem.Discrete, Length: 5, Alphabet: 4},
		{Kind: problem.Permutation, Length: 3},
		{Kind: problem.Real, Length: 2, Lower: []float64{0, 0}, Upper: []float64{1, 2}},
	} {
		g := problem.NewGenomes(rep, 2)
		for i := range 2 {
			copy(g.At(i).Order, []uint16{2, 0, 1})
			copy(g.At(i).Symbols, []uint8{3, 0, 1, 2, 3})
			copy(g.At(i).Reals, []float64{0.5, 2})
			copy(g.At(i).Bits, []uint64{1})
		}
		var c search.Checkpoint
		Put(&c, "g", g)
		r := &Reader{Checkpoint: &c}
		if got := r.Genomes("g", rep, 2); r.Err != nil || !reflect.DeepEqual(got, g) {
			t.Errorf("%v: %v, %v", rep.Kind, got, r.Err)
		}
		copy(g.At(1).Order, []uint16{2, 2, 1})
		copy(g.At(1).Symbols, []uint8{4})
		copy(g.At(1).Reals, []float64{math.NaN()})
		copy(g.At(1).Bits, []uint64{2})
		Put(&c, "g", g)
		if r.Genomes("g", rep, 2); r.Err == nil {
			t.Errorf("%v: a bad genome was taken", rep.Kind)
		}
	}
}

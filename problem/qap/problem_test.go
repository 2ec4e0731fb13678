package qap

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// drawInstance draws matrices with and without symmetry and diagonals, of small
// and of huge numbers.
func drawInstance(t *rapid.T, most int) *Instance {
	n := rapid.IntRange(1, most).Draw(t, "n")
	// 2^31 squared times 24² terms would not fit.
	high := rapid.SampledFrom([]int64{1, 99, 100_000, 1 << 26}).Draw(t, "largest")
	at := rng.Address{Seed: rapid.Uint64().Draw(t, "seed"), Purpose: rng.Instance}
	q := &Instance{Name: "drawn", Size: n}
	for _, m := range []*[]int64{&q.A, &q.B} {
		*m = make([]int64, n*n)
		at.Individual++
		for e := range *m {
			(*m)[e] = int64(at.Bounded(at.Word(uint32(e)), uint32(e), uint32(high+1)))
		}
		mirrored, diagonal := rapid.Bool().Draw(t, "symmetric"), rapid.Bool().Draw(t, "diagonal")
		for i := range n {
			if !diagonal {
				(*m)[i*n+i] = 0
			}
			for j := range i {
				if mirrored {
					(*m)[i*n+j] = (*m)[j*n+i]
				}
			}
		}
	}
	return q
}

func mustNew(t testing.TB, q *Instance) *assignment {
	t.Helper()
	p, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*assignment)
}

// The batch and the checker are the definition, and nothing beats the bound.
func TestEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawInstance(t, 24)
		made, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		p := made.(*assignment)
		g := problemtest.RandomGenomes(p.Representation(), 5, 3)
		scores := make([]problem.Score, g.Len())
		p.EvaluateBatch(g, scores)
		for i, s := range scores {
			if want := p.Evaluate(g.At(i)); s != want {
				t.Fatalf("genome %d scores %d in a batch and %d alone", i, s, want)
			}
			if value, err := q.check(g.At(i).List()); err != nil || value != -s {
				t.Fatalf("genome %d scores %d, the checker says %d, %v", i, s, value, err)
			}
			if bound, ok := p.Bound(); !ok || s > bound {
				t.Fatalf("genome %d scores %d, the bound is %d", i, s, bound)
			}
		}
	})
}

// An instance whose largest value is 2^63-1 exactly.
func TestLargest(t *testing.T) {
	q := &Instance{Size: 2, A: []int64{0, 1, 0, 0}, B: []int64{0, math.MaxInt64, 0, 0}}
	p := mustNew(t, q)
	g := problem.NewGenomes(p.Representation(), 2)
	copy(g.At(0).Order, []uint16{0, 1})
	copy(g.At(1).Order, []uint16{1, 0})
	scores := make([]problem.Score, 2)
	p.EvaluateBatch(g, scores)
	if want := []problem.Score{-math.MaxInt64, 0}; !slices.Equal(scores, want) {
		t.Errorf("%v, want %v", scores, want)
	}
	q.A[2], q.B[2] = 1, 1
	if _, err := New(q); err == nil {
		t.Error("a value of 2^63 was accepted")
	}
}

func TestValidate(t *testing.T) {
	one := []int64{1}
	for _, q := range []*Instance{
		{}, {Size: maxSize + 1}, {Size: 1, A: one}, {Size: 1, A: one, B: []int64{-1}}, {Size: 1, A: []int64{math.MaxInt64}, B: []int64{2}},
		{Size: 2, A: []int64{math.MaxInt64, math.MaxInt64, math.MaxInt64, 5}, B: []int64{0, 0, 1, 1}},
	} {
		if _, err := New(q); err == nil {
			t.Errorf("%+v was accepted", q)
		}
	}
	if _, err := New(&Instance{Size: 1, A: []int64{math.MaxInt64}, B: []int64{0}}); err != nil {
		t.Error(err)
	}
}

// A hash is of the numbers.
func TestHash(t *testing.T) {
	q := &Instance{Name: "x", Size: 1, A: []int64{1}, B: []int64{2}}
	same, other := *q, *q
	same.Name, other.B = "y", []int64{3}
	if q.hash() != same.hash() || q.hash() == other.hash() {
		t.Error("the hash is not that of the numbers")
	}
}

func BenchmarkEvaluateBatch(b *testing.B) {
	q, err := Generate(uniform, 100, 1)
	if err != nil {
		b.Fatal(err)
	}
	p := mustNew(b, q)
	g := problemtest.RandomGenomes(p.Representation(), 100, 1)
	scores := make([]problem.Score, 100)
	for b.Loop() {
		p.EvaluateBatch(g, scores)
	}
}

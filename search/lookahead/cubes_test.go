package lookahead

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/drat"
	"github.com/warbler-opt/warbler/problem/sat"
)

// The cubes of a formula have its verdict together, and a proof.
func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	unsatisfiable, written := 0, 0
	for i := range 150 {
		f := uniform(t, r, uint64(i))
		want := decide(t, f, Options{Threads: 1}).Status
		at := decide(t, f, Options{CubeDepth: 1 + i%3})
		cubes := at.Cubes
		if at.Status != sat.Unknown {
			if at.Status != want {
				t.Fatalf("%d: %v on the way to cubes, want %v", i, at.Status, want)
			}
			continue
		}
		var text bytes.Buffer
		if err := cnf.WriteCubes(&text, cubes); err != nil {
			t.Fatal(err)
		}
		read, err := cnf.ReadCubes(&text, "cubes", 0)
		if err != nil || !slices.EqualFunc(read, cubes, slices.Equal) {
			t.Fatalf("%d: %v became %v, %v", i, cubes, read, err)
		}
		written += len(cubes)
		var proof bytes.Buffer
		got := decide(t, f, Options{Threads: 1 + i%2, Cubes: read, Proof: &proof})
		if got.Status != want {
			t.Fatalf("%d: the %d cubes are %v, want %v", i, len(cubes), got.Status, want)
		}
		if want == sat.Unsatisfiable {
			unsatisfiable++
			if _, err := drat.Check(f, &proof, "proof"); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
	}
	if unsatisfiable < 20 || written < 100 {
		t.Errorf("%d unsatisfiable, %d cubes", unsatisfiable, written)
	}
}

// Any cubes will do, but only what follows is said.
func TestForeignCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 500 {
		f := random(r, 9, 18+r.IntN(20), 4)
		var cubes [][]int32
		for range 1 + r.IntN(4) {
			cube := []int32{}
			for range r.IntN(5) { // some contradict or repeat themselves
				x := int32(1 + r.IntN(9))
				if r.IntN(2) == 0 {
					x = -x
				}
				cube = append(cube, x)
			}
			cubes = append(cubes, cube)
		}
		o := Options{Threads: 1, Cubes: cubes}
		got := decide(t, f, o)
		// So small a formula is always decided, but models that are in no cube are not told.
		want := sat.Unsatisfiable
		for _, cube := range cubes {
			if decide(t, f, Options{Threads: 1, Assume: cube}).Status == sat.Satisfiable {
				want = sat.Satisfiable
			}
		}
		if want == sat.Unsatisfiable && satisfiable(f) {
			want = sat.Unknown
		}
		if got.Status != want || got.Refuted != (want == sat.Unknown) {
			t.Fatalf("%d: %v with the cubes %v, want %v", i, got.Status, cubes, want)
		}
		if want == sat.Satisfiable && !slices.ContainsFunc(cubes, func(cube []int32) bool { return holds(got.Values, cube) }) {
			t.Fatalf("%d: the model is in none of the cubes %v", i, cubes)
		}
		if also, err := Solve(context.Background(), f, portfolio(o, 1)); err != nil || also.Status != want {
			t.Fatalf("%d: a portfolio says %v, %v, want %v", i, also.Status, err, want)
		}
	}
	f := hard(t)
	got := decide(t, f, Options{Threads: 2, Cubes: [][]int32{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50}}})
	if got.Status != sat.Unknown || !got.Refuted {
		t.Errorf("one cube of many: %v, %v", got.Status, got.Refuted)
	}
}

// holds reports whether all literals of a cube are true.
func holds(values cnf.Assignment, cube []int32) bool {
	return !slices.ContainsFunc(cube, func(x int32) bool { return !values.Makes(x) })
}

func TestCubesInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	r, err := Solve(ctx, hard(t), Options{CubeDepth: cnf.MaxCubeDepth})
	if err != nil || len(r.Cubes) > 0 || r.Status != sat.Unknown {
		t.Errorf("%d cubes, %v, %v", len(r.Cubes), r.Status, err)
	}
	for _, depth := range []int{-1, cnf.MaxCubeDepth + 1} {
		if _, err := Solve(ctx, hard(t), Options{CubeDepth: depth}); err == nil {
			t.Errorf("cubes of depth %d", depth)
		}
	}
}

package warbler_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler"
)

// sorted is better the more places of an order are right.
func sorted(order []uint16) int {
	right := 0
	for i, x := range order {
		if int(x) == i {
			right++
		}
	}
	return right
}

// swapped exchanges two places.
func swapped(order []uint16, r *rand.Rand) {
	i, j := r.IntN(len(order)), r.IntN(len(order))
	order[i], order[j] = order[j], order[i]
}

// Operators in Go are called, and give the same bits whatever the number of threads.
func TestOperatorsOfOnesOwn(t *testing.T) {
	var crossed, mutated, begun atomic.Int64
	options := []warbler.ProblemOption{
		warbler.Crossover(func(a, b, child []uint16, r *rand.Rand) {
			crossed.Add(1)
			if !slices.Equal(a, child) {
				t.Error("the child is no copy of a")
			}
			if r.IntN(2) == 0 {
				copy(child, b)
			}
		}),
		warbler.Mutate(func(child []uint16, r *rand.Rand) { mutated.Add(1); swapped(child, r) }),
		warbler.First(func(g warbler.Genome, r *rand.Rand) {
			begun.Add(1)
			for i, x := range r.Perm(len(g.Order)) {
				g.Order[i] = uint16(x)
			}
		}),
	}
	one := warbler.Permutation(30, sorted, options...)
	two := warbler.Permutation(30, func(order []uint16) []float64 { return []float64{float64(sorted(order)), float64(order[0])} },
		append(options, warbler.Objectives("right", "first"))...)
	for i, p := range []warbler.Problem{one, two} {
		crossed.Store(0)
		mutated.Store(0)
		begun.Store(0)
		a, err := warbler.Solve(background, p, warbler.Generations(40), warbler.Threads(1))
		if err != nil || crossed.Load() == 0 || mutated.Load() == 0 || begun.Load() < 100 {
			t.Fatalf("%v, %v: %d, %d and %d calls", a, err, crossed.Load(), mutated.Load(), begun.Load())
		}
		b, err := warbler.Solve(background, p, warbler.Generations(40), warbler.Threads(3))
		if err != nil || !a.Best.Equal(b.Best) || a.Score != b.Score {
			t.Errorf("problem %d: %v, then %v, %v", i, a, b, err)
		}
		if i == 0 && a.Value < 6 {
			t.Error(a)
		}
	}
	bits := warbler.Binary(70, func(g warbler.Bits) int { return g.Count() },
		warbler.Crossover(func(a, b, child warbler.Bits, r *rand.Rand) { child[1] = b[1] }),
		warbler.Mutate(func(child warbler.Bits, r *rand.Rand) { child[r.IntN(2)] |= 1 << r.IntN(6) }))
	for _, algorithm := range []string{"genetic", "cellular"} {
		r, err := warbler.Solve(background, bits, warbler.Algorithm(algorithm), warbler.Generations(3))
		if err != nil || r.Value < 40 {
			t.Errorf("%s: %v, %v", algorithm, r, err)
		}
	}
}

// A first population of one's own is that of every algorithm that takes it.
func TestFirstPopulation(t *testing.T) {
	ones := warbler.First(func(g warbler.Bits, r *rand.Rand) { g[0] = 1<<40 - 1 })
	same := warbler.Binary(40, func(g warbler.Bits) int { return g.Count() }, ones)
	for _, algorithm := range []string{"genetic", "cellular", "climb", "tabu", "robust", "annealing", "iterated"} {
		if r, err := warbler.Solve(background, same, warbler.Algorithm(algorithm), warbler.Time(1)); err != nil || r.Value != 40 {
			t.Errorf("%s: %v, %v", algorithm, r, err)
		}
	}
	best := warbler.First(func(x []float64, r *rand.Rand) { x[0], x[1] = 0.25, 0.5 })
	for _, algorithm := range []string{"genetic", "differential", "pso"} {
		p := warbler.Real(unit[0], unit[1], func(x []float64) float64 { return max(x[0]-0.25, 0.25-x[0]) + x[1] }, best, warbler.Minimize())
		if r, err := warbler.Solve(background, p, warbler.Algorithm(algorithm), warbler.Time(1)); err != nil || r.Value != 0.5 {
			t.Errorf("%s: %v, %v", algorithm, r, err)
		}
	}
}

func TestWrongOperators(t *testing.T) {
	cross := func(change func(child []uint16)) warbler.Problem {
		return warbler.Permutation(9, sorted, warbler.Crossover(func(a, b, child []uint16, r *rand.Rand) { change(child) }))
	}
	reals := func(option warbler.ProblemOption) warbler.Problem {
		return warbler.Real(unit[0], unit[1], func(x []float64) float64 { return x[0] }, option)
	}
	half := func(x []float64, r *rand.Rand) { x[0] = 0.5 }
	for _, c := range []struct {
		p       warbler.Problem
		options []warbler.Option
		want    string
	}{
		{cross(func(child []uint16) { child[0] = child[1] }), nil, "warbler: Crossover made what is no genome of the problem: gene 1, "},
		{cross(func(child []uint16) { child[0] = 9 }), nil, "warbler: Crossover made what is no genome"},
		{reals(warbler.Mutate(func(x []float64, r *rand.Rand) { x[1] += 2 })), nil, "warbler: Mutate made what is no genome of the problem: gene 1 is "},
		{reals(warbler.First(func(x []float64, r *rand.Rand) { x[1] = -1 })), nil, "warbler: First made what is no genome of the problem: gene 1 is -1, outside 0 to 1"},
		{reals(warbler.Repair(func(x []float64) { x[1] = -1 })), nil, "warbler: Repair made what is no genome of the problem: gene 1 is -1, outside 0 to 1"},
		{reals(warbler.Mutate(func(x []uint8, r *rand.Rand) {})), nil, "Mutate: it has a func([]uint8, *rand.Rand), and genes of this problem take a func([]float64, *rand.Rand)"},
		{reals(warbler.Mutate(half)), []warbler.Option{warbler.Algorithm("differential")}, "algorithm differential has no use for a mutation of the problem's own; these work: genetic"},
		{reals(warbler.First(half)), []warbler.Option{warbler.Algorithm("cma")}, "these work: annealing, differential, genetic, pso, random"},
		{warbler.Mixed(warbler.NewSpace(warbler.Int("n", 1, 9)), func(x warbler.Point) int { return 1 }, warbler.Mutate(func(warbler.Point, *rand.Rand) {})), nil,
			"Mutate: a warbler.Point is made of the genes"},
		{reals(warbler.Mutate(half)), []warbler.Option{warbler.Param("mutation", "gaussian")}, "an operator of its own"},
	} {
		r, err := warbler.Solve(background, c.p, append(c.options, warbler.Generations(9))...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "panic") {
			t.Errorf("%v, %v, want %q", r, err, c.want)
		}
	}
}

// Algorithms for one objective refuse several.
func TestSeveralObjectivesNeedAFront(t *testing.T) {
	p := warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"))
	for _, algorithm := range []string{"differential", "genetic", "pso", "cma"} {
		r, err := warbler.Solve(background, p, warbler.Algorithm(algorithm), warbler.Generations(1))
		if err == nil || r != nil || !strings.Contains(err.Error(), "is for one objective, and problem function has 2; these work: nsga2") {
			t.Errorf("%s: %v, %v", algorithm, r, err)
		}
	}
}

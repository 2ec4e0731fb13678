package local

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func made[P problem.Problem](t *testing.T) func(p P, err error) problem.Problem {
	return func(p P, err error) problem.Problem {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func colors(t *testing.T, vertices, k int) problem.Problem {
	g, err := coloring.Generate(vertices, 0, 0.5, 3)
	if err != nil {
		t.Fatal(err)
	}
	return made[problem.Problem](t)(coloring.New(g, k))
}

func quadratic(t *testing.T, kind string, n int) problem.Problem {
	q, err := qap.Generate(kind, n, 3)
	if err != nil {
		t.Fatal(err)
	}
	return made[problem.Problem](t)(qap.New(q))
}

func cities(t *testing.T, n int) problem.Problem {
	q, err := tsp.Generate(n, 3)
	if err != nil {
		t.Fatal(err)
	}
	return made[problem.Problem](t)(tsp.New(q))
}

// inserting is a tour that values insertions, by its length.
type inserting struct{ exchanging }

type exchanging interface {
	problem.Problem
	problem.Valued
	problem.Hashed
	problem.Kernelled
	problem.Exchanger
}

func (p inserting) Insertions() (problem.Insertions, error) {
	return &insertions{p, problem.NewGenomes(p.Representation(), 1).At(0)}, nil
}

type insertions struct {
	inserting
	genome problem.Genome
}

func (x *insertions) Reset(g problem.Genome) { x.genome.Set(g) }
func (x *insertions) Genome() problem.Genome { return x.genome }
func (x *insertions) Score() problem.Score   { return x.Evaluate(x.genome) }
func (x *insertions) Insert(i, j int)        { neighborhood.Insert(x.genome.Order, i, j) }

func (x *insertions) InsertionGain(i, j int) problem.Score {
	after := x.genome.Clone()
	neighborhood.Insert(after.Order, i, j)
	return x.Evaluate(after) - x.Score()
}

func (x *insertions) InsertionGains(i int, gains []problem.Score) {
	for j := range gains {
		gains[j] = x.InsertionGain(i, j)
	}
}

// crooked is an assignment whose matrices are not symmetric and have few different
// numbers, so that many moves are worth the same.
func crooked(t *testing.T, n int, step int64) problem.Problem {
	q := &qap.Instance{Name: "crooked", Size: n, A: make([]int64, n*n), B: make([]int64, n*n)}
	at := rng.Address{Seed: 3, Purpose: rng.Instance}
	for k, m := range [][]int64{q.A, q.B} {
		at.Individual = uint32(k)
		for e := range m {
			m[e] = step * int64(at.Bounded(at.Word(uint32(e)), uint32(e), 3))
		}
	}
	return made[problem.Problem](t)(qap.New(q))
}

// heavy is one whose permutations are worth more than half of what 64 bits hold.
func heavy(t *testing.T) problem.Problem {
	const n = 50
	q := &qap.Instance{Name: "heavy", Size: n, A: make([]int64, n*n), B: make([]int64, n*n)}
	for e := range q.A {
		if i, j := int64(e/n), int64(e%n); i != j {
			q.A[e], q.B[e] = 1<<22-1000*(i*j%97), 1<<29-1-10000*(i*j%89)
		}
	}
	return made[problem.Problem](t)(qap.New(q))
}

// moveCase is a problem with a neighborhood.
type moveCase struct {
	problem   problem.Problem
	moveSet   string
	rotations int
	long      bool // another case has much of its program, which takes seconds to compile
}

func (c moveCase) String() string {
	return fmt.Sprintf("%s, %s %d", c.problem.Name(), c.moveSet, c.rotations)
}

func (c moveCase) values() search.Values {
	return search.Values{"neighborhood": c.moveSet, "rotations": fmt.Sprint(c.rotations)}
}

// moveCases are all neighborhoods, of problems that know what moves are worth
// and of problems that do not.
func moveCases(t *testing.T) []moveCase {
	t.Helper()
	symbols := made[problem.Problem](t)(pattern.NewSymbols(9, 4))
	sorting := made[problem.Problem](t)(pattern.NewSorting(9))
	formula := generate(t, sat.Random{Width: 3, Vars: 20, Clauses: 100, Seed: 3})
	return []moveCase{
		{problem: formula, moveSet: "flip", rotations: 1}, {problem: formula, moveSet: "pair", rotations: 1},
		{problem: colors(t, 25, 5), moveSet: "change", rotations: 1}, {problem: symbols, moveSet: "change", rotations: 1},
		{problem: quadratic(t, "uniform", 10), moveSet: "exchange", rotations: 1}, {problem: heavy(t), moveSet: "exchange", rotations: 1},
		{problem: cities(t, 12), moveSet: "exchange", rotations: 1}, {problem: sorting, moveSet: "exchange", rotations: 1},
		{problem: quadratic(t, "structured", 9), moveSet: "rotation", rotations: 1}, {problem: crooked(t, 6, 1<<20), moveSet: "rotation", rotations: 2},
		{problem: cities(t, 8), moveSet: "rotation", rotations: 2}, {problem: sorting, moveSet: "rotation", rotations: 2},
		{problem: cities(t, 8), moveSet: "insertion", rotations: 1}, {problem: inserting{cities(t, 8).(exchanging)}, moveSet: "insertion", rotations: 1},
		{problem: cities(t, 9), moveSet: "reversal", rotations: 1}, {problem: cities(t, 7), moveSet: "or-opt", rotations: 1},
		{problem: sorting, moveSet: "or-opt", rotations: 1}, {sorting, "reversal", 1, true},
		{cities(t, 9), "rotation", 1, true}, {sorting, "rotation", 1, true},
		{quadratic(t, "uniform", 8), "rotation", 2, true}, {crooked(t, 7, 1), "rotation", 2, true},
	}
}

// searchCases are the searches, with values that bring everything they do into few
// steps.
var searchCases = []struct {
	name   string
	values search.Values
}{
	{"climb", nil},
	{"tabu", search.Values{"restart": "15", "tenure-range": "3"}},
	{"robust", search.Values{"restart": "20"}},
	{"annealing", search.Values{"trials": "25"}},
	{"iterated", nil},
	{"iterated", search.Values{"search": "tabu", "patience": "5"}},
	{"iterated", search.Values{"search": "robust", "patience": "5", "perturbation": "4"}},
}

// eachSearch runs a test for every search on every neighborhood or, where that
// is to be quick, for every search and for every neighborhood.
func eachSearch(t *testing.T, quick bool, run func(t *testing.T, number int, a search.Algorithm, c search.Config)) {
	for i, h := range moveCases(t) {
		for k, s := range searchCases {
			if quick && (i+k)%len(searchCases) != 0 || testing.Short() && h.long {
				continue
			}
			t.Run(fmt.Sprintf("%v/%s %v", h, s.name, s.values), func(t *testing.T) {
				c := search.Config{Problem: h.problem, Replicas: search.Seeds(7, 3), Values: h.values()}
				maps.Copy(c.Values, s.values)
				run(t, i, lookup(t, s.name), c)
			})
		}
	}
}

func TestSearchesAgreeEverywhere(t *testing.T) {
	eachSearch(t, false, func(t *testing.T, _ int, a search.Algorithm, c search.Config) { searchtest.Everywhere(t, a, c, 2, 40) })
}

func TestSearchesGoOnElsewhere(t *testing.T) {
	eachSearch(t, testing.Short(), func(t *testing.T, _ int, a search.Algorithm, c search.Config) {
		for _, d := range searchtest.Where(t) {
			searchtest.Resumed(t, a, c, d, nil, 30)
			searchtest.Resumed(t, a, c, nil, d, 30)
			on := c
			on.Device = d
			searchtest.Alone(t, a, on, 2, 1, 40)
		}
	})
}

// TestSearchLayouts demands the same of groups that a device would not choose, on
// chip and not, and of steps in parts.
func TestSearchLayouts(t *testing.T) {
	devices := devicetest.All(t)
	layouts := []struct {
		lanes, part int
		onChip      bool
	}{{1, 7, false}, {4, 0, true}, {8, 5, false}}
	eachSearch(t, testing.Short(), func(t *testing.T, number int, a search.Algorithm, c search.Config) {
		want := searchtest.History(t, a, c, 1, 40)
		for i, l := range layouts {
			if l.lanes > 1 && i != 1+number%2 || testing.Short() && (i != number%len(layouts) || l.lanes == 4 && number%2 == 0) {
				continue // each is a program that PoCL takes seconds to compile
			}
			t.Run(fmt.Sprintf("%+v", l), func(t *testing.T) {
				force(t, l.lanes, l.part, l.onChip)
				for _, d := range devices {
					c.Device = d
					searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, a, c, 1, 40))
				}
			})
		}
	})
}

// TestEvaluatorsAreEvaluate compares what evaluators say of all moves with the scores
// that these lead to.
func TestEvaluatorsAreEvaluate(t *testing.T) {
	for _, c := range moveCases(t) {
		rep := c.problem.Representation()
		h, err := newMoves(c.moveSet, c.rotations, c.problem)
		if err != nil {
			t.Fatal(err)
		}
		ev, err := h.Evaluator(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		genomes := problemtest.RandomGenomes(rep, 3, 5)
		gains := make([]problem.Score, h.MaxRow())
		for i := range genomes.Len() {
			ev.Reset(genomes.At(i))
			for at := range 5 {
				before := ev.Genome().Clone()
				if got, want := ev.Score(), c.problem.Evaluate(before); got != want {
					t.Fatalf("%v: score %d, want %d", c, got, want)
				}
				move := 0
				for r := range ev.Rows {
					for _, g := range slices.Clone(ev.Row(r, gains)) {
						after := before.Clone()
						h.Apply(after, move)
						if want := c.problem.Evaluate(after) - ev.Score(); g != want || ev.Gain(move) != want {
							t.Fatalf("%v: move %d gains %d, alone %d, want %d", c, move, g, ev.Gain(move), want)
						}
						move++
					}
				}
				if move != h.Size() {
					t.Fatalf("%v: %d moves in rows, want %d", c, move, h.Size())
				}
				move = (at*7 + 3) % move
				h.Apply(before, move)
				if ev.Do(move); fmt.Sprint(ev.Genome()) != fmt.Sprint(before) {
					t.Fatalf("%v: move %d leads to %v, want %v", c, move, ev.Genome(), before)
				}
			}
		}
	}
}

// TestAttributes: a move brings about what it says, and ends what it says; what is tabu
// after it keeps it from being undone.
func TestAttributes(t *testing.T) {
	for _, c := range moveCases(t) {
		rep := c.problem.Representation()
		h, err := newMoves(c.moveSet, c.rotations, c.problem)
		if err != nil {
			t.Fatal(err)
		}
		has := func(g problem.Genome, mark int) bool {
			i, v := mark/h.Values(), mark%h.Values()
			switch rep.Kind {
			case problem.Binary:
				return g.Bit(i) == (v == 1)
			case problem.Discrete:
				return int(g.Symbols[i]) == v
			}
			return int(g.Order[i]) == v
		}
		before := problemtest.RandomGenomes(rep, 2, 5).At(1)
		for move := range h.Size() {
			after := before.Clone()
			h.Apply(after, move)
			m := h.Attributes(before, move)
			for k := range m.Count {
				if !has(after, m.Enter[k]) || has(before, m.Enter[k]) || has(after, m.Leave[k]) || !has(before, m.Leave[k]) {
					t.Fatalf("%v: move %d of %v has attributes %+v", c, move, before, m)
				}
			}
			for back := range h.Size() {
				again := after.Clone()
				if h.Apply(again, back); reflect.DeepEqual(again, before) && h.TabuEntry(back) != h.TabuEntryAfter(move) {
					t.Fatalf("%v: move %d undoes %d, after which %d is tabu and not %d", c, back, move, h.TabuEntryAfter(move), h.TabuEntry(back))
				}
			}
		}
	}
}

// Without any moves the searches end by themselves, at what they began with.
func TestNoMoves(t *testing.T) {
	for i, s := range searchCases[:5] {
		for k, h := range []moveCase{{cities(t, 1), "exchange", 1, false}, {cities(t, 2), "rotation", 1, false}, {cities(t, 2), "rotation", 2, false}, {cities(t, 1), "insertion", 1, false}, {inserting{cities(t, 1).(exchanging)}, "insertion", 1, false}, {cities(t, 1), "reversal", 1, false}, {cities(t, 1), "or-opt", 1, false}} {
			if testing.Short() && i != k {
				continue // each is a program to compile
			}
			c := search.Config{Problem: h.problem, Replicas: search.Seeds(1, 2), Values: h.values()}
			searchtest.Everywhere(t, lookup(t, s.name), c, 1, 5)
		}
	}
}

func TestNeighborhoodRefusals(t *testing.T) {
	huge := cities(t, 3000)
	for _, c := range []struct {
		algorithm string
		problem   problem.Problem
		moveSet   string
		rotations string
		want      string
	}{
		{"climb", cities(t, 9), "flip", "1", "parameter neighborhood: flip is no move of permutation genomes"},
		{"tabu", colors(t, 9, 3), "exchange", "1", "parameter neighborhood: exchange is no move of discrete genomes"},
		{"climb", huge, "rotation", "1", "parameter neighborhood: 4495501000 moves are more than a search can look at"},
		{"robust", cities(t, 20_000), "auto", "1", "robust: it would have to remember 400000000 moves; use annealing"},
		{"annealing", binaryProblems(t)["coded"], "auto", "1", "annealing: it weighs differences of scores, which must be whole numbers here; these work: climb, iterated, random, robust, tabu"},
		{"annealing", cities(t, 9), "auto", "2", "parameter rotations: 2 is for neighborhood=rotation, not for reversal"},
		{"annealing", inserting{cities(t, 9).(exchanging)}, "auto", "2", "parameter rotations: 2 is for neighborhood=rotation, not for insertion"},
		{"iterated", cities(t, 9), "insertion", "2", "parameter rotations: 2 is for neighborhood=rotation, not for insertion"},
		{"tabu", colors(t, 9, 3), "auto", "2", "parameter rotations: 2 is for neighborhood=rotation, not for change"},
		{"climb", cities(t, 2000), "rotation", "2", "parameter neighborhood: 2662668000 moves are more than a search can look at"},
		{"robust", cities(t, 9), "rotation", "0", `parameter rotations: "0" is not a whole number from 1 to 2`},
	} {
		e, err := lookup(t, c.algorithm).Engine(context.Background(), search.Config{Problem: c.problem, Values: search.Values{"neighborhood": c.moveSet, "rotations": c.rotations}})
		if err == nil {
			e.Close()
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s, %s %s: %v, want %s", c.algorithm, c.moveSet, c.rotations, err, c.want)
		}
	}
}

// TestBothWays: searches make rotations of both directions, always the best of all,
// the first among equals; and a list is as long as all of them ask for.
func TestBothWays(t *testing.T) {
	for _, name := range []string{"climb", "tabu", "robust"} {
		p := crooked(t, 8, 1)
		e := searchtest.Open(t, lookup(t, name), search.Config{Problem: p, Replicas: search.Seeds(1, 1), Values: search.Values{"neighborhood": "rotation", "rotations": "2"}})
		h, moves := replicaOf(t, searchtest.Begin(t, e)), neighborhood.Moves{Kind: neighborhood.Rotation, N: 8, Rotations: 2}
		if want := int64(2 * 10); name == "tabu" && h.tenure != want { // the root of 112
			t.Errorf("moves are tabu for %d steps, want %d", h.tenure, want)
		}
		var ways, equals [2]int
		for step := range int64(100) {
			now, want, most := h.evaluator.Genome().Clone(), -1, problem.Score(math.MinInt64)
			for at := range moves.Size() {
				g := now.Clone()
				moves.Apply(g, at)
				switch s := p.Evaluate(g); {
				case s < most || s <= h.State.Best && !h.free(at, step):
				case s == most:
					equals[2*at/moves.Size()]++
				default:
					want, most = at, s
				}
			}
			got, gain, ok := h.choose(step)
			if got != want || gain != most-h.evaluator.Score() || !ok {
				t.Fatalf("%s, step %d: move %d for %d, %v; want %d for %d", name, step, got, gain, ok, want, most-h.evaluator.Score())
			}
			if ways[2*got/moves.Size()]++; name == "climb" && gain <= 0 {
				if !h.restart(step) {
					t.Fatal("it is stale")
				}
				continue
			}
			h.forbid(got, step, [3]uint32{})
			h.evaluator.Do(got)
			h.judge(step)
		}
		if min(ways[0], ways[1], equals[0], equals[1]) == 0 {
			t.Errorf("%s: %d moves of the two directions, %d equals", name, ways, equals)
		}
	}
}

// TestMetropolis compares how often a loss is accepted with the rule.
func TestMetropolis(t *testing.T) {
	const words = 1 << 16
	for _, c := range []struct {
		loss, temperature float64
	}{{1, 1}, {3, 1.5}, {10, 2}, {1, 100}} {
		accepted := 0
		for x := range uint32(words) {
			if metropolis(-problem.Score(c.loss), c.temperature, x<<16+1<<15) {
				accepted++
			}
		}
		if share, want := float64(accepted)/words, math.Exp(-c.loss/c.temperature); math.Abs(share-want) > 1.0/words {
			t.Errorf("a loss of %g at %g is accepted with %g, want %g", c.loss, c.temperature, share, want)
		}
	}
}

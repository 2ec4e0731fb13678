package memetic

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "memetic") }

// instance is one with random numbers up to high; without symmetry neither
// matrix is symmetric.
func instance(t *testing.T, n int, high uint32, symmetric bool) problem.Problem {
	t.Helper()
	q := &qap.Instance{Name: "test", Size: n, A: make([]int64, n*n), B: make([]int64, n*n)}
	at := rng.Address{Seed: uint64(n), Purpose: rng.Instance}
	for k, m := range [][]int64{q.A, q.B} {
		at.Individual = uint32(k)
		for e := range m {
			w := uint32(e)
			if i, j := e/n, e%n; symmetric && j < i {
				w = uint32(j*n + i)
			}
			m[e] = int64(at.Bounded(at.Word(w), w, high))
		}
	}
	p, err := qap.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// heavy is one whose permutations are worth more than half of what 64 bits hold.
func heavy(t *testing.T) problem.Problem {
	t.Helper()
	const n = 50
	q := &qap.Instance{Name: "heavy", Size: n, A: make([]int64, n*n), B: make([]int64, n*n)}
	for e := range q.A {
		if i, j := int64(e/n), int64(e%n); i != j {
			q.A[e], q.B[e] = 1<<22-1000*(i*j%97), 1<<29-1-10000*(i*i*j%89)
		}
	}
	p, err := qap.New(q)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Evaluate(problemtest.RandomGenomes(p.Representation(), 1, 1).At(0)); s > -1<<62 {
		t.Fatalf("it is worth %d only", s)
	}
	return p
}

func generated(t *testing.T, kind string, n int) problem.Problem {
	t.Helper()
	q, err := qap.Generate(kind, n, 7)
	if err != nil {
		t.Fatal(err)
	}
	p, err := qap.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func cities(t *testing.T, n int) problem.Problem {
	t.Helper()
	i, err := tsp.Generate(n, 7)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tsp.New(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func configs(t *testing.T) map[string]search.Config {
	t.Helper()
	tabu := search.Values{"search": "tabu", "rounds": "3", "crossover": "common"}
	both := search.Values{"search": "tabu", "neighborhood": "rotation", "rotations": "2", "rounds": "2"}
	rotation := search.Values{"search": "tabu", "neighborhood": "rotation", "rounds": "2", "perturbation": "3"}
	list := map[string]search.Config{
		"uniform":                {Problem: generated(t, "uniform", 14)},
		"structured":             {Problem: generated(t, "structured", 11)},
		"no symmetry":            {Problem: instance(t, 9, 90, false)},
		"no symmetry, wide":      {Problem: instance(t, 9, 1<<20, false)},
		"no symmetry, heavy":     {Problem: heavy(t)},
		"comma":                  {Problem: generated(t, "uniform", 14), Values: search.Values{"replacement": "comma", "tournament": "5"}},
		"tabu":                   {Problem: generated(t, "uniform", 13), Values: tabu},
		"children":               {Problem: generated(t, "uniform", 14), Values: search.Values{"children": "9", "min-distance": "0", "renewal": "2", "pc": "1"}},
		"perturbed":              {Problem: generated(t, "uniform", 14), Values: search.Values{"renewal": "1", "renewed": "perturbed", "iterations": "3"}},
		"rotations":              {Problem: generated(t, "uniform", 12), Values: rotation},
		"rotations, no symmetry": {Problem: instance(t, 9, 90, false), Values: rotation},
		"rotations, wide":        {Problem: instance(t, 8, 1<<20, true), Values: rotation},
		"rotations, a symmetric": {Problem: generated(t, "structured", 9), Values: rotation},
		"tour":                   {Problem: cities(t, 12)},
		"tour, rotations":        {Problem: cities(t, 9), Values: rotation},
		"both ways":              {Problem: generated(t, "uniform", 10), Values: both},
		"both ways, no symmetry": {Problem: instance(t, 8, 3, false), Values: both}, // with many equals
		"both ways, wide":        {Problem: instance(t, 7, 1<<20, false), Values: both},
		"both ways, tour":        {Problem: cities(t, 8), Values: both},
		"both ways, all tabu":    {Problem: instance(t, 8, 999, false), Values: search.Values{"search": "tabu", "neighborhood": "rotation", "rotations": "2", "tenure": "99", "iterations": "90", "children": "60", "population": "40", "min-distance": "0"}},
		"one place":              {Problem: instance(t, 1, 9, true)},
		"two places":             {Problem: instance(t, 2, 9, true)},
		"three places, all tabu": {Problem: instance(t, 3, 9, true), Values: search.Values{"search": "tabu", "tenure": "50"}},
	}
	for name, c := range list {
		v := search.Values{"population": "5", "children": "6", "iterations": "30"}
		for k, x := range c.Values {
			v[k] = x
		}
		c.Values, c.Replicas = v, search.Seeds(7, 3)
		list[name] = c
	}
	return list
}

func TestAgreesEverywhere(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) { searchtest.Everywhere(t, algorithm(t), c, 2, 3) })
	}
}

// TestLayouts demands the same of groups that a device would not choose, on chip
// and not.
func TestLayouts(t *testing.T) {
	type layout struct {
		lanes                        int
		offChip, aside, leaves, long bool
	}
	devices := devicetest.All(t)
	all := configs(t)
	for number, name := range slices.Sorted(maps.Keys(all)) {
		c, every := all[name], name == "uniform" || name == "both ways"
		if testing.Short() && !every {
			continue
		}
		want := searchtest.History(t, algorithm(t), c, 1, 3)
		layouts := []layout{{lanes: 32}, {lanes: 32, leaves: true}, {lanes: 64, aside: true}, {lanes: 64, offChip: true}}
		if c.Values["neighborhood"] != "rotation" {
			layouts = append(layouts, layout{lanes: 32, long: true})
		}
		for i, l := range layouts {
			if !every && i != number%len(layouts) || testing.Short() && name != "uniform" && i%2 == 0 {
				continue // each is a program that PoCL takes seconds to compile
			}
			t.Run(fmt.Sprintf("%s/%+v", name, l), func(t *testing.T) {
				before := forced
				forced.lanes, forced.offChip, forced.aside, forced.leaves, forced.long = l.lanes, l.offChip, l.aside, l.leaves, l.long
				forced.launchSize = 3
				t.Cleanup(func() { forced = before })
				for _, d := range devices {
					c.Device = d
					searchtest.Same(t, searchtest.Name(d), want, searchtest.History(t, algorithm(t), c, 1, 3))
				}
			})
		}
	}
}

func TestResumesAnywhere(t *testing.T) {
	for _, name := range []string{"tabu", "both ways"} {
		c := configs(t)[name]
		for _, from := range searchtest.Where(t) {
			for _, to := range searchtest.Where(t) {
				searchtest.Resumed(t, algorithm(t), c, from, to, 2)
			}
			c.Device = from
			searchtest.Alone(t, algorithm(t), c, 2, 2, 2)
			c.Device = nil
		}
	}
}

// TestTargetEndsAGeneration: a replica ends with the first search that reaches the
// target, the same one everywhere.
func TestTargetEndsAGeneration(t *testing.T) {
	c := configs(t)["uniform"]
	long := searchtest.History(t, algorithm(t), c, 1, 8)
	target := long[0].Best[0].Score
	c.Stop = search.Stop{Target: &target}
	want := searchtest.Everywhere(t, algorithm(t), c, 1, 8)
	if s := want[0].Best[0]; s.Status != search.Reached || s.Score < target {
		t.Errorf("%+v, want %d to be reached", s, target)
	}
}

// Several devices, here the same one three times, share the searches; and a target
// is reached at the same moment wherever its search is.
func TestSeveralDevices(t *testing.T) {
	small := search.Config{Problem: instance(t, 14, 40, true), Replicas: search.Seeds(1, 3), Values: search.Values{"population": "4", "children": "5", "iterations": "100"}}
	found := searchtest.History(t, algorithm(t), small, 1, 2)
	target := found[0].Best[0].Score
	small.Stop = search.Stop{Target: &target}
	for name, c := range map[string]search.Config{
		"robust": {Problem: instance(t, 9, 90, false), Replicas: search.Seeds(3, 2), Values: search.Values{"population": "6", "children": "7", "iterations": "300"}},
		"target": small,
	} {
		want := searchtest.History(t, algorithm(t), c, 3, 1)
		for _, d := range devicetest.All(t) {
			c.Device, c.More = d, []device.Device{d, d}
			c.KernelTimes = map[string]time.Duration{}
			searchtest.Same(t, name+" on three of "+searchtest.Name(d), want, searchtest.History(t, algorithm(t), c, 3, 1))
			if c.KernelTimes["tabu_run"] == 0 {
				t.Errorf("%s: the kernels took %v", name, c.KernelTimes)
			}
		}
	}
}

func TestCanceled(t *testing.T) {
	c := search.Config{Problem: generated(t, "uniform", 40), Replicas: search.Seeds(1, 2), Values: search.Values{"population": "10", "children": "10", "iterations": "1000000"}}
	for _, d := range searchtest.Where(t) {
		c.Device = d
		e := searchtest.Open(t, algorithm(t), c)
		if _, err := e.Step(context.Background(), 1); err != nil { // some drivers compile at the first launch
			t.Fatal(err)
		}
		searchtest.Canceled(t, searchtest.Name(d), e)
		if s, err := e.Best(0); err != nil || s.Score != c.Problem.Evaluate(s.Genome) {
			t.Errorf("%s: %+v, %v; the definition says %d", searchtest.Name(d), s, err, c.Problem.Evaluate(s.Genome))
		}
	}
}

func TestRefusals(t *testing.T) {
	ones, err := onemax.New(9)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := algorithm(t).Engine(context.Background(), search.Config{Problem: ones}); err == nil {
		t.Error("binary genomes were taken")
	}
	small := instance(t, 2, 9, true)
	for _, c := range []struct {
		problem problem.Problem
		values  search.Values
		want    string // of the error, or nothing in particular
	}{
		{small, search.Values{"neighborhood": "rotation"}, "parameter neighborhood: robust search exchanges two places; add search=tabu"},
		{small, search.Values{"neighborhood": "rotation", "search": "tabu"}, "parameter neighborhood: a rotation needs three places, and there are 2"},
		{small, search.Values{"population": "1"}, "parameter population: children have two parents"},
		{small, search.Values{"population": "6", "children": "5", "replacement": "comma"}, "parameter replacement: 5 children cannot take the place of 6 members"},
		{small, search.Values{"rotations": "2"}, "parameter rotations: 2 is for neighborhood=rotation, not for exchange"},
		{small, search.Values{"rotations": "2", "search": "tabu"}, "parameter rotations: 2 is for neighborhood=rotation, not for exchange"},
		{small, search.Values{"rotations": "3"}, `parameter rotations: "3" is not a whole number from 1 to 2`},
		{cities(t, 1291), search.Values{"neighborhood": "rotation", "search": "tabu", "rotations": "2"}, "parameter rotations: those of 1291 places are more than a search can look at; 1290 places are the most"},
		{cities(t, 1626), search.Values{"neighborhood": "rotation", "search": "tabu"}, "parameter rotations: those of 1626 places are more than a search can look at; 1625 places are the most"},
		{instance(t, 2, 1<<30, true), nil, ""},
	} {
		e, err := newEngine(context.Background(), search.Config{Problem: c.problem, Values: c.values, Replicas: search.Seeds(1, 1)})
		if err == nil {
			e.Close()
		}
		if err == nil || c.want != "" && err.Error() != c.want {
			t.Errorf("%s, %v: %v, want %s", c.problem.Name(), c.values, err, c.want)
		}
	}
}

// TestMostTurned: an index is below directions times the cube of the places, and
// all bits set is none.
func TestMostTurned(t *testing.T) {
	for way := uint64(1); way <= 2; way++ {
		n := uint64(mostTurned[way])
		if way*n*n*n >= 1<<32 || way*(n+1)*(n+1)*(n+1) < 1<<32 {
			t.Errorf("%d are not the most places whose rotations of %d directions fit 32 bits", n, way)
		}
	}
}

// TestBothWays compares the moves of a search in both directions with the
// definition: the best of all that are free or lead to a new best, the first among
// equals. Instances are of small numbers, so that there are equals.
func TestBothWays(t *testing.T) {
	const n, list = 7, 12
	c := search.Config{Problem: instance(t, n, 3, false), Values: search.Values{"search": "tabu", "neighborhood": "rotation", "rotations": "2", "tenure": fmt.Sprint(list)}}
	p, err := newPlan(c)
	if err != nil {
		t.Fatal(err)
	}
	start := []uint16{3, 1, 6, 4, 0, 5, 2}
	x, err := p.evaluator(c.Problem)
	if err != nil {
		t.Fatal(err)
	}
	search := newTabuSearch(&p, 1, 0, x)
	never := func() bool { return false }
	if !search.begin(start, math.MaxInt64, p.tenures[0], never) {
		t.Fatal("it was cut short")
	}
	moves := p.moves
	now, best := problem.Genome{Order: slices.Clone(start)}, c.Problem.Evaluate(problem.Genome{Order: start})
	until := map[int]int{} // the last iteration in which three places are tabu
	var made, equal, kept [2]int
	for it := 1; it <= 300; it++ {
		pick, most := -1, problem.Score(math.MinInt64)
		for at := range moves.Size() {
			g := now.Clone()
			moves.Apply(g, at)
			way := 2 * at / moves.Size()
			switch s := c.Problem.Evaluate(g); {
			case s < most:
			case s <= best && it <= until[at%(moves.Size()/2)]:
				kept[way]++
			case s == most:
				equal[way]++
			default:
				pick, most = at, s
			}
		}
		moves.Apply(now, pick)
		until[pick%(moves.Size()/2)] = it + list
		best = max(best, most)
		made[2*pick/moves.Size()]++
		search.advance(0, it-1, it, math.MaxInt64, never)
		if got := x.Genome().Order; !slices.Equal(got, now.Order) || x.Score() != most || search.best != best {
			t.Fatalf("iteration %d leads to %v with %d, best %d; want %v with %d, best %d", it, got, x.Score(), search.best, now.Order, most, best)
		}
	}
	for way := range 2 {
		if made[way] == 0 || equal[way] == 0 || kept[way] == 0 {
			t.Errorf("direction %d: %d moves made, %d equals, %d tabu", way, made[way], equal[way], kept[way])
		}
	}
}

package walk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

func newProblem(t interface{ Fatal(...any) }, f *sat.Formula) cnf.Problem {
	p, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return p.(cnf.Problem)
}

// strict is generate with every clause hard.
func strict(t testing.TB, r sat.Random) cnf.Problem {
	t.Helper()
	f, err := sat.Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	return newProblem(t, f.Strict())
}

func generate(t testing.TB, r sat.Random) cnf.Problem {
	t.Helper()
	f, err := sat.Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	return newProblem(t, f)
}

// replicaOf is the first replica of a walk on the CPU.
func replicaOf(t testing.TB, e search.Engine) *replica {
	t.Helper()
	list, err := e.(population.Unranked).Engine.(*population.Engine).Snapshot(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return list[0].(*replica)
}

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "walk") }

// Whatever a walk follows from flip to flip is what counting anew gives.
func TestWalksCountRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := searchtest.DrawFormula(t)
		rare := rapid.SampledFrom([]int64{1, 7, sat.Hard}).Draw(t, "rare weight")
		f.Weights = make([]int64, f.Clauses())
		for c := range f.Weights {
			f.Weights[c] = rapid.SampledFrom([]int64{1, 1, 1, rare}).Draw(t, "weight")
		}
		p := newProblem(t, f)
		g := newFormula(p)
		walkers := []walker{newWeighting(g)}
		if g.hard == 0 {
			walkers = append(walkers, newTabu(g))
			if g.alike {
				walkers = append(walkers, newProbing(g))
			}
		}
		for _, w := range walkers {
			w.begin(3)
			at := rng.Address{Seed: 9, Purpose: rng.Walk}
			for step := int64(1); step <= 60; step++ {
				at.Step = uint64(step)
				x0, x1, x2, x3 := at.Block(0)
				w.advance(x0, x1, x2, x3, step)
			}
			genome := problem.NewGenomes(p.Representation(), 1).At(0)
			w.assigned().pack(genome.Bits)
			if got, want := w.assigned().score(), p.Evaluate(genome); got != want {
				t.Fatalf("%T has score %d, and it is %d", w, got, want)
			}
			switch w := w.(type) {
			case *weighting:
				gain, size := slices.Clone(w.gain), w.good.size
				w.resume()
				if !slices.Equal(gain, w.gain) || size != w.good.size {
					t.Fatal("weighting has other gains")
				}
			case *tabu:
				gain, cost := slices.Clone(w.gain), w.cost
				w.resume()
				if !slices.Equal(gain, w.gain) || cost != w.cost {
					t.Fatal("tabu has other gains")
				}
			case *probing:
				breaks, carries := slices.Clone(w.breaks), slices.Clone(w.carries)
				w.resume()
				if !slices.Equal(breaks, w.breaks) || !slices.Equal(carries, w.carries) {
					t.Fatal("probing has other breaks")
				}
			}
		}
	})
}

// A set against a map.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10_000).Draw(t, "n")
		s, want := newSet(n), map[uint32]bool{}
		for range rapid.IntRange(0, 200).Draw(t, "changes") {
			i := uint32(rapid.IntRange(0, n-1).Draw(t, "i"))
			if rapid.Bool().Draw(t, "add") {
				s.add(i)
				want[i] = true
			} else {
				s.remove(i)
				delete(want, i)
			}
		}
		var sorted []uint32
		for i := range want {
			sorted = append(sorted, i)
		}
		slices.Sort(sorted)
		var got []uint32
		for i, ok := s.next(0); ok; i, ok = s.next(i + 1) {
			got = append(got, i)
		}
		if !slices.Equal(got, sorted) || s.size != len(sorted) {
			t.Fatalf("%v of %d, want %v", got, s.size, sorted)
		}
	})
}

// cases are formulas with the modes that walk on them.
func cases(t *testing.T) map[string]search.Config {
	list := map[string]search.Config{}
	for mode, p := range map[string]problem.Problem{
		"weighting":      generate(t, sat.Random{Width: 3, Vars: 60, Clauses: 255, Seed: 1}),
		"tabu":           generate(t, sat.Random{Width: 2, Vars: 80, Clauses: 400, Seed: 2, MaxWeight: 20}),
		"probing":        generate(t, sat.Random{Width: 4, Vars: 60, Clauses: 500, Seed: 3}),
		"weighting+tabu": generate(t, sat.Random{Width: 3, Vars: 50, Clauses: 215, Seed: 4}),
		"auto":           generate(t, sat.Random{Width: 3, Vars: 60, Clauses: 200, Seed: 5, MaxWeight: 9, Hard: 0.4}),
	} {
		list[mode] = search.Config{Problem: p, Values: search.Values{"mode": mode, "every": "7"}, Replicas: search.Seeds(3, 5)}
	}
	return list
}

func TestWalksAreReproducible(t *testing.T) {
	for mode, c := range cases(t) {
		t.Run(mode, func(t *testing.T) {
			c.Threads = 1
			want := searchtest.History(t, algorithm(t), c, 4, 50)
			c.Threads = 2
			searchtest.Same(t, "two goroutines", want, searchtest.History(t, algorithm(t), c, 4, 50))
			searchtest.Alone(t, algorithm(t), c, 2, 3, 60)
			searchtest.Resumed(t, algorithm(t), c, nil, nil, 300)
		})
	}
}

// A mixture's turns change while nobody looks.
func TestTurns(t *testing.T) {
	for _, mode := range []string{"weighting+tabu", "probing+tabu"} {
		c := search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 30, Clauses: 300, Seed: 4}), Values: search.Values{"mode": mode, "every": "100000"}, Replicas: search.Seeds(1, 1)}
		searchtest.Resumed(t, algorithm(t), c, nil, nil, 1<<turn+1000)
	}
}

func TestAutoMode(t *testing.T) {
	for name, c := range map[string]struct {
		p    cnf.Problem
		want string
	}{
		"small 3-SAT":       {generate(t, sat.Random{Width: 3, Vars: 250, Clauses: 1065, Seed: 1}), "weighting+tabu"},
		"large 3-SAT":       {generate(t, sat.Random{Width: 3, Vars: 2000, Clauses: 8400, Seed: 1}), "probing+tabu"},
		"over-constrained":  {generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 1000, Seed: 1}), "tabu"},
		"weighted":          {generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 300, Seed: 1, MaxWeight: 5}), "tabu"},
		"partial":           {generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 300, Seed: 1, Hard: 0.5}), "weighting"},
		"no clause at all":  {newProblem(t, &sat.Formula{Name: "none", Vars: 3, Start: []uint32{0}}), "weighting+tabu"},
		"strict, satisfied": {strict(t, sat.Random{Width: 3, Vars: 100, Clauses: 400, Seed: 1}), "weighting+tabu"},
	} {
		if got := autoMode(c.p); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestWalkStops(t *testing.T) {
	p := generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 420, Seed: 7, Planted: true})
	bound, _ := p.(problem.Targeted).Bound()
	for name, c := range map[string]struct {
		stop search.Stop
		want search.Status
	}{
		"bound":      {search.Stop{}, search.Optimal},
		"steps":      {search.Stop{Steps: 3}, search.Exhausted},
		"stagnation": {search.Stop{Stagnation: 1, Steps: 100}, search.Stagnated},
		"target":     {search.Stop{Target: func() *problem.Score { s := bound - 5; return &s }()}, search.Reached},
	} {
		config := search.Config{Problem: p, Replicas: search.Seeds(1, 2), Stop: c.stop}
		e := searchtest.Open(t, algorithm(t), config)
		r, err := search.Run(context.Background(), e, c.stop)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != c.want {
			t.Errorf("%s: %v, want %v", name, r.Status, c.want)
		}
		if err := search.Verify(p, r.Solution()); err != nil {
			t.Error(err)
		}
		for _, s := range r.Runs { // to the very flip
			end := s.Found
			switch s.Status {
			case search.Exhausted:
				end = 3
			case search.Stagnated:
				end++
			}
			if s.Steps != end {
				t.Errorf("%s: a run ends after %d flips, want %d", name, s.Steps, end)
			}
		}
	}
}

// A walk starts where it is told to.
func TestWalkStart(t *testing.T) {
	p := generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 400, Seed: 8, Planted: true})
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
	r, err := search.Run(context.Background(), e, search.Stop{})
	if err != nil {
		t.Fatal(err)
	}
	e = searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(2, 1), Start: []problem.Genome{r.Solution().Genome}})
	if s, err := searchtest.Begin(t, e).Best(0); err != nil || s.Score != r.Solution().Score || s.Status != search.Optimal {
		t.Errorf("%+v, %v", s, err)
	}
	e = searchtest.Open(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"mode": "tabu"}, Replicas: search.Seeds(2, 1), Start: []problem.Genome{r.Solution().Genome}})
	if w := replicaOf(t, searchtest.Begin(t, e)).walkers[0].(*tabu); w.least != 0 {
		t.Errorf("the least cost is %d at an assignment of cost 0", w.least)
	}
}

func TestWalkRefuses(t *testing.T) {
	partial := generate(t, sat.Random{Width: 3, Vars: 30, Clauses: 100, Seed: 1, Hard: 0.5})
	weighted := generate(t, sat.Random{Width: 3, Vars: 30, Clauses: 100, Seed: 1, MaxWeight: 9})
	for what, c := range map[string]search.Config{
		"tabu on hard clauses":        {Problem: partial, Values: search.Values{"mode": "tabu"}},
		"probing on weights":          {Problem: weighted, Values: search.Values{"mode": "probing+tabu"}},
		"a rule that it cannot judge": {Problem: weighted, Stop: search.Stop{Converged: true}},
	} {
		c.Replicas = search.Seeds(1, 1)
		var unsuited *search.UnsuitedError
		if _, err := New(context.Background(), c); !errors.As(err, &unsuited) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestWalkIsCanceled(t *testing.T) {
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 3000, Clauses: 30_000, Seed: 1}), Replicas: search.Seeds(1, 4)})
	searchtest.Canceled(t, "Step", e)
}

// A turn of a mixture may have flips that cost many times as much.
func TestTurnsAreCanceled(t *testing.T) {
	if testing.Short() {
		t.Skip("a million flips first")
	}
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 9900, Clauses: 42_570, Seed: 1}), Values: search.Values{"mode": "probing+tabu"}, Replicas: search.Seeds(1, 1)})
	for steps := int64(0); steps < 1<<turn; {
		p, err := e.Step(context.Background(), 1<<turn-int(steps))
		if err != nil {
			t.Fatal(err)
		}
		steps = p.Steps
	}
	searchtest.Canceled(t, "Step", e)
}

// A walk that has started anew goes on the same after a resume.
func TestRestarts(t *testing.T) {
	c := search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 40, Clauses: 300, Seed: 5, MaxWeight: 9, Hard: 0.3}), Values: search.Values{"every": "100000"}, Replicas: search.Seeds(1, 2)}
	searchtest.Resumed(t, algorithm(t), c, nil, nil, 520_000)
	e := searchtest.Open(t, algorithm(t), c)
	searchtest.Follow(t, e, 2, 1, 1_040_000)
	if n := replicaOf(t, e).walkers[0].(*weighting).round; n < 1 {
		t.Errorf("%d restarts", n)
	}
}

// The last line of a trace is the end of the run.
func TestWalkTrace(t *testing.T) {
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: generate(t, sat.Random{Width: 3, Vars: 100, Clauses: 420, Seed: 7, Planted: true}), Replicas: search.Seeds(1, 1)})
	m := searchtest.Follow(t, e, 1, 1, 1_000_000)[0]
	last := m.Samples[len(m.Samples)-1]
	if m.Best[0].Status != search.Optimal || last.Step != m.Best[0].Steps || last.BestSoFar != m.Best[0].Score || last.Best != last.BestSoFar {
		t.Errorf("the run ends as %+v, the trace with %+v", m.Best[0], last)
	}
	if first := m.Samples[0]; first.Step != 0 || last.Online <= first.Online || last.Offline < last.Online {
		t.Errorf("the trace goes from %+v to %+v", first, last)
	}
}

// Formulas without variables.
func TestEmptyFormula(t *testing.T) {
	empty := &sat.Formula{Name: "empty"}
	empty.Add(5)
	searchtest.History(t, algorithm(t), search.Config{Problem: newProblem(t, empty), Replicas: search.Seeds(1, 2)}, 2, 100)
}

func BenchmarkWalk(b *testing.B) {
	for _, c := range []struct {
		mode          string
		vars, clauses int
	}{{"weighting", 250, 1200}, {"tabu", 1000, 10_000}, {"probing", 1000, 4800}} {
		b.Run(fmt.Sprintf("%s-%d", c.mode, c.vars), func(b *testing.B) {
			f, err := sat.Generate(sat.Random{Width: 3, Vars: c.vars, Clauses: c.clauses, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			e, err := New(context.Background(), search.Config{Problem: newProblem(b, f), Values: search.Values{"mode": c.mode}, Replicas: search.Seeds(1, 1), Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for done := int64(0); done < int64(b.N); {
				p, err := e.Step(context.Background(), b.N-int(done))
				if err != nil {
					b.Fatal(err)
				}
				if done = p.Steps; p.Running == 0 {
					break
				}
			}
		})
	}
}

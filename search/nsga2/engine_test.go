package nsga2

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// custom is a problem in Go only: some powers of the first gene and of what is
// missing to 1.
type custom struct {
	criteria     int
	lower, upper float64
	wait         time.Duration
}

func (c custom) Name() string { return "custom" }

func (c custom) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Real, Length: 1, Lower: []float64{c.lower}, Upper: []float64{c.upper}}
}

func (c custom) Criteria() []problem.Criterion {
	list := make([]problem.Criterion, c.criteria)
	for m := range list {
		list[m].Float = true
	}
	return list
}

func (c custom) Objective() problem.Objective { return problem.Objective{Float: true} }

func (c custom) Scores(g problem.Genome, to []problem.Score) {
	time.Sleep(c.wait)
	for m := range to {
		to[m] = problem.FromFloat([2]float64{g.Reals[0], 1 - g.Reals[0]}[m%2])
	}
}

func (c custom) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(c, g) }

func TestBadParametersAreRefused(t *testing.T) {
	p := must(criteria.New("zdt1", 3))
	target := problem.Score(1)
	for want, c := range map[string]search.Config{
		"parameter population":       {Problem: p, Values: search.Values{"population": "3"}},
		"need at least 6 members":    {Problem: must(criteria.New("dtlz2", 0)), Values: search.Values{"population": "5"}},
		"choose one of simulated":    {Problem: p, Values: search.Values{"crossover": "order"}},
		"choose one of polynomial":   {Problem: p, Values: search.Values{"mutation": "flip"}},
		"parameter pc:":              {Problem: p, Values: search.Values{"pc": "1.5"}},
		"parameter pm:":              {Problem: p, Values: search.Values{"pm": "-1"}},
		"parameter eta-c:":           {Problem: p, Values: search.Values{"eta-c": "-1"}},
		"there is no such parameter": {Problem: p, Values: search.Values{"elitism": "2"}},
		"start 0":                    {Problem: p, Start: []problem.Genome{{Reals: []float64{9, 0, 0}}}},
		"stop it by generations":     {Problem: p, Stop: search.Stop{Target: &target}},
		"or time":                    {Problem: p, Stop: search.Stop{Stagnation: 9}},
		"has one objective":          {Problem: must(onemax.New(8))},
		"has 1 objectives":           {Problem: custom{criteria: 1, upper: 1}},
		"has 9 objectives":           {Problem: custom{criteria: 9, upper: 1}},
		"no finite range":            {Problem: custom{criteria: 2, upper: math.Inf(1)}},
	} {
		if c.Replicas == nil {
			c.Replicas = search.Seeds(1, 1)
		}
		if _, err := newEngine(context.Background(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := newEngine(context.Background(), search.Config{Problem: p}); err == nil {
		t.Error("no replicas were taken")
	}
	other := search.Config{Problem: p, Replicas: []search.Replica{{Seed: 1, Values: search.Values{"population": "50"}}}}
	if _, err := algorithm(t).Engine(context.Background(), other); err == nil || !strings.Contains(err.Error(), "give it once") {
		t.Errorf("a population of its own: %v", err)
	}
	one, err := function.New("sphere", 3)
	if err != nil {
		t.Fatal(err)
	}
	if a := algorithm(t); !a.Fronts || a.Suits(one) {
		t.Error("it is listed for problems with one objective")
	}
}

func TestForeignAndDamagedCheckpointsAreRefused(t *testing.T) {
	c := search.Config{Problem: must(criteria.New("zdt1", 3)), Replicas: search.Seeds(1, 1)}
	e := searchtest.Open(t, algorithm(t), c)
	searchtest.Begin(t, e)
	saved := searchtest.Save(t, e)
	other := c
	other.Values, other.Resume = search.Values{"pc": "0.7"}, bytes.NewReader(saved)
	var mismatch *search.CheckpointError
	if _, err := newEngine(context.Background(), other); !errors.As(err, &mismatch) {
		t.Error(err)
	}
	for name, spoil := range map[string]func(p *search.Checkpoint){
		"crowding": func(p *search.Checkpoint) { checkpoint.Put(p, "crowding", make([]float64, 99)) },
		"distance": func(p *search.Checkpoint) {
			x := make([]float64, 100)
			x[3] = math.NaN()
			checkpoint.Put(p, "crowding", x)
		},
		"violations": func(p *search.Checkpoint) { delete(p.Sections, "violations") },
		"rank":       func(p *search.Checkpoint) { x := make([]uint64, 100); x[7] = 1 << 40; checkpoint.Put(p, "ranks", x) },
		"genome 5": func(p *search.Checkpoint) {
			g := problem.NewGenomes(c.Problem.Representation(), 100)
			g.Reals[5*c.Problem.Representation().Stride()] = 7
			checkpoint.Put(p, "genomes", g)
		},
	} {
		point, err := search.ReadCheckpoint(bytes.NewReader(saved))
		if err != nil {
			t.Fatal(err)
		}
		spoil(point)
		var b bytes.Buffer
		if err := point.Write(&b); err != nil {
			t.Fatal(err)
		}
		c.Resume = &b
		var damaged *search.CheckpointError
		if _, err := newEngine(context.Background(), c); !errors.As(err, &damaged) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProblemWithoutKernelStaysOnTheCPU(t *testing.T) {
	p := custom{criteria: 2, upper: 1}
	for _, d := range devicetest.All(t) {
		_, err := newEngine(context.Background(), search.Config{Problem: p, Device: d, Replicas: search.Seeds(1, 1)})
		if err == nil || !strings.Contains(err.Error(), "the CPU") {
			t.Error(err)
		}
	}
	e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(1, 1)})
	searchtest.Follow(t, e, 1, 1, 30)
	if s, err := e.Best(0); err != nil || search.Verify(p, s) != nil || problem.ToFloat(s.Score) < 0.99 {
		t.Error(s, err)
	}
	for _, r := range []int{-1, 1} {
		if _, err := e.Best(r); err == nil {
			t.Error("a replica that is not there has a best")
		}
		if _, err := e.(search.Fronted).Front(r); err == nil {
			t.Error("a replica that is not there has a front")
		}
	}
}

func TestCancellation(t *testing.T) {
	slow := custom{criteria: 2, upper: 1, wait: 5 * time.Millisecond}
	configs := []search.Config{
		{Problem: slow, Values: search.Values{"population": "6"}},
		{Problem: must(criteria.New("zdt1", 0)), Values: search.Values{"population": "20000"}},
		{Problem: must(criteria.New("dtlz2", 5)), Values: search.Values{"population": "4000"}},
	}
	for _, d := range devicetest.All(t) {
		configs = append(configs, search.Config{Problem: kinds()["real"], Values: search.Values{"population": "300"}, Device: d})
	}
	for i, c := range configs {
		c.Replicas = search.Seeds(1, 1)
		e := searchtest.Open(t, algorithm(t), c)
		if _, err := e.Step(context.Background(), 1); err != nil { // kernels are compiled now
			t.Fatal(err)
		}
		searchtest.Canceled(t, fmt.Sprintf("engine %d", i), e)
		if s, err := e.Best(0); err != nil || search.Verify(c.Problem, s) != nil {
			t.Errorf("engine %d: %v, %v", i, s, err)
		}
	}
	searchtest.BrokenOff(t, algorithm(t), search.Config{Problem: slow, Replicas: search.Seeds(1, 1), Values: search.Values{"population": "1e4"}})
}

// A step that is given up leaves everything as it was: what follows equals the
// run that nobody disturbed.
func TestGivenUpStepsLeaveNoTrace(t *testing.T) {
	for _, name := range []string{"real", "three"} {
		c := search.Config{Problem: kinds()[name], Values: search.Values{"population": "300"}, Replicas: search.Seeds(4, 1), Threads: 2}
		want := searchtest.History(t, algorithm(t), c, 1, 40)
		e := searchtest.Open(t, algorithm(t), c)
		for k := range 30 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(k*k)*50*time.Microsecond)
			p, err := e.Step(ctx, 1)
			cancel()
			if err != nil && !errors.Is(err, context.DeadlineExceeded) || p.Steps > 35 {
				t.Fatal(err, p.Steps)
			}
		}
		s, err := e.Best(0)
		if err != nil {
			t.Fatal(err)
		}
		got := searchtest.Follow(t, e, 1, 1, 40-int(s.Steps))
		got[0].Samples, want[0].Samples = nil, nil // those of before were lost with their reports
		if searchtest.Same(t, name, want, got); s.Steps == 0 {
			t.Error("no step was made before the last")
		}
	}
}

// A first population on a device that is left again and again has a front from the first
// moment, and in the end is what it would have been.
func TestFirstPopulationCanBeLeft(t *testing.T) {
	for _, d := range devicetest.All(t) {
		c := search.Config{Problem: kinds()["three"], Values: search.Values{"population": "2500"}, Replicas: search.Seeds(6, 1), Device: d}
		want := searchtest.History(t, algorithm(t), c, 1, 1)
		e := searchtest.Open(t, algorithm(t), c)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		for range 3 {
			if _, err := e.Step(ended, 1); err != nil {
				t.Fatal(err)
			}
			front, err := e.(search.Fronted).Front(0)
			if err != nil || len(front) == 0 {
				t.Fatalf("%s: a front of %d, %v", searchtest.Name(d), len(front), err)
			}
			if s, err := e.Best(0); err != nil || search.Verify(c.Problem, s) != nil {
				t.Errorf("%s: %v, %v", searchtest.Name(d), s, err)
			}
		}
		got := searchtest.Follow(t, e, 1, 1, 1)
		got[0].Samples, want[0].Samples = nil, nil
		searchtest.Same(t, searchtest.Name(d), want, got)
	}
}

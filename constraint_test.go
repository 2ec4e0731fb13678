package warbler_test

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
)

// atMost is a rule for bits: not more than so many.
func atMost(n int) warbler.ProblemOption {
	return warbler.Constraint(func(g warbler.Bits) float64 { return float64(g.Count() - n) })
}

// Every algorithm keeps constraints, which it does not know.
func TestConstraintsOfOneObjective(t *testing.T) {
	even := warbler.Constraint(func(g warbler.Genome) float64 { return float64(warbler.Bits(g.Bits).Count() % 2) })
	var asked atomic.Int64 // of what violates something
	count := func(g warbler.Bits) int {
		if g.Count() > 11 || g.Count()%2 == 1 {
			asked.Add(1)
		}
		return g.Count()
	}
	for algorithm, steps := range map[string]int64{"genetic": 100, "cellular": 3, "quantum": 50, "annealing": 2000, "tabu": 50, "iterated": 50, "climb": 50} {
		for _, p := range []warbler.Problem{
			warbler.Binary(40, count, atMost(11), even),
			warbler.Binary(40, func(g warbler.Bits) float64 { return -float64(count(g)) / 4 }, atMost(11), even, warbler.Minimize()),
		} {
			if algorithm == "annealing" && problem.ObjectiveOf(p).Float {
				continue // takes whole numbers
			}
			r, err := warbler.Solve(background, p, warbler.Algorithm(algorithm), warbler.Generations(steps))
			if err != nil || r.Violation != 0 || r.Value != 10 && r.Value != -2.5 || !r.Verified {
				t.Errorf("%s: %v, %v, violation %v", algorithm, r, err, r.Violation)
			}
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d genomes were valued that violate constraints", asked.Load())
	}
	ring := warbler.Constraint(func(x []float64) float64 { return 1 - math.Hypot(x[0], x[1]) })
	for _, algorithm := range []string{"differential", "pso", "cma", "genetic", "annealing"} {
		p := warbler.Real([]float64{-2, -2}, []float64{2, 2}, func(x []float64) float64 { return x[0] + x[1] }, warbler.Minimize(), ring,
			warbler.Constraint(func(x []float64) float64 { return -x[0] }), warbler.Constraint(func(x []float64) float64 { return -x[1] }))
		r, err := warbler.Solve(background, p, warbler.Algorithm(algorithm), warbler.Generations(100))
		if err != nil || r.Violation != 0 || !(math.Abs(r.Value-1) < 0.05) {
			t.Errorf("%s: %v, %v", algorithm, r, err)
		}
	}
}

// Progress tells how far from feasible the best is.
func TestViolationsInProgress(t *testing.T) {
	p := warbler.Binary(60, func(g warbler.Bits) int { return g.Count() }, atMost(8))
	run := warbler.New(background, p, warbler.Every(1), warbler.Generations(30))
	var last warbler.Progress
	for q := range run.Progress() {
		if last = q; (q.Violation > 0) != math.IsNaN(q.Value) || q.Steps == 1 && q.Violation == 0 {
			t.Errorf("%v after %d steps, with a violation of %v", q.Value, q.Steps, q.Violation)
		}
	}
	if last.Violation != 0 || last.Value != 8 {
		t.Errorf("%+v", last)
	}
}

// Where nothing feasible is found, the least violation is the answer, and it says so.
func TestNothingFeasible(t *testing.T) {
	for _, p := range []warbler.Problem{
		warbler.Binary(8, func(g warbler.Bits) int { return g.Count() }, atMost(-3)),
		warbler.Binary(8, func(g warbler.Bits) float64 { return float64(g.Count()) }, atMost(-3)),
		warbler.Binary(8, func(g warbler.Bits) []float64 { return []float64{1, 2} }, atMost(-3), warbler.Objectives("a", "b")),
	} {
		r, err := warbler.Solve(background, p, warbler.Generations(100), warbler.Trace(t.TempDir()+"/t.csv"))
		if err != nil || r.Violation != 3 || !math.IsNaN(r.Value) || warbler.Bits(r.Best.Bits).Count() != 0 || !strings.HasPrefix(r.String(), "nothing feasible, constraints violated by 3 at least, by ") {
			t.Errorf("%v, %v, %v", r, err, r.Violation)
		}
	}
}

func TestPenalty(t *testing.T) {
	for _, p := range []warbler.Problem{
		warbler.Binary(20, func(g warbler.Bits) int { return 3 * g.Count() }, atMost(7), warbler.Penalty(2)), // too little
		warbler.Binary(20, func(g warbler.Bits) float64 { return -3 * float64(g.Count()) }, atMost(7), warbler.Penalty(2), warbler.Minimize()),
	} {
		r, err := warbler.Solve(background, p, warbler.Generations(200))
		if err != nil || math.Abs(r.Value) != 60 || r.Violation != 13 || !strings.Contains(r.String(), "60 with constraints violated by 13") {
			t.Errorf("%v, %v, %v", r, err, r.Value)
		}
	}
	same(t, warbler.Binary(8, func(g warbler.Bits) int { return 3 * g.Count() }, atMost(2), warbler.Penalty(4)), 6)
}

func TestConstraintsOfSeveralObjectives(t *testing.T) {
	above := warbler.Constraint(func(x []float64) float64 { return 0.25 - x[1] })
	cost := warbler.Real(unit[0], unit[1], func(x []float64) float64 { return rival(x)[0] }, warbler.Minimize(), above)
	gain := warbler.Real(unit[0], unit[1], func(x []float64) float64 { return rival(x)[1] })
	for _, p := range []warbler.Problem{
		warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"), warbler.Minimize("cost"), above),
		warbler.Real(unit[0], unit[1], rival, warbler.Objectives("cost", "gain"), warbler.Minimize("cost"), above, warbler.Penalty(100)),
		warbler.Together(cost, gain),
	} {
		r, err := warbler.Solve(background, p, warbler.Generations(40))
		if err != nil || len(r.Front) < 10 || r.Violation != 0 || !(math.Abs(r.Value-0.25) < 0.01) {
			t.Fatalf("%v, %v", r, err)
		}
		for _, m := range r.Front {
			if m.Genome.Reals[1] < 0.2499 {
				t.Errorf("%v", m.Genome.Reals)
			}
		}
	}
}

func TestWrongConstraints(t *testing.T) {
	count := func(g warbler.Bits) int { return g.Count() }
	for want, p := range map[string]warbler.Problem{
		"func([]float64) float64, and genes of this problem take a func(warbler.Bits) float64": warbler.Binary(8, count,
			warbler.Constraint(func(x []float64) float64 { return x[0] })),
		"Repair: it has a func([]uint8)": warbler.Binary(8, count, warbler.Repair(func(g []uint8) { g[0] = 1 })),
		"the function is nil":            warbler.Binary(8, count, warbler.Constraint((func(warbler.Bits) float64)(nil))),
		"no Constraint that":             warbler.Binary(8, count, warbler.Penalty(1)),
		"a positive number":              warbler.Binary(8, count, atMost(1), warbler.Penalty(math.Inf(1))),
	} {
		if r, err := warbler.Solve(background, p, warbler.Generations(1)); err == nil || r != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %q", r, err, want)
		}
	}
}

// Temperatures follow from what feasible moves cost, not from what it costs to break a
// rule.
func TestAnnealingWithConstraints(t *testing.T) {
	const people, shifts = 12, 84
	p := warbler.Discrete(shifts, people, func(who []uint8) int {
		kept := 0
		for shift, person := range who {
			kept += (shift*7 + int(person)*13) % 5
		}
		return kept
	}, warbler.Constraint(func(who []uint8) float64 {
		rows := 0
		for shift := range shifts - 1 {
			if who[shift] == who[shift+1] {
				rows++
			}
		}
		return float64(rows)
	}), warbler.Constraint(func(who []uint8) float64 {
		var count [people]int
		for _, person := range who {
			count[person]++
		}
		beyond := 0
		for _, n := range count {
			beyond += max(6-n, n-8, 0)
		}
		return float64(beyond)
	}))
	// 336 is four for every shift; temperatures of the size of violations leave it below 250.
	if r, err := warbler.Solve(background, p, warbler.Algorithm("annealing"), warbler.Generations(20_000)); err != nil || r.Value < 300 {
		t.Errorf("%v, %v", r, err)
	}
}

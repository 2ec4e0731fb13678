package flowshop

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func made(t testing.TB, jobs, machines int, seed uint64, o Objective) *Problem {
	t.Helper()
	q, err := Generate(jobs, machines, seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(q, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func drawn(t *rapid.T, jobs, machines int) *Problem {
	q := &Instance{Name: "drawn", Jobs: rapid.IntRange(1, jobs).Draw(t, "jobs"), Machines: rapid.IntRange(1, machines).Draw(t, "machines")}
	q.Times = rapid.SliceOfN(rapid.Int64Range(0, 9), q.Jobs*q.Machines, q.Jobs*q.Machines).Draw(t, "times")
	p, err := New(q, Objective(rapid.IntRange(0, 1).Draw(t, "objective")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCheckIsEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 12, 40)
		genomes := problemtest.RandomGenomes(p.Representation(), 5, 1)
		for i := range genomes.Len() {
			g := genomes.At(i)
			if values, err := Check(p.instance, g.List()); err != nil || -values[p.objective] != p.Evaluate(g) {
				t.Fatalf("the score is %d, the checker says %d, %v", p.Evaluate(g), values, err)
			}
		}
	})
}

// TestMovesAreEvaluate compares the gains of all moves along a walk with the scores that
// they lead to.
func TestMovesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 7, 4)
		n, m := p.instance.Jobs, p.newMoves()
		m.Reset(problemtest.RandomGenomes(p.Representation(), 2, 5).At(1))
		gains := make([]problem.Score, n)
		for step := range 4 {
			now := m.Genome().Clone()
			check := func(what string, got []problem.Score, change func(order []uint16)) {
				t.Helper()
				g := now.Clone()
				change(g.Order)
				for _, gain := range got {
					if want := p.Evaluate(g) - p.Evaluate(now); gain != want {
						t.Fatalf("%s gains %d, want %d", what, got, want)
					}
				}
			}
			for i := range n {
				m.InsertionGains(i, gains)
				for j := range n {
					check(fmt.Sprintf("insertion %d %d", i, j), []problem.Score{gains[j], m.InsertionGain(i, j)}, func(p []uint16) { insert(p, i, j) })
				}
				m.ExchangeGains(i, gains)
				for j := i + 1; j < n; j++ {
					check(fmt.Sprintf("exchange %d %d", i, j), []problem.Score{gains[j-i-1], m.ExchangeGain(i, j), m.ExchangeGain(j, i)}, func(p []uint16) { p[i], p[j] = p[j], p[i] })
				}
				for j := range n {
					if j == i {
						continue
					}
					last := max(i, j)
					m.RotationGains(i, j, gains)
					for k := range n {
						if k == i || k == j {
							continue
						}
						got := []problem.Score{m.RotationGain(i, j, k)}
						if k > last {
							got = append(got, gains[k-last-1])
						}
						check(fmt.Sprintf("rotation %d %d %d", i, j, k), got, func(p []uint16) { p[i], p[j], p[k] = p[j], p[k], p[i] })
					}
				}
			}
			if m.Score() != p.Evaluate(now) {
				t.Fatalf("score %d, want %d", m.Score(), p.Evaluate(now))
			}
			i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
			if m.Exchange(i, j); step%2 == 0 {
				m.Insert(j, i)
			}
		}
	})
}

// TestBound compares the bound with the best of all orders; of up to two machines it is
// the least makespan.
func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 5, 4)
		best := problem.Score(math.MinInt64)
		order := make([]uint16, p.instance.Jobs)
		for j := range order {
			order[j] = uint16(j)
		}
		var try func(k int)
		try = func(k int) {
			if k == len(order) {
				best = max(best, p.Evaluate(problem.Genome{Order: order}))
			}
			for j := k; j < len(order); j++ {
				order[k], order[j] = order[j], order[k]
				try(k + 1)
				order[k], order[j] = order[j], order[k]
			}
		}
		try(0)
		bound, _ := p.Bound()
		exact := p.instance.Machines <= 2 && p.objective == Makespan || p.instance.Machines == 1 || p.instance.Jobs == 1
		if bound < best || exact && bound != best {
			t.Fatalf("the bound is %d, the best score %d", bound, best)
		}
	})
}

func TestKernel(t *testing.T) {
	for _, c := range []struct {
		jobs, machines int
		objective      Objective
		scale          int64
		long           bool
	}{
		{20, 5, Makespan, 1, false}, {20, 5, FlowTime, 1 << 40, false}, {1, 1, Makespan, 1, true}, {50, 20, FlowTime, 1, true}, {9, 40, Makespan, 1 << 40, true},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			q := *made(t, c.jobs, c.machines, 1, c.objective).instance
			for e := range q.Times {
				q.Times[e] *= c.scale
			}
			p, err := New(&q, c.objective)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.Equal(t, p, 11)
		})
	}
}

func TestRefuses(t *testing.T) {
	for _, q := range []*Instance{
		{}, {Jobs: 1, Machines: 1}, {Jobs: 1, Machines: 1, Times: []int64{-1}}, {Jobs: 1, Machines: 1, Times: []int64{maxTotal + 1}},
		{Jobs: 2, Machines: 1, Times: []int64{math.MaxInt64, math.MaxInt64}},
	} {
		if _, err := New(q, Makespan); err == nil {
			t.Errorf("%+v was accepted", q)
		}
	}
	if _, err := ParseObjective("tardiness"); err == nil {
		t.Error("an objective was invented")
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, o := range []Objective{Makespan, FlowTime} {
		p := made(b, 50, 10, 1, o)
		m := p.newMoves()
		m.Reset(problemtest.RandomGenomes(p.Representation(), 1, 1).At(0))
		gains := make([]problem.Score, 50)
		b.Run("insertions/"+o.String(), func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				m.InsertionGains(k%50, gains)
			}
		})
		b.Run("exchanges/"+o.String(), func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				m.ExchangeGains(k%50, gains)
			}
		})
	}
}

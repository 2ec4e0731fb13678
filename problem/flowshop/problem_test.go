package flowshop

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func made(t testing.TB, jobs, machines int, seed uint64, o objective) *schedule {
	t.Helper()
	q, err := Generate(jobs, machines, seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newSchedule(q, o.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func drawn(t *rapid.T, jobs, machines int) *schedule {
	q := &Instance{Name: "drawn", Jobs: rapid.IntRange(1, jobs).Draw(t, "jobs"), Machines: rapid.IntRange(1, machines).Draw(t, "machines")}
	q.Times = rapid.SliceOfN(rapid.Int64Range(0, 9), q.Jobs*q.Machines, q.Jobs*q.Machines).Draw(t, "times")
	p, err := newSchedule(q, rapid.SampledFrom(objectiveNames[:]).Draw(t, "objective"))
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
			if values, err := p.instance.check(g.List()); err != nil || -values[p.objective] != p.Evaluate(g) {
				t.Fatalf("the score is %d, the checker says %d, %v", p.Evaluate(g), values, err)
			}
		}
	})
}

func TestMovesAreEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 7, 4)
		problemtest.Exchanges(t, p, p.newMoves())
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
		exact := p.instance.Machines <= 2 && p.objective == makespan || p.instance.Machines == 1 || p.instance.Jobs == 1
		if bound < best || exact && bound != best {
			t.Fatalf("the bound is %d, the best score %d", bound, best)
		}
	})
}

func TestKernel(t *testing.T) {
	for _, c := range []struct {
		jobs, machines int
		objective      objective
		scale          int64
		long           bool
	}{
		{20, 5, makespan, 1, false}, {20, 5, flowTime, 1 << 40, false}, {1, 1, makespan, 1, true}, {50, 20, flowTime, 1, true}, {9, 40, makespan, 1 << 40, true},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			q := *made(t, c.jobs, c.machines, 1, c.objective).instance
			for e := range q.Times {
				q.Times[e] *= c.scale
			}
			p, err := New(&q, c.objective.String())
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
		if _, err := New(q, "makespan"); err == nil {
			t.Errorf("%+v was accepted", q)
		}
	}
	if _, err := New(three, "tardiness"); err == nil {
		t.Error("an objective was invented")
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, o := range []objective{makespan, flowTime} {
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

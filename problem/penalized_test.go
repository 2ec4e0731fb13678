package problem_test

import (
	"math"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// heavy maximizes its first word; what is above 10 is a violation.
type heavy struct{ float bool }

func (h heavy) Name() string { return "heavy" }

func (h heavy) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: 64}
}

func (h heavy) Objective() problem.Objective { return problem.Objective{Float: h.float} }

func (h heavy) Evaluate(g problem.Genome) problem.Score {
	if h.float {
		return problem.FromFloat(float64(g.Bits[0]))
	}
	return problem.Score(g.Bits[0])
}

func (h heavy) Violation(g problem.Genome) problem.Score {
	over := max(0, problem.Score(g.Bits[0])-10)
	if h.float {
		return problem.FromFloat(float64(over))
	}
	return over
}

func TestPenalized(t *testing.T) {
	for _, c := range []struct {
		word   uint64
		weight float64
		want   problem.Score
	}{
		{7, 3, 7}, {10, 3, 10}, {12, 3, 6}, {12, 2.5, 7}, {11, 0.1, 10},
		{math.MaxInt64, 1, 10}, {math.MaxInt64, 1 << 40, 0}, {math.MaxInt64, 1e300, 0},
	} {
		p, err := problem.Penalized(heavy{}, c.weight)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Evaluate(problem.Genome{Bits: []uint64{c.word}}); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	p, err := problem.Penalized(heavy{float: true}, 2.5)
	if err != nil {
		t.Fatal(err)
	}
	if got := problem.ToFloat(p.Evaluate(problem.Genome{Bits: []uint64{12}})); got != 7 || !problem.ObjectiveOf(p).Float {
		t.Errorf("12 scores %v", got)
	}
	other, err := problem.Penalized(heavy{float: true}, 3)
	if err != nil || other.(problem.Hashed).Hash() == p.(problem.Hashed).Hash() {
		t.Error("another weight has the same hash", err)
	}
	for _, weight := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := problem.Penalized(heavy{}, weight); err == nil {
			t.Errorf("a weight of %v was accepted", weight)
		}
	}
	if _, err := problem.Penalized(plain{}, 1); err == nil {
		t.Error("a problem without constraints was accepted")
	}
}

// plain has no constraints.
type plain struct{}

func (plain) Name() string                           { return "plain" }
func (plain) Representation() problem.Representation { return heavy{}.Representation() }
func (plain) Evaluate(problem.Genome) problem.Score  { return 0 }

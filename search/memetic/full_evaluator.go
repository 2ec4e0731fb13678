package memetic

import (
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// fullEvaluator values the moves of problems that can only score whole permutations.
type fullEvaluator struct {
	problem problem.Problem
	batch   problem.BatchEvaluator // or nil
	order   problem.Genome
	score   problem.Score
	tries   problem.Genomes // a row of neighbors
	scores  []problem.Score
}

// exchangesOf follows a permutation, as quickly as the problem can, after Reset.
func exchangesOf(p problem.Problem) (problem.Exchanges, error) {
	if x, ok := p.(problem.Exchanger); ok {
		m, err := x.Exchanges()
		if err != nil {
			err = &search.UnsuitedError{Algorithm: "memetic", Reason: err.Error()}
		}
		return m, err
	}
	r := p.Representation()
	a := &fullEvaluator{problem: p, order: problem.NewGenomes(r, 1).At(0), tries: problem.NewGenomes(r, r.Length), scores: make([]problem.Score, 1)}
	a.batch, _ = p.(problem.BatchEvaluator)
	return a, nil
}

// Reset implements problem.Exchanges.
func (a *fullEvaluator) Reset(g problem.Genome) {
	a.order.Set(g)
	a.score = a.problem.Evaluate(a.order)
}

// Genome implements problem.Exchanges.
func (a *fullEvaluator) Genome() problem.Genome { return a.order }

// Score implements problem.Exchanges.
func (a *fullEvaluator) Score() problem.Score { return a.score }

// ExchangeGains implements problem.Exchanges.
func (a *fullEvaluator) ExchangeGains(i int, gains []problem.Score) {
	for e := range gains {
		a.try(e).exchange(i, i+1+e)
	}
	a.value(gains)
}

// RotationGains implements problem.Exchanges.
func (a *fullEvaluator) RotationGains(i, j int, gains []problem.Score) {
	for e := range gains {
		t := a.try(e)
		t.exchange(i, j)
		t.exchange(j, max(i, j)+1+e)
	}
	a.value(gains)
}

// ExchangeGain implements problem.Exchanges.
func (a *fullEvaluator) ExchangeGain(i, j int) problem.Score {
	a.try(0).exchange(i, j)
	a.value(a.scores)
	return a.scores[0]
}

// RotationGain implements problem.Exchanges.
func (a *fullEvaluator) RotationGain(i, j, k int) problem.Score {
	t := a.try(0)
	t.exchange(i, j)
	t.exchange(j, k)
	a.value(a.scores)
	return a.scores[0]
}

// Exchange implements problem.Exchanges.
func (a *fullEvaluator) Exchange(i, j int) {
	places(a.order.Order).exchange(i, j)
	a.score = a.problem.Evaluate(a.order)
}

// places is a permutation to be changed.
type places []uint16

func (p places) exchange(i, j int) { p[i], p[j] = p[j], p[i] }

// try is neighbor e of the row, as yet the permutation itself.
func (a *fullEvaluator) try(e int) places {
	g := a.tries.At(e)
	g.Set(a.order)
	return g.Order
}

// value scores the row.
func (a *fullEvaluator) value(gains []problem.Score) {
	if a.batch != nil {
		a.batch.EvaluateBatch(a.tries.Slice(0, len(gains)), gains)
	} else {
		for e := range gains {
			gains[e] = a.problem.Evaluate(a.tries.At(e))
		}
	}
	for e := range gains {
		gains[e] = problem.Difference(gains[e], a.score)
	}
}

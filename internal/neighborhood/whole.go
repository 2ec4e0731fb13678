package neighborhood

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

// scored is a genome of a problem that can only score whole ones.
type scored struct {
	problem problem.Problem
	genome  problem.Genome
	score   problem.Score
	last    int           // the move that was valued last, or the best so far; or -1
	after   problem.Score // that it leads to
	of      *Evaluator
}

func (s *scored) Reset(g problem.Genome) {
	s.genome.Set(g)
	s.last, s.of.left.set = -1, false
	began := time.Now()
	s.score = s.problem.Evaluate(s.genome)
	s.of.took(1, time.Since(began))
}

func (s *scored) Genome() problem.Genome { return s.genome }
func (s *scored) Score() problem.Score   { return s.score }

// took counts evaluations.
func (e *Evaluator) took(evaluations int, d time.Duration) {
	if e.Evaluations += int64(evaluations); e.Pool != nil && evaluations > 0 {
		e.Pool.Took(evaluations, d)
	}
}

// whole is for problems that can only score whole genomes.
func (m Moves) whole(p problem.Problem, g problem.Genome) *Evaluator {
	e := &Evaluator{Rows: m.loose(), Slow: true}
	s, tried := &scored{problem: p, genome: g, of: e}, g.Clone()
	e.genome = s
	e.Gain = func(t int) problem.Score {
		tried.Set(s.genome)
		m.Apply(tried, t)
		e.Evaluations++
		s.last, s.after = t, p.Evaluate(tried)
		return problem.Difference(s.after, s.score)
	}
	e.Do = func(t int) {
		if m.Apply(s.genome, t); t != s.last {
			e.Evaluations++
			s.after = p.Evaluate(s.genome)
		}
		s.last, s.score = -1, s.after
	}
	r := row{Moves: m, scored: s, tries: problem.NewGenomes(p.Representation(), rowLength)}
	r.batch, _ = p.(problem.BatchEvaluator)
	e.Row = r.gains
	e.pick = func(k int) { s.last, s.after = r.first+k, r.scores[k] }
	e.After = func() problem.Score { return s.after }
	return e
}

// row is moves that are valued together.
type row struct {
	Moves
	*scored
	batch  problem.BatchEvaluator // or nil
	tries  problem.Genomes        // where moves lead to
	scores [rowLength]problem.Score
	first  int // move
}

// gains values the moves of row r. When the pool is aborted, those that are not valued
// gain nothing.
func (w *row) gains(r int, gains []problem.Score) []problem.Score {
	w.first, gains = w.looseRow(r, gains)
	e, n := w.of, len(gains)
	valued := n
	switch began := time.Now(); {
	case e.Pool != nil && e.Pool.Threads > 1 && e.Pool.Slow():
		valued = w.share(n)
		e.Evaluations += int64(valued)
	case w.batch != nil:
		for k := range n {
			w.try(k)
		}
		w.batch.EvaluateBatch(w.tries.Slice(0, n), w.scores[:n])
		e.took(n, time.Since(began))
	default:
		for valued = 0; valued < n && (valued == 0 || e.Pool == nil || !e.Pool.Aborted()); valued++ {
			w.try(valued)
			w.scores[valued] = w.problem.Evaluate(w.tries.At(valued))
		}
		e.took(valued, time.Since(began))
		for k := valued; k < n; k++ {
			w.scores[k] = math.MinInt64
		}
	}
	for k := range gains {
		gains[k] = problem.Difference(w.scores[k], w.score)
		if valued < n && w.scores[k] == math.MinInt64 {
			gains[k] = math.MinInt64
		}
	}
	return gains
}

// share values the n moves of the row in goroutines, and returns how many.
func (w *row) share(n int) int {
	for k := range n {
		w.scores[k] = math.MinInt64
	}
	var valued atomic.Int64
	w.of.Pool.Share(n, 1, func(k, _ int) {
		w.try(k)
		if w.scores[k] = w.problem.Evaluate(w.tries.At(k)); !w.of.Pool.Cut(w.scores[k]) {
			valued.Add(1)
		}
	})
	return int(valued.Load())
}

// try makes move k of the row.
func (w *row) try(k int) {
	try := w.tries.At(k)
	try.Set(w.genome)
	w.Apply(try, w.first+k)
}

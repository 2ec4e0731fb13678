package local

import (
	"math"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// localSearch is one replica.
type localSearch struct {
	engine    *engine
	index     int
	seed      uint64
	state     population.State
	evaluator *neighborhood.Evaluator
	gains     []problem.Score
	tabuUntil []int64 // the last step in which something is tabu, see plan.memory
	starts    uint32  // at random, without the first; or rounds
	begun     int64   // the step of the last start
	best      problem.Genome
	samples   []search.Sample // not reported yet
	next      problem.Genome  // where it goes
	at        problem.Genome  // where it is, while stale
	stale     bool            // the evaluator has another genome, or none

	// Of iterated search: the best of the last round that was accepted, and of this
	// one.
	accepted, roundBest           problem.Genome
	acceptedScore, roundBestScore problem.Score
	roundFound                    int64 // the step that found roundBest
}

func (e *engine) newSearch(index int, seed uint64) (s *localSearch, err error) {
	g := problem.NewGenomes(e.rep, 5)
	s = &localSearch{engine: e, index: index, seed: seed, state: population.NewState(), best: g.At(0), accepted: g.At(1), roundBest: g.At(2), next: g.At(3), at: g.At(4),
		gains: make([]problem.Score, e.MaxRow()), tabuUntil: make([]int64, e.remembered())}
	if s.evaluator, err = e.Evaluator(e.Problem); err != nil {
		err = &search.UnsuitedError{Algorithm: e.Name, Reason: err.Error()}
	}
	return s, err
}

// randomStart makes next a random genome, another one for each start, repaired where
// the problem does that.
func (s *localSearch) randomStart(start uint32) {
	g, at := s.next, rng.Address{Seed: s.seed, Individual: start, Purpose: rng.Init}
	variation.Initialize(g, s.engine.rep, at)
	if s.engine.Repairer != nil {
		at.Purpose = rng.Repair
		s.engine.Repairer.Repair(g, at)
	}
}

// moveToNext goes to next; false when the engine is aborted on the way.
func (s *localSearch) moveToNext() bool {
	s.at.Set(s.evaluator.Genome())
	s.stale = !s.evaluator.ResetUnless(s.engine.pool.Aborted, s.next)
	return !s.stale
}

// jump goes to a genome; the evaluator follows with the next step.
func (s *localSearch) jump(g problem.Genome) {
	s.at.Set(g)
	s.stale = true
}

// follow brings the evaluator to the genome; false when the engine is aborted.
func (s *localSearch) follow() bool {
	s.stale = s.stale && !s.evaluator.ResetUnless(s.engine.pool.Aborted, s.at)
	return !s.stale
}

// genome is where the search is.
func (s *localSearch) genome() problem.Genome {
	if s.stale {
		return s.at
	}
	return s.evaluator.Genome()
}

// Current is the replica's state.
func (s *localSearch) Current() *population.State { return &s.state }

// Generation makes one step, or none when the engine is aborted. Goroutines do not
// share its neighbors: these share what a problem knows of the genome.
func (s *localSearch) Generation(population.ParallelFor) {
	e, step := s.engine, s.state.Step+1
	if !s.follow() {
		return
	}
	if e.temperatures != nil {
		if s.anneal(step) {
			s.judge(step)
		}
		return
	}
	t, gain, ok := s.choose(step)
	if e.pool.Aborted() {
		return
	}
	stuck := !ok || gain <= 0
	if e.memory != noMemory {
		stuck = step-s.since() > e.patience || e.Size() == 0
	}
	switch {
	case stuck && e.iterated:
		if !s.perturb(step) {
			return
		}
	case stuck:
		if !s.restart(step) {
			return
		}
	default:
		at := rng.Address{Seed: s.seed, Step: uint64(step), Purpose: rng.Walk}
		x0, x1, x2, x3 := at.Block(0)
		if !ok { // all moves are tabu
			t = rng.Below(x0, e.Size())
		}
		s.forbid(t, step, [3]uint32{x1, x2, x3})
		s.evaluator.Do(t)
		if e.iterated && s.evaluator.Score() > s.roundBestScore {
			s.keepRoundBest(step)
		}
	}
	s.judge(step)
}

// since is the step from which patience counts.
func (s *localSearch) since() int64 {
	if s.engine.iterated {
		return s.roundFound
	}
	return max(s.begun, s.state.Found)
}

// restart goes to a random genome; false when the engine is aborted.
func (s *localSearch) restart(step int64) bool {
	if s.randomStart(s.starts + 1); !s.moveToNext() {
		return false
	}
	s.starts++
	s.begun = step
	return true
}

// keepRoundBest makes the genome the best of its round.
func (s *localSearch) keepRoundBest(step int64) {
	s.roundBest.Set(s.evaluator.Genome())
	s.roundBestScore, s.roundFound = s.evaluator.Score(), step
}

// perturb ends a round; false when the engine is aborted. The round is accepted if its
// best is no worse than that of the last accepted one. The next begins with the best of
// the last accepted round, after some random moves.
func (s *localSearch) perturb(step int64) bool {
	accepted := s.roundBestScore >= s.acceptedScore
	if s.next.Set(s.accepted); accepted {
		s.next.Set(s.roundBest)
	}
	if size := s.engine.Size(); size > 0 {
		at := rng.Address{Seed: s.seed, Step: uint64(step), Individual: 1, Purpose: rng.Walk}
		for k := range uint32(1 + rng.Below(at.Word(0), s.engine.perturbation)) {
			s.engine.Apply(s.next, rng.Below(at.Word(1+k), size))
		}
	}
	if !s.moveToNext() {
		return false
	}
	if accepted {
		s.accepted.Set(s.roundBest)
		s.acceptedScore = s.roundBestScore
	}
	s.starts++
	s.begun = step
	s.keepRoundBest(step)
	return true
}

// choose is the move that gains most, the first among equals, of those that are not
// tabu or would lead to a new best.
func (s *localSearch) choose(step int64) (best int, gain problem.Score, ok bool) {
	enough := problem.Difference(s.state.Best, s.evaluator.Score()) // a gain above this is a new best
	gain = math.MinInt64
	first := 0
	for r := range s.evaluator.Rows {
		if s.engine.pool.Aborted() {
			return 0, 0, false
		}
		gains := s.evaluator.Row(r, s.gains)
		for e, g := range gains {
			if g > gain && (g > enough || s.free(first+e, step)) {
				best, gain, ok = first+e, g, true
			}
		}
		first += len(gains)
	}
	return best, gain, ok
}

// free reports whether a move is not tabu in a step. Where values are tabu, a move is
// free if it gives one gene a value that it may take.
func (s *localSearch) free(t int, step int64) bool {
	switch e := s.engine; e.memory {
	case tabuMoves:
		return s.tabuUntil[e.TabuEntry(t)] < step
	case tabuValues:
		m := e.Attributes(s.evaluator.Genome(), t)
		for k := range m.Count {
			if s.tabuUntil[m.Enter[k]] < step {
				return true
			}
		}
		return false
	}
	return true
}

// forbid remembers a move that is about to be made.
func (s *localSearch) forbid(t int, step int64, x [3]uint32) {
	e := s.engine
	until := func(k int) int64 { return step + e.tenure + int64(rng.Below(x[k], int(e.tenureRange)+1)) }
	switch e.memory {
	case tabuMoves:
		s.tabuUntil[e.TabuEntryAfter(t)] = until(0)
	case tabuValues:
		m := e.Attributes(s.evaluator.Genome(), t)
		for k := range m.Count {
			s.tabuUntil[m.Leave[k]] = until(k)
		}
	}
}

// judge ends a step.
func (s *localSearch) judge(step int64) {
	e, score := s.engine, s.evaluator.Score()
	number := e.objective.Number(score)
	if s.state.Judge(step, score, number, 0, e.Rules, e.objective.Float) {
		s.best.Set(s.evaluator.Genome())
	}
	if e.Trace {
		one := population.Node{Best: score, Worst: score}
		s.samples = append(s.samples, s.state.Record(one, number, 0, 0).Sample(s.index, e.Evaluations(step)))
	}
}

package local

import (
	"fmt"
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
	population.Replica
	*plan
	evaluator *neighborhood.Evaluator // nil before the first step
	gains     []problem.Score
	tabuUntil []int64        // the last step in which something is tabu, see plan.memory
	starts    uint64         // at random, without the first; or rounds
	begun     int64          // the step of the last start
	next      problem.Genome // where it goes
	at        problem.Genome // where it is, while stale
	stale     bool           // the evaluator has another genome, or none

	// Of iterated search: the best of the last round that was accepted, and of this
	// one.
	accepted, roundBest           problem.Genome
	acceptedScore, roundBestScore problem.Score
	roundFound                    int64 // the step that found roundBest
}

func (p *plan) newSearch() *localSearch {
	g := problem.NewGenomes(p.rep, 4)
	return &localSearch{plan: p, accepted: g.At(0), roundBest: g.At(1), next: g.At(2), at: g.At(3), stale: true}
}

// Arrays lists what the replica carries from step to step.
func (s *localSearch) Arrays() []population.Array {
	genome := func(section string, g problem.Genome) population.Array {
		return population.Genome(section, s.rep, func() problem.Genome { return g }, g.Set)
	}
	ofRounds := func(section string) string {
		if s.iterated {
			return section
		}
		return "" // nobody needs it
	}
	return []population.Array{
		population.Genome("genomes", s.rep, s.genome, s.jump),
		genome(ofRounds("accepted"), s.accepted), genome(ofRounds("round best"), s.roundBest),
		population.One("", &s.acceptedScore), population.One("", &s.roundBestScore), population.One(ofRounds("round found"), &s.roundFound),
		population.One("starts", &s.starts), population.One("begun", &s.begun), population.Slice("until", s.remembered(), &s.tabuUntil, nil),
	}
}

// Check refuses what no search has, and finds what else was to be saved.
func (s *localSearch) Check() error {
	if s.starts > math.MaxUint32 {
		return &search.CheckpointError{Reason: fmt.Sprintf("section starts: replica %d has begun %d times", s.Replica.Index, s.starts)}
	}
	if s.begun < 0 || s.begun > s.State.Step {
		return &search.CheckpointError{Reason: fmt.Sprintf("section begun: replica %d has begun at step %d of %d", s.Replica.Index, s.begun, s.State.Step)}
	}
	if s.iterated {
		s.acceptedScore, s.roundBestScore = s.problem.Evaluate(s.accepted), s.problem.Evaluate(s.roundBest)
	}
	return nil
}

// Start goes to where the search begins.
func (s *localSearch) Start(population.ParallelFor) {
	s.randomStart(s.next, s.Seed, 0)
	if len(s.Given) > 0 {
		s.next.Set(s.Given[0])
	}
	if s.jump(s.next); !s.follow() {
		return
	}
	s.keepRoundBest(0)
	s.acceptedScore = s.roundBestScore
	s.accepted.Set(s.roundBest)
	s.judge(0)
}

// randomStart makes a genome a random one, another for each start, repaired where
// the problem does that.
func (p *plan) randomStart(g problem.Genome, seed uint64, start uint32) {
	at := rng.Address{Seed: seed, Individual: start, Purpose: rng.Init}
	variation.Initialize(g, p.rep, at)
	if p.repairer != nil {
		at.Purpose = rng.Repair
		p.repairer.Repair(g, at)
	}
}

// moveToNext goes to next; false when the engine is aborted on the way.
func (s *localSearch) moveToNext() bool {
	s.at.Set(s.evaluator.Genome())
	s.stale = !s.evaluator.ResetUnless(s.Pool.Aborted, s.next)
	return !s.stale
}

// jump goes to a genome; the evaluator follows with the next step.
func (s *localSearch) jump(g problem.Genome) {
	s.at.Set(g)
	s.stale = true
}

// follow brings the evaluator to the genome; false when the engine is aborted.
func (s *localSearch) follow() bool {
	if s.evaluator == nil {
		s.evaluator, _ = s.Evaluator(s.problem) // newPlan has seen that there is one
		s.gains = make([]problem.Score, s.MaxRow())
	}
	s.stale = s.stale && !s.evaluator.ResetUnless(s.Pool.Aborted, s.at)
	return !s.stale
}

// genome is where the search is.
func (s *localSearch) genome() problem.Genome {
	if s.stale {
		return s.at
	}
	return s.evaluator.Genome()
}

// Run makes steps.
func (s *localSearch) Run(steps int64) {
	for to := s.State.Step + steps; s.State.Status == search.Running && s.State.Step < to && !s.Pool.Aborted(); {
		s.step(s.State.Step + 1)
	}
}

// step makes one step, or none when the engine is aborted. Goroutines do not
// share its neighbors: these share what a problem knows of the genome.
func (s *localSearch) step(step int64) {
	if !s.follow() {
		return
	}
	if s.temperatures != nil {
		if s.anneal(step) {
			s.judge(step)
		}
		return
	}
	t, gain, ok := s.choose(step)
	if s.Pool.Aborted() {
		return
	}
	stuck := !ok || gain <= 0
	if s.memory != noMemory {
		stuck = step-s.since() > s.patience || s.size == 0
	}
	switch {
	case stuck && s.iterated:
		if !s.perturb(step) {
			return
		}
	case stuck:
		if !s.restart(step) {
			return
		}
	default:
		at := rng.Address{Seed: s.Seed, Step: uint64(step), Purpose: rng.Walk}
		x0, x1, x2, x3 := at.Block(0)
		if !ok { // all moves are tabu
			t = rng.Below(x0, s.size)
		}
		s.forbid(t, step, [3]uint32{x1, x2, x3})
		s.evaluator.Do(t)
		if s.iterated && s.evaluator.Score() > s.roundBestScore {
			s.keepRoundBest(step)
		}
	}
	s.judge(step)
}

// since is the step from which patience counts.
func (s *localSearch) since() int64 {
	if s.iterated {
		return s.roundFound
	}
	return max(s.begun, s.State.Found)
}

// restart goes to a random genome; false when the engine is aborted.
func (s *localSearch) restart(step int64) bool {
	if s.randomStart(s.next, s.Seed, uint32(s.starts)+1); !s.moveToNext() {
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
	if size := s.size; size > 0 {
		at := rng.Address{Seed: s.Seed, Step: uint64(step), Individual: 1, Purpose: rng.Walk}
		for k := range uint32(1 + rng.Below(at.Word(0), s.perturbation)) {
			s.Apply(s.next, rng.Below(at.Word(1+k), size))
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
	enough := problem.Difference(s.State.Best, s.evaluator.Score()) // a gain above this is a new best
	return s.evaluator.Best(s.gains, enough, func(t, _, _ int) bool { return s.free(t, step) }, s.Pool.Aborted)
}

// free reports whether a move is not tabu in a step. Where values are tabu, a move is
// free if it gives one gene a value that it may take.
func (s *localSearch) free(t int, step int64) bool {
	switch s.memory {
	case tabuMoves:
		return s.tabuUntil[s.TabuEntry(t)] < step
	case tabuValues:
		m := s.Attributes(s.evaluator.Genome(), t)
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
	until := func(k int) int64 { return step + s.tenure + int64(rng.Below(x[k], int(s.tenureRange)+1)) }
	switch s.memory {
	case tabuMoves:
		s.tabuUntil[s.TabuEntryAfter(t)] = until(0)
	case tabuValues:
		m := s.Attributes(s.evaluator.Genome(), t)
		for k := range m.Count {
			s.tabuUntil[m.Leave[k]] = until(k)
		}
	}
}

// judge ends a step.
func (s *localSearch) judge(step int64) {
	score := s.evaluator.Score()
	s.All.Best, s.All.Worst = score, score
	if s.Judge(step, s.objective.Number(score), 0, 0, s.evaluations(step)) {
		s.Best.Set(s.evaluator.Genome())
	}
}

package local

import (
	"fmt"
	"math"
	"time"

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
	cooled    bool           // the temperatures are known, if there are any
	led       bool           // the first genome has a score

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
	if s.cooled = s.findTemperatures(); !s.cooled {
		return
	}
	s.randomStart(s.next, s.Seed, 0)
	if len(s.Given) > 0 {
		s.next.Set(s.Given[0])
	}
	s.jump(s.next)
	// What a problem finds out about the moves may take long: there is an answer before.
	if s.open(); !s.evaluator.Slow && !s.led {
		s.led = true
		s.Made(1)
		s.Lead(s.next, s.problem.Evaluate(s.next))
		s.Pool.Scored()
	}
	if !s.follow() {
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
	if p.begin != nil {
		p.begin(g, at)
	} else {
		variation.Initialize(g, p.rep, at)
	}
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

// open makes the evaluator.
func (s *localSearch) open() {
	if s.evaluator == nil {
		s.evaluator, _ = s.Evaluator(s.problem) // newPlan has seen that there is one
		s.evaluator.Pool = s.Pool
		s.gains = make([]problem.Score, s.MaxRow())
	}
}

// follow brings the evaluator to the genome; false when the engine is aborted.
func (s *localSearch) follow() bool {
	s.open()
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

// step makes one step, or none when the engine is aborted. Goroutines share its
// neighbors only where whole genomes are scored: others share what a problem knows of
// the genome.
func (s *localSearch) step(step int64) {
	if !s.cooled {
		if s.cooled = s.findTemperatures(); s.cooled && step > s.Rules.Steps { // of a checkpoint
			s.State.Recheck(s.Rules)
		}
	}
	if !s.cooled || s.State.Status != search.Running || !s.follow() {
		return
	}
	if s.temperatures != nil {
		if s.anneal(step) {
			s.judge(step)
		}
		return
	}
	before := s.evaluator.Evaluations
	t, gain, ok := s.choose(step)
	if s.Pool.Aborted() {
		s.leave(t, gain, ok, int(s.evaluator.Evaluations-before))
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

// leave keeps what a step has found that is not complete: its best move so far, and how
// many genomes it has scored.
func (s *localSearch) leave(t int, gain problem.Score, ok bool, evaluations int) {
	s.Made(evaluations)
	if after := s.evaluator.After; after != nil && ok && gain > problem.Difference(s.State.Best, s.evaluator.Score()) {
		g := s.evaluator.Genome().Clone()
		s.Apply(g, t)
		s.Lead(g, after())
	}
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
	aborted := s.Pool.Aborted
	if s.evaluator.Slow && s.Pool.Slow() {
		rows := 0
		aborted = func() bool {
			if rows++; rows > 1 { // at least one is made, or it would never end
				s.Pool.Pause(time.Now())
			}
			return s.Pool.Aborted()
		}
	}
	return s.evaluator.Best(s.gains, enough, func(t, _, _ int) bool { return s.free(t, step) }, aborted)
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

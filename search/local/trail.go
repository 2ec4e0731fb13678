package local

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// trail is the engine in Go of the searches that go from neighbor to neighbor.
type trail struct {
	population.Frame
	plan
	crew   *population.Crew
	rep    problem.Representation
	float  bool
	hikers []*hiker
}

// hiker is one replica.
type hiker struct {
	trail   *trail
	index   int
	seed    uint64
	state   population.State
	terrain terrain
	gains   []problem.Score
	until   []int64 // see plan.memory
	starts  uint32  // at random, beside the first, or rounds
	begun   int64   // the step of the last start
	best    problem.Genome
	samples []search.Sample // not reported yet
	next    problem.Genome  // where it goes
	here    problem.Genome  // where it is, when it is lost
	lost    bool            // the terrain is somewhere else, or nowhere

	// Of iterated search: where the last round that was accepted ended, and the best
	// of this one.
	home, top           problem.Genome
	homeScore, topScore problem.Score
	topped              int64 // the step that found top
}

// newTrail makes a search of the name.
func newTrail(ctx context.Context, c search.Config, name string, table search.Table) (search.Engine, error) {
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	if c.Stop.Converged {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave --convergence out", Rule: "convergence"}
	}
	e := &trail{crew: population.NewCrew(c.Threads), rep: c.Problem.Representation()}
	if v, ok := c.Problem.(problem.Valued); ok {
		e.float = v.Objective().Float
	}
	if e.plan, err = newPlan(name, s, e.rep); err != nil {
		return nil, err
	}
	if e.heat != nil && e.float {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it weighs differences of scores, which must be whole numbers here"}
	}
	if e.Frame, err = population.NewFrame(name, table, c, 1, e.evaluations); err != nil {
		return nil, err
	}
	for r, seed := range e.Seeds {
		h, err := e.newHiker(r, seed)
		if err != nil {
			return nil, err
		}
		e.hikers = append(e.hikers, h)
	}
	if err := e.warm(ctx); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		err = e.restore(c.Resume)
	} else {
		err = e.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	if c.Device != nil {
		return newTrailOnDevice(ctx, e, c.Device)
	}
	return e, nil
}

func (e *trail) newHiker(index int, seed uint64) (h *hiker, err error) {
	g := problem.NewGenomes(e.rep, 5)
	h = &hiker{trail: e, index: index, seed: seed, state: population.NewState(), best: g.At(0), home: g.At(1), top: g.At(2), next: g.At(3), here: g.At(4),
		gains: make([]problem.Score, widest(e.hood)), until: make([]int64, e.remembered())}
	if h.terrain, err = newTerrain(e.Problem, e.hood); err != nil {
		err = &search.UnsuitedError{Algorithm: e.Name, Reason: err.Error()}
	}
	return h, err
}

// begin scores where the replicas begin.
func (e *trail) begin(ctx context.Context) error {
	defer e.crew.Watch(ctx)()
	e.crew.Together(len(e.hikers), func(_, r int) {
		h := e.hikers[r]
		if len(e.Given) > 0 {
			h.next.Set(e.Given[0])
		} else {
			h.anywhere(0)
		}
		if !resetUnless(e.crew.Aborted, h.terrain, h.next) {
			return
		}
		h.settle(0)
		h.homeScore = h.topScore
		h.home.Set(h.top)
		h.judge(0)
	})
	return ctx.Err()
}

// anywhere makes next a genome at random, another one for each start, and repaired
// where the problem does that.
func (h *hiker) anywhere(start uint32) {
	g := h.next
	at := rng.Address{Seed: h.seed, Individual: start, Purpose: rng.Init}
	switch h.trail.rep.Kind {
	case problem.Binary:
		for w := range g.Bits {
			g.Bits[w] = at.MaskLow(uint32(w), 1<<31, h.trail.genes(w))
		}
	case problem.Discrete:
		for j := range g.Symbols {
			g.Symbols[j] = uint8(at.Bounded(at.Word(uint32(j)), uint32(j), uint32(h.trail.alphabet)))
		}
	default:
		at.Permutation(g.Order)
	}
	if h.trail.Repairer != nil {
		at.Purpose = rng.Repair
		h.trail.Repairer.Repair(g, at)
	}
}

// move goes to next, or is lost when the engine is aborted.
func (h *hiker) move() bool {
	h.here.Set(h.terrain.Genome())
	h.lost = !resetUnless(h.trail.crew.Aborted, h.terrain, h.next)
	return !h.lost
}

// drop puts the hiker somewhere; the terrain follows with the next step.
func (h *hiker) drop(g problem.Genome) {
	h.here.Set(g)
	h.lost = true
}

// found brings the terrain to where the hiker is, unless the engine is aborted.
func (h *hiker) found() bool {
	h.lost = h.lost && !resetUnless(h.trail.crew.Aborted, h.terrain, h.here)
	return !h.lost
}

// place is where the hiker is.
func (h *hiker) place() problem.Genome {
	if h.lost {
		return h.here
	}
	return h.terrain.Genome()
}

// genes are the bits of word w that have one.
func (e *trail) genes(w int) uint64 {
	if rest := e.rep.Length - 64*w; rest < 64 {
		return 1<<rest - 1
	}
	return math.MaxUint64
}

// Step advances every running replica.
func (e *trail) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.hikers, 0, atMost)
	return population.Report(&e.Frame, e.hikers, func(h *hiker) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *hiker) Current() *population.State { return &h.state }

// Generation makes one step, or none when the engine is aborted. Its neighbors
// are not spread: they share what a problem knows of the genome.
func (h *hiker) Generation(population.Spread) {
	e, step := h.trail, h.state.Step+1
	if !h.found() {
		return
	}
	if e.heat != nil {
		if h.try(step) {
			h.judge(step)
		}
		return
	}
	t, gain, ok := h.choose(step)
	if e.crew.Aborted() {
		return
	}
	stuck := !ok || gain <= 0
	if e.memory != nothing {
		stuck = step-h.since() > e.patience || e.size() == 0
	}
	switch {
	case stuck && e.iterated:
		if !h.perturb(step) {
			return
		}
	case stuck:
		if !h.anew(step) {
			return
		}
	default:
		at := rng.Address{Seed: h.seed, Step: uint64(step), Purpose: rng.Walk}
		x0, x1, x2, x3 := at.Block(0)
		if !ok { // all rest
			t = draw(x0, e.size())
		}
		h.forbid(t, step, [3]uint32{x1, x2, x3})
		h.terrain.do(t)
		if e.iterated && h.terrain.Score() > h.topScore {
			h.settle(step)
		}
	}
	h.judge(step)
}

// since is the step from which on patience counts.
func (h *hiker) since() int64 {
	if h.trail.iterated {
		return h.topped
	}
	return max(h.begun, h.state.Found)
}

// anew goes anywhere, unless the engine is aborted.
func (h *hiker) anew(step int64) bool {
	if h.anywhere(h.starts + 1); !h.move() {
		return false
	}
	h.starts++
	h.begun = step
	return true
}

// settle makes the genome the best of its round.
func (h *hiker) settle(step int64) {
	h.top.Set(h.terrain.Genome())
	h.topScore, h.topped = h.terrain.Score(), step
}

// perturb ends a round, unless the engine is aborted: it is accepted if its best is
// no worse than that of the last one accepted, from whose best the next begins after
// some random moves.
func (h *hiker) perturb(step int64) bool {
	accepted := h.topScore >= h.homeScore
	if h.next.Set(h.home); accepted {
		h.next.Set(h.top)
	}
	if size := h.trail.size(); size > 0 {
		at := rng.Address{Seed: h.seed, Step: uint64(step), Individual: 1, Purpose: rng.Walk}
		for k := range uint32(1 + draw(at.Word(0), h.trail.kicks)) {
			h.trail.apply(h.next, draw(at.Word(1+k), size))
		}
	}
	if !h.move() {
		return false
	}
	if accepted {
		h.home.Set(h.top)
		h.homeScore = h.topScore
	}
	h.starts++
	h.begun = step
	h.settle(step)
	return true
}

// choose is the move that gains most, the first among equals, of those that are
// free or would lead to a new best.
func (h *hiker) choose(step int64) (best int, gain problem.Score, ok bool) {
	enough := problem.Difference(h.state.Best, h.terrain.Score()) // a gain above this is a new best
	gain = math.MinInt64
	first := 0
	for r := range h.terrain.rows() {
		if h.trail.crew.Aborted() {
			return 0, 0, false
		}
		gains := h.terrain.row(r, h.gains)
		for e, g := range gains {
			if g > gain && (g > enough || h.free(first+e, step)) {
				best, gain, ok = first+e, g, true
			}
		}
		first += len(gains)
	}
	return best, gain, ok
}

// free reports whether a move may be made in a step: a move that does not rest,
// or one that gives a gene a value it may take.
func (h *hiker) free(t int, step int64) bool {
	switch e := h.trail; e.memory {
	case moves:
		return h.until[e.rests(t)] < step
	case values:
		m := e.marks(h.terrain.Genome(), t)
		for k := range m.count {
			if h.until[m.enter[k]] < step {
				return true
			}
		}
		return false
	}
	return true
}

// forbid remembers a move that is about to be made.
func (h *hiker) forbid(t int, step int64, x [3]uint32) {
	e := h.trail
	until := func(k int) int64 { return step + e.tenure + int64(draw(x[k], int(e.tenureRange)+1)) }
	switch e.memory {
	case moves:
		h.until[e.tires(t)] = until(0)
	case values:
		m := e.marks(h.terrain.Genome(), t)
		for k := range m.count {
			h.until[m.leave[k]] = until(k)
		}
	}
}

// judge ends a step.
func (h *hiker) judge(step int64) {
	e, score := h.trail, h.terrain.Score()
	number := float64(score)
	if e.float {
		number = problem.ToFloat(score)
	}
	if h.state.Judge(step, score, number, 0, e.Rules, e.float) {
		h.best.Set(h.terrain.Genome())
	}
	if e.Trace {
		one := population.Node{Best: score, Worst: score}
		h.samples = append(h.samples, h.state.Record(one, number, 0, 0).Sample(h.index, e.Evaluations(step)))
	}
}

// Best is the best solution of a replica.
func (e *trail) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.hikers[r].state, e.hikers[r].best.Clone()), nil
}

// Close has nothing to release.
func (e *trail) Close() error { return nil }

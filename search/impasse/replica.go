package impasse

import (
	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// replica is one search.
type replica struct {
	population.Replica
	*plan
	state *partial
	full  problem.Genome // the coloring with a color for open vertices
	saved []uint64       // of a checkpoint, until Derive has read it
}

// Arrays lists what the replica carries from step to step: by vertex its color, or where
// it is among the open ones.
func (r *replica) Arrays() []population.Array {
	r.full = problem.NewGenomes(r.rep, 1).At(0)
	save := func(to []uint64) {
		for v, c := range r.state.color {
			if to[v] = uint64(uint16(c)); c == none {
				to[v] = uint64(r.state.place[v])<<16 | 0xffff
			}
		}
	}
	return []population.Array{population.Encoded("partial", r.rep.Length, save, func(from []uint64) { r.saved = from })}
}

// Check implements population.Checker.
func (r *replica) Check() error {
	open := 0
	for _, x := range r.saved {
		if x&0xffff == 0xffff {
			open++
		}
	}
	seen := make([]bool, open)
	for v, x := range r.saved {
		wrong := x >= uint64(r.colors)
		if x&0xffff == 0xffff {
			wrong = x>>16 >= uint64(open) || seen[x>>16]
			if !wrong {
				seen[x>>16] = true
			}
		}
		for _, w := range r.Of(v) {
			wrong = wrong || x&0xffff != 0xffff && x == r.saved[w]
		}
		if wrong {
			return &search.CheckpointError{Reason: "section partial: it is no partial coloring"}
		}
	}
	return nil
}

// Derive implements population.Deriver.
func (r *replica) Derive() {
	s := newPartial(r.plan)
	open := make([]int32, len(s.open))
	count := 0
	for v, x := range r.saved {
		if x&0xffff == 0xffff {
			open[x>>16] = int32(v)
			count++
		} else {
			s.take(int32(v), int16(x))
		}
	}
	s.open = open[:count]
	for i, v := range s.open {
		s.place[v] = int32(i)
	}
	r.state, r.saved = s, nil
}

// Start makes the first partial coloring: of one that is given, or of a greedy one.
func (r *replica) Start(population.ParallelFor) {
	r.state = newPartial(r.plan)
	if len(r.Given) > 0 {
		r.state.keep(func(v int) int { return int(r.Given[0].Symbols[v]) })
	} else {
		greedy := r.Greedy()
		r.state.keep(func(v int) int { return greedy[v] })
	}
	r.judge(0)
	r.sample()
}

// Run makes steps.
func (r *replica) Run(steps int64) {
	for end := r.State.Step + steps; r.State.Step < end && r.State.Status == search.Running && !r.Pool.Aborted(); {
		step := r.State.Step + 1
		r.anneal(step)
		r.judge(step)
		if r.every > 0 && (step%r.every == 0 || r.State.Status != search.Running) {
			r.sample()
		}
	}
}

// anneal makes the proposals of a step, and ends when no vertex is open.
func (r *replica) anneal(step int64) {
	s := r.state
	temperature := r.temperature(step)
	// What is refused even by the least random number needs no exponential.
	most := int64(23 * temperature)
	at := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Walk}
	for i := range r.proposals {
		if len(s.open) == 0 {
			return
		}
		x0, x1, x2, _ := at.Block(uint32(i))
		v, color := s.open[rng.Below(x0, len(s.open))], rng.Below(x1, r.colors)
		worse := int64(s.weight[int(v)*r.colors+color]) - int64(len(s.Of(int(v))))
		if worse > 0 && (worse > most || float64(x2)*0x1p-32 >= elementary.Exp(-float64(worse)/temperature)) {
			continue
		}
		s.give(v, int16(color))
	}
}

// judge ends a step.
func (r *replica) judge(step int64) {
	score := -problem.Score(r.state.complete(r.full.Symbols))
	if r.State.Judge(step, score, float64(score), 0, r.Rules, false) {
		r.Best.Set(r.full)
	}
}

// sample adds a line to the trace.
func (r *replica) sample() {
	if r.every > 0 {
		r.SampleOne(problem.Score(r.State.Anchor), r.Evaluations(r.State.Step))
	}
}

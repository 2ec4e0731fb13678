package population

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Evolver is one replica of an algorithm in Go: a type of its own that embeds
// Replica and is a Generator or a Runner.
type Evolver interface {
	// Arrays lists what the replica carries from step to step.
	Arrays() []Array
	// Start makes, scores and summarizes the first population, in the arrays of
	// now.
	Start(p ParallelFor)

	replica() *Replica
}

// Generator is an Evolver of populations. What a step makes is written to the next
// arrays, and the skeleton exchanges them when the step is complete; an aborted step
// leaves no trace.
type Generator interface {
	// Generation makes, scores and summarizes the population of a step. It
	// reports false when the pool is aborted, and then leaves all as it was.
	Generation(step int64, p ParallelFor) bool
}

// Runner is an Evolver that judges its steps by itself, and the start as well: of one
// member, for which the statistics of populations would take too long.
type Runner interface {
	// Run makes at most so many steps while the replica runs, and fewer when the pool
	// is aborted.
	Run(steps int64)
}

// Checker is an Evolver that looks at what was read from a checkpoint.
type Checker interface{ Check() error }

// Leader is an Evolver whose scores are not those of Scores: it tells which of the first
// so many members of a first population is best.
type Leader interface {
	Leading(members int) (member int, score problem.Score)
}

// Deriver is an Evolver that has more to set, in Go, before it goes on from what
// was read from a checkpoint.
type Deriver interface{ Derive() }

// Replica is what the skeleton keeps of a replica in Go.
type Replica struct {
	*Frame
	Pool  *Pool
	Index int
	Seed  uint64
	State State
	Best  problem.Genome // so far
	All   Node           // of the population

	Scored int     // members of a first population on a device, while it is not complete
	Front  int64   // members of the first front, with several objectives
	Volume float64 // that it dominates

	evolver Evolver
	about   *Algorithm
	arrays  []Array
	genomes *problem.Genomes // the population
	scores  *[]problem.Score // its scores
	nodes   []Node           // by block
	pending pending          // of the step under way

	samples  []search.Sample // of steps that not all replicas have reached, or not reported yet
	reported int             // of them
}

// replica is how the skeleton finds the Replica that an Evolver embeds.
func (r *Replica) replica() *Replica { return r }

// open makes a replica ready to hold a population.
func (r *Replica) open(e *Engine, p *Pool, index int, own Evolver) {
	r.Frame, r.Pool, r.Index, r.Seed = &e.Frame, p, index, e.Seeds[index]
	r.State, r.Best = NewState(), problem.NewGenomes(e.Rep, 1).At(0)
	r.evolver, r.about, r.arrays = own, &e.about, own.Arrays()
	for _, a := range r.arrays {
		a.allocate(a.room)
		if a.genomes != nil && r.genomes == nil {
			r.genomes = a.genomes
		}
		if a.scores != nil {
			r.scores = a.scores
		}
	}
}

// ready makes room for steps.
func (r *Replica) ready() {
	for _, a := range r.arrays {
		a.allocateNext(a.room)
	}
	r.nodes = make([]Node, (r.about.Members+r.about.Block-1)/r.about.Block)
	r.pending.done = make([]bool, len(r.nodes))
}

// BestMember is the array with the index of the population's best member, which
// is All.At. It is not saved: it follows from the scores.
func (r *Replica) BestMember() Array { return One("", &r.All.At).Named("best_members") }

// Blocks runs task for all blocks of members, which returns the node of its
// block. It reports false when the pool is aborted.
func (r *Replica) Blocks(p ParallelFor, task func(worker, lo, hi int) Node) bool {
	block, members := r.about.Block, r.about.Members
	if !r.Tasks(p, len(r.nodes), func(worker, b int) {
		r.nodes[b] = task(worker, b*block, min((b+1)*block, members))
	}) {
		return false
	}
	r.All = Tree(r.nodes)
	return true
}

// Tasks runs the tasks of a step, but for those that were complete when the same step
// was left before. It reports false when the pool is aborted.
func (r *Replica) Tasks(p ParallelFor, tasks int, run func(worker, task int)) bool {
	w := &r.pending
	if len(w.done) < tasks {
		w.done = make([]bool, tasks)
	}
	p(tasks, func(worker, t int) {
		if w.done[t] {
			return
		}
		run(worker, t)
		w.done[t] = !r.Pool.Aborted()
	})
	if r.Pool.Aborted() {
		return false
	}
	clear(w.done)
	return true
}

// First fills the members lo to hi-1 of the first population with what was given
// and then at random, and scores them.
func (r *Replica) First(g problem.Genomes, scores []problem.Score, lo, hi int) {
	at := rng.Address{Seed: r.Seed, Purpose: rng.Init}
	for i := lo; i < hi; i++ {
		if i < len(r.Given) {
			g.At(i).Set(r.Given[i])
			continue
		}
		at.Individual = uint32(i)
		r.Draw(g.At(i), at)
	}
	r.Score(g, scores, lo, hi, 0, 0)
}

// Exchange makes the next arrays those of now.
func (r *Replica) Exchange() {
	for _, a := range r.arrays {
		a.exchange()
	}
}

// start makes the first population.
func (r *Replica) start(p ParallelFor) {
	r.evolver.Start(p)
	if _, ok := r.evolver.(Generator); ok && !r.Pool.Aborted() {
		r.finish(0)
	}
	if r.pending.again = r.State.Step < 0; !r.pending.again {
		r.pending.whole()
		r.Pool.Scored()
	}
}

// advance makes at most so many steps, and fewer when the replica ends or the pool is
// aborted.
func (r *Replica) advance(steps int64, p ParallelFor) {
	if one, ok := r.evolver.(Runner); ok {
		one.Run(steps)
		return
	}
	one := r.evolver.(Generator)
	for to := r.State.Step + steps; r.State.Status == search.Running && r.State.Step < to && !r.Pool.Aborted(); {
		if step := r.State.Step + 1; one.Generation(step, p) {
			r.Exchange()
			r.finish(step)
		} else {
			r.pending.again = true
		}
	}
}

// evaluations is how many genomes the replica has scored, also in a step that was left.
func (r *Replica) evaluations() int64 {
	return r.Evaluations(r.State.Step) + r.pending.made.Load()
}

// solution is the best that the replica has scored, also in a step that was left. One
// that has scored nothing has none.
func (r *Replica) solution() search.Solution {
	s := r.Solution(r.Index, r.State, r.Best.Clone())
	s.Evaluations = r.evaluations()
	if ahead := &r.pending.lead; r.ahead() {
		s.Genome, s.Score, s.Found = ahead.genome.Clone(), ahead.score, r.State.Step+1
	} else if r.State.Step < 0 {
		s.Genome = problem.Genome{}
	}
	return s
}

// ahead reports whether a step that was left has scored better than all steps before.
func (r *Replica) ahead() bool {
	w := &r.pending
	return w.lead.found && (r.State.Step < 0 || !r.about.BestIsMember && w.lead.score > r.State.Best)
}

// finish ends a step: it keeps the best and decides whether the replica goes on.
func (r *Replica) finish(step int64) {
	a := r.about
	mean, deviation := r.All.Moments(a.Members, r.State.Anchor)
	if r.Judge(step, mean, deviation, r.All.Spread(a.Pairs, r.Rep.Length), r.Evaluations(step)) || a.BestIsMember {
		r.Best.Set(r.genomes.At(int(r.All.At)))
	}
}

// Judge ends a step in which the members are as All says, and decides whether the
// replica goes on. It reports whether the best of them is the best so far.
func (r *Replica) Judge(step int64, mean, deviation, spread float64, evaluations int64) (improved bool) {
	improved = r.State.Judge(step, r.All.Best, mean, spread, r.Rules, r.Float)
	r.pending.whole()
	if r.Trace {
		record := r.State.Record(r.All, mean, deviation, spread)
		record.Front, record.Volume = r.Front, r.Volume
		r.Sample(record.Sample(r.Index, evaluations))
	}
	return improved
}

// Sample adds a line to the trace.
func (r *Replica) Sample(s search.Sample) { r.samples = append(r.samples, s) }

// SampleOne adds a line to the trace of a search with one member, which has this score
// after so many evaluations.
func (r *Replica) SampleOne(score problem.Score, evaluations int64) {
	s := r.State
	record := Record{Step: s.Step, Best: score, Worst: score, SoFar: s.Best, Mean: float64(score), OnlineSum: s.Online, OfflineSum: s.Offline}
	r.Sample(record.Sample(r.Index, evaluations))
}

// bestMember finds the best member by the scores, the first among equals.
func (r *Replica) bestMember() {
	if r.scores == nil { // the algorithm knows
		return
	}
	r.All.At = uint32(slices.Index(*r.scores, slices.Max(*r.scores)))
}

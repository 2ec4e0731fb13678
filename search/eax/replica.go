package eax

import (
	"fmt"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The stages of a population.
const (
	ended  = iota // the next step makes another one
	single        // children by one AB-cycle each
	blocks        // by sets of them
)

// replica is one population.
type replica struct {
	population.Replica
	plan *plan
	rep  problem.Representation

	now, next          problem.Genomes
	scores, nextScores []problem.Score
	// The population may be smaller than the room for it: member size is again the
	// first, and so on.
	size int64

	// How the search goes on, see advance.
	stage   int64
	begun   int64 // the step in which the stage began
	better  int64 // the last step with a new best of the population
	allowed int64 // steps without one that end the stage, or 0 as long as that is not known

	frequencies *frequencies // of the population's edges

	// Of the step under way.
	mates    []int32 // members, each of which is crossed with the next
	batch    int     // of pairs that is next
	changes  [batchSize]change
	complete bool // all members are there
}

// change is how a member differs from the one that it replaces.
type change struct{ removed, added []edge }

// batchSize is how many pairs are crossed before the frequencies of edges are counted
// anew. It is the same for any number of goroutines.
const batchSize = 16

// slowCities is how many make a first tour take so long that progress is reported between
// two of them.
const slowCities = 1000

// Arrays lists what the replica carries from generation to generation.
func (h *replica) Arrays() []population.Array {
	n := h.plan.members
	return []population.Array{
		population.Members("genomes", h.rep, n, &h.now, &h.next), population.Scores("scores", n, &h.scores, &h.nextScores),
		population.One("size", &h.size), population.One("stage", &h.stage), population.One("begun", &h.begun),
		population.One("better", &h.better), population.One("allowed", &h.allowed),
	}
}

// Check refuses a population that cannot be.
func (h *replica) Check() error {
	if h.size < 2 || h.size > int64(h.plan.members) || h.stage < ended || h.stage > blocks {
		return &search.CheckpointError{Reason: fmt.Sprintf("%d of %d tours in stage %d", h.size, h.plan.members, h.stage)}
	}
	return nil
}

// Derive counts the edges of the population that was read.
func (h *replica) Derive() { h.count(h.now) }

// Start makes the first population.
func (h *replica) Start(p population.ParallelFor) {
	h.size = int64(h.plan.first)
	h.populated(0, h.now, h.scores, p)
}

// Generation crosses every member with another, and replaces it by the best child. The
// first of a new population makes that.
func (h *replica) Generation(step int64, p population.ParallelFor) bool {
	if h.stage == ended {
		return h.populated(step, h.next, h.nextScores, p)
	}
	if !h.complete && !h.crossed(step, p) || !h.summarized(h.next, h.nextScores, p) {
		return false
	}
	h.advance(step)
	return true
}

// populated makes a population of random tours that are local optima, and reports
// whether that is done.
func (h *replica) populated(step int64, to problem.Genomes, scores []problem.Score, p population.ParallelFor) bool {
	if !h.complete && !h.Tasks(p, int(h.size), func(worker, i int) { h.create(step, to, scores, i, h.plan.climber.Of(h.Pool, worker)) }) {
		return false
	}
	if h.complete = true; !h.summarized(to, scores, p) {
		return false
	}
	h.enter(single, step)
	h.count(to)
	return true
}

// create makes a member of a new population.
func (h *replica) create(step int64, to problem.Genomes, scores []problem.Score, i int, c *climber) {
	g := to.At(i)
	if step == 0 && i < len(h.Given) {
		g.Set(h.Given[i])
	} else {
		var random stream
		random.from(rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Init})
		c.wander(&random)
		if step == 0 && i == 0 { // a first answer, since climbing may take long
			c.order(g.Order)
			h.Lead(g, h.Problem.Evaluate(g))
			h.Pool.Scored()
		}
		c.climb(&random, h.Pool.Aborted)
		c.order(g.Order)
	}
	scores[i] = h.Problem.Evaluate(g)
	h.repeat(to, scores, i)
	h.Made(1)
	if step == 0 || scores[i] > h.State.Best {
		h.Lead(g, scores[i])
	}
	h.Pool.Scored()
	if len(g.Order) > slowCities {
		h.Pool.Pause(time.Now())
	}
}

// count counts the edges of a population.
func (h *replica) count(g problem.Genomes) {
	h.frequencies = newFrequencies(h.rep.Length, int(h.size))
	for i := range int(h.size) {
		order := g.At(i).Order
		before := order[len(order)-1]
		for _, v := range order {
			h.frequencies.add(int32(before), int32(v))
			before = v
		}
	}
}

// crossed makes the next members, and reports whether that is done.
func (h *replica) crossed(step int64, p population.ParallelFor) bool {
	n := int(h.size)
	if h.batch == 0 {
		h.mate(step)
	}
	for ; h.batch*batchSize < n; h.batch++ {
		first := h.batch * batchSize
		count := min(batchSize, n-first)
		if !h.Tasks(p, count, func(worker, t int) { h.cross(step, first+t, &h.changes[t], h.plan.crossing.Of(h.Pool, worker)) }) {
			return false
		}
		for _, c := range h.changes[:count] {
			for _, e := range c.removed {
				h.frequencies.remove(e.u, e.v)
			}
			for _, e := range c.added {
				h.frequencies.add(e.u, e.v)
			}
		}
	}
	h.batch, h.complete = 0, true
	return true
}

// mate draws the order in which members are crossed.
func (h *replica) mate(step int64) {
	var random stream
	random.from(rng.Address{Seed: h.Seed, Step: uint64(step), Purpose: rng.Pair})
	n := int(h.size)
	h.mates = resize(h.mates, n)
	for i := range h.mates {
		h.mates[i] = int32(i)
	}
	for i := range n - 1 {
		j := i + random.below(n-i)
		h.mates[i], h.mates[j] = h.mates[j], h.mates[i]
	}
}

// cross makes the children of a pair. The best takes the place of the first parent.
func (h *replica) cross(step int64, pair int, c *change, x *crossing) {
	i, j := int(h.mates[pair]), int(h.mates[(pair+1)%len(h.mates)])
	x.random.from(rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(pair), Purpose: rng.Cross})
	x.parents(h.now.At(i).Order, h.now.At(j).Order)
	if h.stage == single {
		x.single(h.plan.children, h.frequencies, h.Pool.Aborted)
	} else {
		x.blocks(h.plan.children, h.frequencies, h.Pool.Aborted)
	}
	h.next.At(i).Set(h.now.At(i))
	h.nextScores[i] = h.scores[i]
	c.removed, c.added = c.removed[:0], c.added[:0]
	if x.best.found {
		x.child(h.next.At(i).Order)
		h.nextScores[i] += x.best.gain
		c.removed, x.best.removed = x.best.removed, c.removed
		c.added, x.best.added = x.best.added, c.added
	}
	h.repeat(h.next, h.nextScores, i)
	if h.nextScores[i] > h.State.Best {
		h.Lead(h.next.At(i), h.nextScores[i])
	}
}

// repeat copies a member to the places that have none of their own.
func (h *replica) repeat(g problem.Genomes, scores []problem.Score, i int) {
	for k := i + int(h.size); k < len(scores); k += int(h.size) {
		g.At(k).Set(g.At(i))
		scores[k] = scores[i]
	}
}

// advance decides how the search goes on after a generation (section 2.2): when there was
// no new best for long, the stage ends after as many generations without one as a tenth
// of its generations so far. A population that has ended is followed by one of
// twice as many tours.
func (h *replica) advance(step int64) {
	best := slices.Max(h.nextScores)
	if best > slices.Max(h.scores) {
		h.better = step
	}
	idle := step - h.better
	if h.allowed == 0 && idle >= h.plan.patience {
		h.allowed = max(h.plan.patience, (step-h.begun)/10)
	}
	over := h.allowed > 0 && idle >= h.allowed
	switch {
	case best == slices.Min(h.nextScores) || over && h.stage == blocks:
		h.enter(ended, step)
		h.size = min(2*h.size, int64(h.plan.members))
	case over:
		h.enter(blocks, step)
	}
}

// enter begins a stage.
func (h *replica) enter(stage, step int64) {
	h.stage, h.begun, h.better, h.allowed = stage, step, step, 0
}

// summarized sums a population up, and reports whether that is done. The distance of two
// members is how many edges only one of them has.
func (h *replica) summarized(g problem.Genomes, scores []problem.Score, p population.ParallelFor) bool {
	pairs := len(scores) / 2
	if h.size%2 == 0 {
		pairs = int(h.size) / 2 // the others are the same
	}
	distances := make([]float64, pairs)
	p(pairs, func(worker, i int) {
		distances[i] = h.plan.crossing.Of(h.Pool, worker).distance(g.At(2*i).Order, g.At(2*i+1).Order)
	})
	if h.Pool.Aborted() {
		return false
	}
	nodes := make([]population.Node, len(scores))
	for i, s := range scores {
		nodes[i] = population.Leaf(s, uint32(i), false, h.State.Anchor)
		if i%2 == 1 {
			nodes[i].Distance = distances[i/2%pairs]
		}
	}
	h.All = population.Tree(nodes)
	h.complete = false
	return true
}

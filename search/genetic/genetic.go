package genetic

import (
	"context"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// newEngine makes a genetic algorithm for a problem, on the CPU or on a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	each := &population.PerWorker[breeder]{New: func() *breeder { return newBreeder(p) }}
	return population.New(ctx, c, population.Algorithm{
		Name:        "genetic",
		Params:      table,
		Members:     p.population(),
		Block:       p.block(),
		Pairs:       p.demes * (p.members / 2),
		Evaluations: func(step int64) int64 { return int64(p.population()) + step*int64(p.children*p.demes) },
		Replica: func(i int) population.Evolver {
			return &replica{plan: p, rates: &list[i], breeders: each, wheels: make([]wheel, p.demes)}
		},
		Kernels: func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p, rates: list} },
	})
}

// replica is one population in Go.
type replica struct {
	population.Replica
	plan     *plan
	rates    *variation.Rates
	breeders *population.PerWorker[breeder]

	now, next          problem.Genomes // the population; children: the next population, or room for it
	scores, nextScores []problem.Score
	wheels             []wheel             // by deme
	nodes              [][]population.Node // by deme and block
	gone               []uint32            // room for those that children replace
	keys               []uint64            // room for the keys of members and children, twice
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	p, all := r.plan, r.plan.population()
	segments := population.Encoded("segments", p.demes*segmentWords, r.saveSegments, r.loadSegments)
	if p.overlapping { // it changes in place, and the second buffer is the children's
		return []population.Array{
			population.Members("genomes", p.Rep, all, &r.now, nil).InRooms(p.demes, p.rows(), p.born()),
			population.Scores("scores", all, &r.scores, nil).InRooms(p.demes, p.rows(), p.born()),
			segments,
		}
	}
	return []population.Array{
		population.Members("genomes", p.Rep, all, &r.now, &r.next).InRooms(p.demes, p.rows(), p.rows()).Alternating(),
		population.Scores("scores", all, &r.scores, &r.nextScores).InRooms(p.demes, p.rows(), p.rows()).Alternating(),
		segments,
	}
}

// segmentWords is the size of a segment, in checkpoints and on devices: what
// saveSegments writes, and room for the sum of the weights on a device.
const segmentWords = 6

// saveSegments writes the statistics of all demes, which selection needs.
func (r *replica) saveSegments(to []uint64) {
	for d := range r.wheels {
		w := &r.wheels[d]
		copy(to[d*segmentWords:], []uint64{uint64(w.node.Best), uint64(w.node.Worst), uint64(w.node.At),
			math.Float64bits(w.mean), math.Float64bits(w.dev)})
	}
}

func (r *replica) loadSegments(from []uint64) {
	for d := range r.wheels {
		w, x := &r.wheels[d], from[d*segmentWords:]
		w.node = population.Node{Best: problem.Score(x[0]), Worst: problem.Score(x[1]), At: uint32(x[2])}
		w.mean, w.dev = math.Float64frombits(x[3]), math.Float64frombits(x[4])
	}
}

// Check refuses a best member that a deme does not have.
func (r *replica) Check() error {
	for d, w := range r.wheels {
		if int(w.node.At) >= r.plan.members {
			return &search.CheckpointError{Reason: fmt.Sprintf("section segments, deme %d: no best member", r.Index*r.plan.demes+d)}
		}
	}
	return nil
}

// Derive makes room for what steps need besides the arrays.
func (r *replica) Derive() {
	p := r.plan
	if p.overlapping {
		r.next, r.nextScores = problem.NewGenomes(p.Rep, p.children*p.demes), make([]problem.Score, p.children*p.demes)
	}
	r.nodes = make([][]population.Node, p.demes)
	for d := range r.wheels {
		w := &r.wheels[d]
		w.plan = p
		if p.weighs() {
			w.prefix = make([]uint64, p.members+1)
			w.guide = make([]hint, p.members+2)
		}
		if p.sorts() || p.migrants > 0 {
			w.order = make([]uint32, p.members)
		}
		r.nodes[d] = make([]population.Node, (p.members+p.block()-1)/p.block())
	}
}

// Start makes and scores the first population.
func (r *replica) Start(parallel population.ParallelFor) {
	r.Derive()
	each, n := r.plan.block(), r.plan.population()
	if r.Tasks(parallel, (n+each-1)/each, func(_, block int) {
		r.First(r.now, r.scores, block*each, min((block+1)*each, n))
	}) {
		r.measure(r.now, r.scores)
		r.join()
	}
}

// Generation makes the population of a step.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	p, n, each := r.plan, r.plan.members, r.plan.block()
	r.prepare(step, parallel)
	if r.Pool.Aborted() {
		return false
	}
	slots := n
	if p.overlapping {
		slots = p.children
	}
	measured := !p.overlapping && !p.migrates(step) // nothing changes the children afterwards
	blocks := (slots + each - 1) / each
	if !r.Tasks(parallel, blocks*p.demes, func(worker, task int) {
		d, block := task/blocks, task%blocks
		lo, hi := block*each, min((block+1)*each, slots)
		r.breed(r.breeders.Of(r.Pool, worker), d, lo, hi, slots, step)
		if measured {
			r.measureBlock(r.next, r.nextScores, d, block)
		}
	}) { // the children may be incomplete; the population is as it was
		return false
	}
	rows, scores := r.next, r.nextScores
	if p.overlapping {
		rows, scores = r.now, r.scores
		for d := range r.wheels {
			r.replace(d)
		}
	}
	if p.migrates(step) {
		r.migrate(rows, scores)
	}
	if !measured {
		r.measure(rows, scores)
	}
	r.join()
	return true
}

// prepare readies the wheels for the parents of a step.
func (r *replica) prepare(step int64, parallel population.ParallelFor) {
	n := r.plan.members
	if r.Pool.Threads == 1 || r.Replicas() > 1 || n <= someSlots { // it would cost more than it gains
		parallel = nil
	}
	for d := range r.wheels {
		r.wheels[d].scores = r.scores[d*n : (d+1)*n]
		r.wheels[d].prepare(r.Seed, step, d, parallel)
	}
}

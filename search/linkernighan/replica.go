package linkernighan

import (
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// replica is one search.
type replica struct {
	population.Replica
	*plan
	tour  problem.Genome // the array, while opt is nil or has changed nothing
	opt   *tour.Optimizer
	led   bool // there is a tour before the first step
	stale bool // the genomes lag behind the optimizer
}

// Arrays lists what the replica carries from step to step.
func (r *replica) Arrays() []population.Array {
	rep := r.of.Representation()
	r.tour = problem.NewGenomes(rep, 1).At(0)
	return []population.Array{population.Genome("tour", rep, func() problem.Genome { return r.tour }, r.tour.Set)}
}

// Check implements population.Checker.
func (r *replica) Check() error {
	if err := search.CheckGenome(r.of.Representation(), r.tour); err != nil {
		return &search.CheckpointError{Reason: "section tour: " + err.Error()}
	}
	return nil
}

// Start makes the first tour. Where it takes long, there is an answer before.
func (r *replica) Start(population.ParallelFor) {
	if !r.renumber(r.Pool) {
		return
	}
	if !r.led {
		switch {
		case len(r.Given) > 0:
			r.tour.Set(r.Given[0])
			r.lead(r.of.Evaluate(r.tour))
		case r.cities.Located():
			// Not in the order of the file, which may be that of a known tour.
			r.fill(func(i int) int32 { return int32(i) })
			r.lead(-r.cities.LengthInOrder())
		}
		r.led = true
	}
	if r.opt == nil {
		if !r.prepare(r.Pool) {
			return
		}
		first := r.first
		if len(r.Given) > 0 {
			first = r.own(r.tour)
		}
		if !r.open(first) {
			return
		}
		if len(r.Given) == 0 && !r.cities.Located() {
			r.write()
			r.lead(-r.opt.Length())
		}
		for _, city := range r.opt.Order() {
			r.opt.Push(city)
		}
	}
	if !r.opt.Settle(r.pause) {
		r.write()
		r.lead(-r.opt.Length())
		return
	}
	r.stale = true
	r.judge(0)
	r.write()
	r.sample()
}

// lead tells of the tour before the first step has ended.
func (r *replica) lead(score problem.Score) {
	r.Made(1)
	r.Lead(r.tour, score)
	r.Pool.Scored()
}

// pause reports whether work is to be left, also for a report.
func (r *replica) pause() bool {
	r.Pool.Pause(time.Now())
	return r.Pool.Aborted()
}

// open makes the optimizer, with a tour; false when the pool is aborted.
func (r *replica) open(order []int32) bool {
	o := tour.NewOptimizer(r.cities, r.near, r.depth)
	o.Set(order, r.Pool.Parallel)
	if r.Pool.Aborted() {
		return false
	}
	r.opt = o
	return true
}

// fill makes a tour of the genome, in which a city of the search is at each place.
func (r *replica) fill(at func(i int) int32) {
	for i := range r.tour.Long {
		r.tour.Long[i] = uint32(r.number[at(i)])
	}
	for i := range r.tour.Order {
		r.tour.Order[i] = uint16(r.number[at(i)])
	}
}

// write copies the tour to the genomes.
func (r *replica) write() {
	order := r.opt.Order()
	r.fill(func(i int) int32 { return order[i] })
	r.Best.Set(r.tour)
	r.stale = false
}

// Run makes kicks.
func (r *replica) Run(kicks int64) {
	if r.opt == nil && !(r.prepare(r.Pool) && r.open(r.own(r.tour))) {
		return
	}
	for end := r.State.Step + kicks; r.State.Step < end && r.State.Status == search.Running && !r.Pool.Aborted(); {
		step := r.State.Step + 1
		at := rng.Address{Seed: r.Seed, Step: uint64(step), Purpose: rng.Walk}
		if four, ok := r.near.Walk(at, r.walk); ok && r.opt.Kick(four) {
			r.stale = true
		}
		r.judge(step)
		if r.every > 0 && (step%r.every == 0 || r.State.Status != search.Running) {
			r.sample()
		}
	}
	if r.stale {
		r.write()
	}
}

// judge ends a kick.
func (r *replica) judge(step int64) {
	score := -r.opt.Length()
	r.State.Judge(step, score, float64(score), 0, r.Rules, false)
}

// sample adds a line to the trace.
func (r *replica) sample() {
	if r.every > 0 {
		r.SampleOne(-r.opt.Length(), r.State.Step+1)
	}
}

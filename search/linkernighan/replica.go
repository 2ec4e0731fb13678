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
		// Not in the order of the file, which may be that of a known tour.
		for i, city := range r.number {
			place(r.tour, i, int(city))
		}
		if len(r.Given) > 0 {
			r.tour.Set(r.Given[0])
		}
		if len(r.Given) > 0 || r.cities.Located() {
			r.lead()
		}
		r.led = true
	}
	if r.opt == nil {
		if !r.open() {
			return
		}
		if len(r.Given) == 0 {
			r.opt.Set(r.first)
			if !r.cities.Located() {
				r.write()
				r.lead()
			}
		}
		for _, city := range r.opt.Order() {
			r.opt.Push(city)
		}
	}
	if !r.opt.Settle(r.pause) {
		r.write()
		r.lead()
		return
	}
	r.stale = true
	r.judge(0)
	r.write()
	r.sample()
}

// lead tells of the tour before the first step has ended.
func (r *replica) lead() {
	r.Made(1)
	r.Lead(r.tour, r.of.Evaluate(r.tour))
	r.Pool.Scored()
}

// pause reports whether work is to be left, also for a report.
func (r *replica) pause() bool {
	r.Pool.Pause(time.Now())
	return r.Pool.Aborted()
}

// open makes the optimizer, with the tour of the replica; false when the pool is aborted.
func (r *replica) open() bool {
	if r.opt != nil {
		return true
	}
	if !r.prepare(r.Pool) {
		return false
	}
	o := tour.NewOptimizer(r.cities, r.near, r.depth)
	order := make([]int32, r.cities.Len())
	for i, city := range r.tour.List() {
		order[i] = r.inner[city]
	}
	o.Set(order)
	r.opt = o
	return true
}

// place puts a city somewhere in a genome.
func place(g problem.Genome, at, city int) {
	if g.Long != nil {
		g.Long[at] = uint32(city)
	} else {
		g.Order[at] = uint16(city)
	}
}

// write copies the tour to the genomes.
func (r *replica) write() {
	for i, city := range r.opt.Order() {
		place(r.tour, i, int(r.number[city]))
	}
	r.Best.Set(r.tour)
	r.stale = false
}

// Run makes kicks.
func (r *replica) Run(kicks int64) {
	if !r.open() {
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
	if r.every == 0 {
		return
	}
	score, s := -r.opt.Length(), r.State
	record := population.Record{Step: s.Step, Best: score, Worst: score, SoFar: s.Best, Mean: float64(score), OnlineSum: s.Online, OfflineSum: s.Offline}
	r.Sample(record.Sample(r.Replica.Index, s.Step+1))
}

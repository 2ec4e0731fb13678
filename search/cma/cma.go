package cma

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// slow is how long a chunk takes that is worth dealing out.
const slow = 20 * time.Microsecond

// newEngine makes a CMA-ES for a problem over real vectors, on the CPU or on a
// device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, list, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	block := 4
	if population.NewPool(c.Threads).Threads == 1 { // who scores batches gets whole ones
		block = 512
	}
	return population.New(ctx, c, population.Algorithm{
		Name:    "cma",
		Params:  table,
		Members: p.chunk,
		Block:   block,
		Prepare: func(*population.Frame) { p.begin(c.Problem, c.Start) },
		Replica: func(i int) population.Evolver {
			return &replica{plan: p, params: &list[i], model: p.newModel()}
		},
		Kernels: func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p, params: list} },
	})
}

// replica is one distribution in Go, with the generation that is sampled from it.
type replica struct {
	population.Replica
	plan   *plan
	params *params
	model  model

	rows, next         problem.Genomes // the chunk of the last step, and room for the next
	latest, nextLatest []problem.Score // theirs
	scores             []problem.Score // of the generation so far
	z, y               []float64       // its members, n numbers each

	took    time.Duration // by the last chunk …
	dealt   bool          // … and whether it was dealt out
	eigen   *eigen
	b, d    []float64 // axes and lengths that are not the model's: see exchangeAxes
	scratch *scratch
}

// Arrays lists what the replica carries from step to step. What the members of
// the generation so far are made of is not in it: it follows from the model and
// the addresses of the deviates.
func (r *replica) Arrays() []population.Array {
	p := r.plan
	return []population.Array{
		population.Members("genomes", p.rep, p.chunk, &r.rows, &r.next),
		population.Scores("latest", p.chunk, &r.latest, &r.nextLatest).Named("scores"),
		population.Encoded("models", p.modelWords(), func(to []uint64) { r.model.words(to[:0]) }, r.model.set).Named("model"),
		population.Encoded("scores", p.most(), r.saveScores, r.loadScores).Named("all_scores"), // of the generation so far
	}
}

// saveScores fills words with the scores of the generation so far; the rest is 0.
func (r *replica) saveScores(to []uint64) {
	for i, s := range r.scores[:int(r.model.filled)*r.plan.chunk] {
		to[i] = uint64(s)
	}
}

// loadScores is the inverse of saveScores, for the model that was loaded before.
func (r *replica) loadScores(from []uint64) {
	r.scores = r.scores[:0]
	if f := r.model.filled; f < 0 || f > int64(len(from)/r.plan.chunk) { // damaged: see Check
		return
	}
	for _, w := range from[:int(r.model.filled)*r.plan.chunk] {
		r.scores = append(r.scores, problem.Score(w))
	}
}

// Check refuses models whose population there is not.
func (r *replica) Check() error {
	m, levels := &r.model, r.plan.levels
	if min(m.level, m.large) < 0 || max(m.level, m.large) >= int64(len(levels)) || m.filled < 0 || m.filled >= int64(levels[m.level].chunks) {
		return &search.CheckpointError{Reason: fmt.Sprintf("section models, replica %d: no such population", r.Index)}
	}
	return nil
}

// Derive samples the members of the generation again.
func (r *replica) Derive() {
	r.makeRoom()
	n, filled := r.plan.chunk, int(r.model.filled)
	r.z, r.y = make([]float64, filled*n*r.plan.n), make([]float64, filled*n*r.plan.n)
	for k := range filled {
		r.sample(k*n, 0, n, r.State.Step-int64(filled-1-k))
	}
}

// makeRoom makes what only steps in Go need.
func (r *replica) makeRoom() {
	n, p := r.plan.n, r.plan
	r.scratch = newScratch(p)
	if !p.separable() {
		r.eigen, r.b, r.d = newEigen(n), make([]float64, n*n), make([]float64, n)
	}
}

// Start begins the first run and scores its first chunk.
func (r *replica) Start(parallel population.ParallelFor) {
	r.makeRoom()
	r.plan.beginRun(&r.model, r.params)
	if r.Generation(0, parallel) {
		r.Exchange()
	}
}

// Generation samples and scores a chunk, and moves the distribution after the
// last of a generation.
func (r *replica) Generation(step int64, parallel population.ParallelFor) bool {
	due := r.model.due
	if due && !r.decompose() {
		return false
	}
	chunk, first := r.plan.chunk, int(r.model.filled)*r.plan.chunk
	r.z = room(r.z, first*r.plan.n, chunk*r.plan.n)
	r.y = room(r.y, first*r.plan.n, chunk*r.plan.n)
	if r.dealt = r.took >= slow || r.dealt && r.took >= slow/time.Duration(2*r.Pool.Threads); !r.dealt {
		parallel = r.Pool.Serial(0) // dealing it out would cost more
	}
	begin := time.Now()
	whole := r.Blocks(parallel, func(_, lo, hi int) population.Node {
		r.sample(first, lo, hi, step)
		r.Score(r.next, r.nextLatest, lo, hi, step, 0)
		return r.Summary(r.next, r.nextLatest, lo, hi)
	})
	r.took = time.Since(begin)
	if !whole {
		if due {
			r.exchangeAxes()
			r.model.due = true
		}
		return false
	}
	if due {
		r.model.age = 0
	}
	r.scores = append(r.scores[:first], r.nextLatest...)
	r.model.filled++
	if r.model.filled == int64(r.plan.levels[r.model.level].chunks) {
		r.plan.move(&r.model, r.params, r.scores, r.z, r.y, r.scratch)
	}
	return true
}

// room keeps the first numbers of a list and makes room for more.
func room(list []float64, keep, more int) []float64 {
	return slices.Grow(list[:keep], more)[:keep+more]
}

// decompose takes the covariance matrix apart, unless the pool is aborted.
func (r *replica) decompose() bool {
	if !r.eigen.solve(r.model.c, r.b, r.d, r.Pool.Aborted) {
		return false
	}
	r.exchangeAxes()
	r.model.due = false
	return true
}

// exchangeAxes makes the new axes the model's and keeps its old ones, or the
// other way round.
func (r *replica) exchangeAxes() {
	r.model.b, r.b = r.b, r.model.b
	r.model.d, r.d = r.d, r.model.d
}

// sample makes the members lo to hi-1 of the next chunk, whose member 0 is the
// generation's member first.
func (r *replica) sample(first, lo, hi int, step int64) {
	n := r.plan.n
	var room [mostLength]float64
	for i := lo; i < hi; i++ {
		at := (first + i) * n
		z, y := r.z[at:at+n], r.y[at:at+n]
		r.plan.deviates(z, r.Seed, step, i)
		r.model.shape(y, z, room[:])
		r.plan.place(r.next.At(i).Reals, y, &r.model)
	}
}

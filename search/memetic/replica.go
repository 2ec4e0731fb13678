package memetic

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// replica is one population, and the children of its generation.
type replica struct {
	population.Replica
	engine  *engine
	now     problem.Genomes
	scores  []problem.Score
	brief   int64 // children of the generation with the first tenure, see learn in breed.go
	renewed int64 // the generation in which the population was
	valued  int64 // permutations valued by a replica that has ended in the midst of a generation, or 0

	// Of the generation that is under way: the children, and the best seen.
	next      problem.Genomes
	fresh     []problem.Score
	seen      problem.Genome
	seenScore problem.Score
}

func (e *engine) newReplica() *replica {
	p := &e.plan
	return &replica{
		engine: e, brief: int64(p.children+1) / 2, next: problem.NewGenomes(p.rep, p.children), fresh: make([]problem.Score, p.children),
		seen: problem.NewGenomes(p.rep, 1).At(0), seenScore: problem.Worst,
	}
}

// Arrays lists what the replica carries from generation to generation, and what the
// one under way has seen, if it is better.
func (h *replica) Arrays() []population.Array {
	p := &h.engine.plan
	return []population.Array{
		population.Members("genomes", p.rep, p.members, &h.now, nil), population.Scores("scores", p.members, &h.scores, nil),
		population.One("brief", &h.brief), population.One("renewed", &h.renewed), population.One("valued", &h.valued),
		population.Genome("seen", p.rep, func() problem.Genome { return h.seen }, h.seen.Set), population.One("seen scores", &h.seenScore),
	}
}

// Check refuses more children than there are.
func (h *replica) Check() error {
	if h.brief < 0 || h.brief > int64(h.engine.plan.children) {
		return &search.CheckpointError{Reason: fmt.Sprintf("%d of %d children", h.brief, h.engine.plan.children)}
	}
	return nil
}

// Start makes the first population, at random.
func (h *replica) Start(parallel population.ParallelFor) {
	for i := range h.scores {
		g := h.now.At(i)
		if i < len(h.Given) {
			g.Set(h.Given[i])
		} else {
			rng.Address{Seed: h.Seed, Individual: uint32(i), Purpose: rng.Init}.Permutation(g.Order)
		}
	}
	if h.Score(h.now, h.scores, 0, len(h.scores), 0, 0); !h.Pool.Aborted() {
		h.finish(0)
	}
}

// finish ends a generation.
func (h *replica) finish(step int64) {
	best := slices.Max(h.scores)
	if h.judge(step, best, h.Evaluations(step)) {
		h.Best.Set(h.now.At(slices.Index(h.scores, best)))
	}
	h.forgetSeen()
}

// forgetSeen forgets what the last generation has seen, unless it is still better.
func (h *replica) forgetSeen() {
	if h.seenScore <= h.State.Best {
		h.seenScore = problem.Worst
		h.seen.Set(h.Best)
	}
}

// judge ends a generation with a best, which may be that of a child. It reports
// whether that is new.
func (h *replica) judge(step int64, best problem.Score, evaluations int64) (improved bool) {
	mean, deviation := h.moments()
	h.All = population.Node{Best: best, Worst: slices.Min(h.scores)}
	return h.Judge(step, mean, deviation, h.spread(), evaluations)
}

// moments are the mean and the deviation of the population's scores.
func (h *replica) moments() (mean, deviation float64) {
	n, o := float64(len(h.scores)), h.engine.objective
	for _, s := range h.scores {
		mean += o.Number(s)
	}
	mean /= n
	for _, s := range h.scores {
		d := o.Number(s) - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / n)
}

// spread is the share of places in which neighbors in the population differ.
func (h *replica) spread() float64 {
	differ, all := 0, 0
	for i := 1; i < len(h.scores); i++ {
		a, b := h.now.At(i-1).Order, h.now.At(i).Order
		for k := range a {
			if a[k] != b[k] {
				differ++
			}
		}
		all += len(a)
	}
	return float64(differ) / float64(all)
}

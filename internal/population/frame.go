package population

import (
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Frame is what the engines of an algorithm, on the CPU and on a device, have
// in common.
type Frame struct {
	Name        string // of the algorithm, for messages
	Problem     problem.Problem
	Rep         problem.Representation
	Float       bool                   // scores are mapped floats
	Repairer    problem.Repairer       // or nil
	Batch       problem.BatchEvaluator // or nil
	Rules       Rules
	Header      search.Header
	Trace       bool
	Given       []problem.Genome // the first members of every replica
	Seeds       []uint64         // by replica
	Evaluations func(step int64) int64
	Samples     []search.Sample // to be reported
	KernelTimes map[string]time.Duration
}

// prepare makes the frame of an algorithm.
func (f *Frame) prepare(c search.Config, a *Algorithm) error {
	*f = Frame{
		Name:        a.Name,
		Problem:     c.Problem,
		Rep:         c.Problem.Representation(),
		Float:       problem.ObjectiveOf(c.Problem).Float,
		Rules:       rulesFor(c.Problem, c.Stop),
		Header:      search.HeaderOf(a.Name, a.Params, c),
		Trace:       c.Trace,
		Given:       c.Start[:min(len(c.Start), a.Members)],
		Evaluations: a.Evaluations,
		KernelTimes: c.KernelTimes,
	}
	f.Repairer, _ = c.Problem.(problem.Repairer)
	f.Batch, _ = c.Problem.(problem.BatchEvaluator)
	for i, g := range c.Start {
		if err := search.CheckGenome(f.Rep, g); err != nil {
			return fmt.Errorf("%s: start %d: %w", a.Name, i, err)
		}
	}
	for _, r := range c.Replicas {
		f.Seeds = append(f.Seeds, r.Seed)
	}
	return nil
}

// Replicas is how many replicas the engine evolves.
func (f *Frame) Replicas() int { return len(f.Seeds) }

// Solution is what a replica in a state has found.
func (f *Frame) Solution(r int, s State, g problem.Genome) search.Solution {
	return search.Solution{
		Genome: g, Score: s.Best, Seed: f.Seeds[r], Found: s.Found,
		Steps: s.Step, Evaluations: f.Evaluations(s.Step), Status: s.Status,
	}
}

// CheckReplica refuses a replica that is not there.
func (f *Frame) CheckReplica(r int) error {
	if r < 0 || r >= len(f.Seeds) {
		return fmt.Errorf("%s: there is no replica %d among %d", f.Name, r, len(f.Seeds))
	}
	return nil
}

// Score repairs and evaluates rows lo to hi-1; row i is individual i+shift. It
// breaks off when the pool is aborted: evaluations may be slow.
func (f *Frame) Score(p *Pool, g problem.Genomes, scores []problem.Score, lo, hi int, seed uint64, step int64, shift int) {
	if lo >= hi {
		return
	}
	if f.Repairer != nil {
		at := rng.Address{Seed: seed, Step: uint64(step), Purpose: rng.Repair}
		for i := lo; i < hi && !p.Aborted(); i++ {
			at.Individual = uint32(i + shift)
			f.Repairer.Repair(g.At(i), at)
		}
	}
	if f.Batch != nil {
		for paced, _ := f.Batch.(interface{ Pace() int }); lo < hi && !p.Aborted(); {
			end := hi
			if paced != nil {
				end = min(hi, lo+paced.Pace())
			}
			f.Batch.EvaluateBatch(g.Slice(lo, end), scores[lo:end])
			lo = end
		}
		return
	}
	for i := lo; i < hi && !p.Aborted(); i++ {
		scores[i] = f.Problem.Evaluate(g.At(i))
	}
}

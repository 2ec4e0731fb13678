package population

import (
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Frame is what the engines of an algorithm, on the CPU and on a device, have
// in common.
type Frame struct {
	Name        string // of the algorithm, for messages
	Problem     problem.Problem
	Rep         problem.Representation
	Float       bool                                   // scores are mapped floats
	Repairer    problem.Repairer                       // or nil
	Batch       problem.BatchEvaluator                 // or nil
	Begin       func(g problem.Genome, at rng.Address) // the problem's own way to begin, or nil
	Rules       Rules
	allowed     int64 // evaluations of a replica; 0: any number
	spends      bool  // Rules.Steps follows from them
	Header      search.Header
	Trace       bool
	Given       []problem.Genome // the first members of every replica
	Seeds       []uint64         // by replica
	Evaluations func(step int64) int64
	Once        func() int64    // those of them that were made once for all replicas; or nil
	Samples     []search.Sample // to be reported
	KernelTimes map[string]time.Duration
}

// prepare makes the frame of an algorithm.
func (f *Frame) prepare(c search.Config, a *Algorithm) error {
	*f = Frame{
		Name:    a.Name,
		Problem: c.Problem,
		Rep:     c.Problem.Representation(),
		Float:   problem.ObjectiveOf(c.Problem).Float,
		Rules:   rulesFor(c.Problem, c.Stop),
		allowed: c.Stop.Evaluations,
		Header:  search.HeaderOf(a.Name, a.Params, c),
		Trace:   c.Trace,
		Given:   c.Start[:min(len(c.Start), a.Members)],
		Evaluations: func(step int64) int64 {
			if step < 0 { // before the first population
				return 0
			}
			return a.Evaluations(step)
		},
		KernelTimes: c.KernelTimes,
	}
	f.Repairer, _ = c.Problem.(problem.Repairer)
	f.Batch, _ = c.Problem.(problem.BatchEvaluator)
	f.Begin = problem.OperatorsOf(c.Problem).First
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

// Draw fills a genome of a first population. at has purpose Init.
func (f *Frame) Draw(g problem.Genome, at rng.Address) {
	if f.Begin != nil {
		f.Begin(g, at)
	} else {
		variation.Initialize(g, f.Rep, at)
	}
}

// Replicas is how many replicas the engine evolves.
func (f *Frame) Replicas() int { return len(f.Seeds) }

// Solution is what a replica in a state has found.
func (f *Frame) Solution(r int, s State, g problem.Genome) search.Solution {
	if s.Status == search.Exhausted && f.spends {
		s.Status = search.Spent
	}
	return search.Solution{
		Genome: g, Score: s.Best, Seed: f.Seeds[r], Found: s.Found,
		Steps: max(0, s.Step), Evaluations: f.Evaluations(s.Step), Status: s.Status,
	}
}

// CheckReplica refuses a replica that is not there.
func (f *Frame) CheckReplica(r int) error {
	if r < 0 || r >= len(f.Seeds) {
		return fmt.Errorf("%s: there is no replica %d among %d", f.Name, r, len(f.Seeds))
	}
	return nil
}

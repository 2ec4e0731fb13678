package differential

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// New makes a differential evolution for a problem over real vectors, on the
// CPU or on a device.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	for i, g := range c.Start {
		if err := search.CheckGenome(p.rep, g); err != nil {
			return nil, fmt.Errorf("differential: start %d: %w", i, err)
		}
	}
	f := frame{
		plan:     p,
		replicas: reps,
		rules:    population.RulesFor(c.Problem, c.Stop),
		problem:  c.Problem,
		header:   search.HeaderOf("differential", Table, c),
		trace:    c.Trace,
		given:    c.Start[:min(len(c.Start), p.members)],
	}
	f.repairer, _ = c.Problem.(problem.Repairer)
	f.batch, _ = c.Problem.(problem.BatchEvaluator)
	if c.Device == nil {
		return newCPU(ctx, c, f)
	}
	return newDevice(ctx, c, f)
}

// frame is what the engines on the CPU and on a device have in common.
type frame struct {
	plan     plan
	replicas []replica
	rules    population.Rules
	problem  problem.Problem
	repairer problem.Repairer
	batch    problem.BatchEvaluator
	header   search.Header
	trace    bool
	given    []problem.Genome // the first members of every replica
	samples  []search.Sample
}

// Replicas is how many replicas the engine evolves.
func (f *frame) Replicas() int { return len(f.replicas) }

// evaluations is how many genomes a replica has scored by a step.
func (f *frame) evaluations(step int64) int64 { return int64(f.plan.members) * (1 + step) }

func (f *frame) solution(r int, s population.State, g problem.Genome) search.Solution {
	return search.Solution{
		Genome: g, Score: s.Best, Seed: f.replicas[r].seed, Found: s.Found,
		Steps: s.Step, Evaluations: f.evaluations(s.Step), Status: s.Status,
	}
}

// checkReplica refuses a replica that is not there.
func (f *frame) checkReplica(r int) error {
	if r < 0 || r >= len(f.replicas) {
		return fmt.Errorf("differential: there is no replica %d among %d", r, len(f.replicas))
	}
	return nil
}

// leader is the best member by the scores of a population, the first among
// equals: what population.Node.At says.
func leader(scores []problem.Score) uint32 {
	at := 0
	for i, s := range scores {
		if s > scores[at] {
			at = i
		}
	}
	return uint32(at)
}

package genetic

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// New makes a genetic algorithm for a problem, on the CPU or on a device.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, reps, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	f := frame{
		plan:     p,
		replicas: reps,
		rules:    population.RulesFor(c.Problem, c.Stop),
		problem:  c.Problem,
		header:   search.HeaderOf("genetic", Table, c),
		trace:    c.Trace,
		start0:   c.Start[:min(len(c.Start), p.population())],
	}
	f.repairer, _ = c.Problem.(problem.Repairer)
	f.batch, _ = c.Problem.(problem.BatchEvaluator)
	for i, g := range c.Start {
		if err := search.CheckGenome(p.rep, g); err != nil {
			return nil, fmt.Errorf("genetic: start %d: %w", i, err)
		}
	}
	if c.Device == nil {
		return newCPU(c, f)
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
	start0   []problem.Genome
	samples  []search.Sample
}

// evaluations is how many genomes a replica has scored by a step.
func (f *frame) evaluations(step int64) int64 {
	return int64(f.plan.population()) + step*int64(f.plan.children*f.plan.demes)
}

func (f *frame) solution(r int, s population.State, g problem.Genome) search.Solution {
	return search.Solution{
		Genome: g, Score: s.Best, Seed: f.replicas[r].seed, Found: s.Found,
		Steps: s.Step, Evaluations: f.evaluations(s.Step), Status: s.Status,
	}
}

func (f *frame) noReplica(r int) error {
	return fmt.Errorf("genetic: there is no replica %d among %d", r, len(f.replicas))
}

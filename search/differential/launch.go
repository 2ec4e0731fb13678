package differential

import (
	"context"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// firstPace guesses a pace from the work in a step; it is corrected after the
// first look.
func (e *onDevice) firstPace() population.Pace {
	info := e.dev.Info()
	genome := 4 + e.plan.rep.Stride()
	work := len(e.replicas) * e.plan.members * genome
	budget := info.ComputeUnits << 15
	if info.GPU {
		budget = info.ComputeUnits << 22
	}
	if e.resident { // one group does a replica's whole step
		budget = min(budget, e.group*genome<<10)
	}
	return population.Pace(max(1, min(1<<12, budget/work)))
}

// herd launches a kernel that begins with the parameters of HERD_PARAMS.
func (e *onDevice) herd(name string, groups, group, local int, args ...any) error {
	k := e.kernels[name]
	if k == nil {
		var err error
		if k, err = e.program.Kernel(name); err != nil {
			return err
		}
		e.kernels[name] = k
	}
	all := make([]any, 0, len(e.herdArgs)+len(args))
	all = append(append(all, e.herdArgs...), args...)
	return e.queue.Launch(k, device.Shape{Groups: groups, Group: group, Local: local}, all...)
}

// seed makes the first population and its statistics.
func (e *onDevice) seed(ctx context.Context) error {
	for r := range e.replicas {
		e.states = append(e.states, population.NewState())
		for i, g := range e.given {
			row := r*e.plan.members + i
			if err := e.queue.Write(e.pop[0], row*e.rowBytes(), bytesOf(g.Reals)); err != nil {
				return err
			}
		}
	}
	if err := e.put(put{e.state, bytesOf(population.StatesWords(e.states))}); err != nil {
		return err
	}
	groups := e.groups()
	if err := e.herd("wide_seed", len(e.replicas)*groups, e.group, e.local(), e.nodes, uint32(groups), uint32(len(e.given))); err != nil {
		return err
	}
	if err := e.settle(1, 0); err != nil {
		return err
	}
	if err := e.look(ctx); err != nil {
		return err
	}
	return e.collect(0, 1)
}

// settle queues the end of a step. base is the step of the first record, back
// 1 for the first population.
func (e *onDevice) settle(back uint32, base int64) error {
	return e.herd("wide_settle", len(e.replicas), e.settleGroup, scratch(e.settleGroup),
		e.nodes, uint32(e.groups()), back, e.rules, e.records, e.bests, uint64(base))
}

// Step advances the running replicas, a bounded number of steps a launch.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	if e.reported { // step 0 stays in samples for the first report
		e.samples = e.samples[:0]
	}
	e.reported = true
	if e.pace == 0 {
		e.pace = e.firstPace()
	}
	begin := time.Now()
	for done := 0; done < atMost && ctx.Err() == nil && time.Since(begin) < stepTime; {
		from, running := population.Front(e.states)
		if !running {
			break
		}
		steps := min(atMost-done, int(e.pace))
		if left := e.frame.rules.Steps - from; left < int64(steps) {
			steps = int(left)
		}
		if e.trace {
			steps = min(steps, e.recordSteps)
		}
		launched := time.Now()
		if err := e.advance(from, steps); err != nil {
			return search.Progress{}, err
		}
		// A launch is short, so it is waited for even when ctx has ended: the state
		// is then that of whole steps.
		if err := e.look(context.WithoutCancel(ctx)); err != nil {
			return search.Progress{}, err
		}
		if err := e.collect(from+1, steps); err != nil {
			return search.Progress{}, err
		}
		e.pace = e.pace.Next(steps, time.Since(launched))
		done += steps
	}
	p := population.Progress(e.states, e.evaluations)
	population.SortSamples(e.samples)
	p.Samples = e.samples
	return p, nil
}

// advance queues some steps after step from.
func (e *onDevice) advance(from int64, steps int) error {
	if e.resident {
		return e.herd("evolve", len(e.replicas), e.group, e.local(),
			e.nodes, e.rules, e.records, e.bests, uint64(from+1), uint32(steps))
	}
	groups := e.groups()
	for s := from + 1; s <= from+int64(steps); s++ {
		if err := e.herd("wide_step", len(e.replicas)*groups, e.group, e.local(), e.nodes, uint32(groups)); err != nil {
			return fmt.Errorf("differential: step %d: %w", s, err)
		}
		if err := e.settle(0, from+1); err != nil {
			return fmt.Errorf("differential: step %d: %w", s, err)
		}
	}
	return nil
}

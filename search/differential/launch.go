package differential

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// firstPace guesses how many steps fit into a launch.
func (e *onDevice) firstPace() population.Pace {
	genome, serial := 4+e.plan.rep.Stride(), 0
	if e.resident {
		serial = genome
	}
	return e.FirstPace(len(e.replicas)*e.plan.members*genome, e.group, serial)
}

// herd launches a kernel that begins with the parameters of HERD_PARAMS.
func (e *onDevice) herd(name string, groups, group, local int, args ...any) error {
	return e.Launch(name, device.Shape{Groups: groups, Group: group, Local: local}, args...)
}

// seed makes the first population and its statistics.
func (e *onDevice) seed(ctx context.Context) error {
	for r := range e.replicas {
		for i, g := range e.Given {
			row := r*e.plan.members + i
			if err := e.Queue.Write(e.pop[0], row*e.rowBytes(), population.Bytes(g.Reals)); err != nil {
				return err
			}
		}
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	groups := e.groups()
	if err := e.herd("wide_seed", len(e.replicas)*groups, e.group, e.local(), e.nodes, uint32(groups), uint32(len(e.Given))); err != nil {
		return err
	}
	if err := e.settle(1, 0); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

// settle queues the end of a step. base is the step of the first record, back
// 1 for the first population.
func (e *onDevice) settle(back uint32, base int64) error {
	return e.herd("wide_settle", len(e.replicas), e.settleGroup, scratch(e.settleGroup),
		e.nodes, uint32(e.groups()), back, e.Host.Rules, e.Records, e.Bests, uint64(base))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.Host.Step(ctx, atMost, e.firstPace, e.advance)
}

// advance queues some steps after step from.
func (e *onDevice) advance(_ context.Context, from int64, steps int) error {
	if e.resident {
		return e.herd("evolve", len(e.replicas), e.group, e.local(),
			e.nodes, e.Host.Rules, e.Records, e.Bests, uint64(from+1), uint32(steps))
	}
	groups := e.groups()
	for range steps {
		if err := e.herd("wide_step", len(e.replicas)*groups, e.group, e.local(), e.nodes, uint32(groups)); err != nil {
			return err
		}
		if err := e.settle(0, from+1); err != nil {
			return err
		}
	}
	return nil
}

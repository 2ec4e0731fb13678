package cellular

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/local"
)

// nodeBytes is the on-chip memory that group_node needs: six words of
// population.cl for each work-item.
const nodeBytes = 8 * 6 * group

// each launches a kernel with a work-item for each of so many things of every
// replica.
func (e *onDevice) each(name string, things, local int, args ...any) error {
	groups := e.groups(things)
	return e.Launch(name, device.Shape{Groups: len(e.replicas) * groups, Group: group, Local: local}, append(args, uint32(groups))...)
}

// seed makes the first population and its statistics.
func (e *onDevice) seed(ctx context.Context) error {
	for r := range e.replicas {
		for i, g := range e.Given {
			if err := e.Queue.Write(e.pop[0], (r*e.plan.members()+i)*e.rowBytes(), population.Bytes(g.Bits)); err != nil {
				return err
			}
		}
	}
	passes := make([]uint64, len(e.replicas))
	for r := range passes {
		passes[r] = uint64(e.replicas[r].passes)
	}
	if err := e.controls(passes); err != nil {
		return err
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	n := e.plan.members()
	groups := e.groups(n)
	if err := e.Launch("step_seed", device.Shape{Groups: len(e.replicas) * groups, Group: group, Local: 8}, uint32(groups), uint32(len(e.Given))); err != nil {
		return err
	}
	if err := e.measure(1); err != nil {
		return err
	}
	if err := e.settle(1, 0); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

// measure queues the statistics of the first population (back 1) or of the one
// that the step has made.
func (e *onDevice) measure(back uint32) error {
	groups := e.groups((e.plan.members() + 1) / 2)
	return e.Launch("step_measure", device.Shape{Groups: len(e.replicas) * groups, Group: group, Local: nodeBytes}, e.nodes, uint32(groups), back)
}

// settle queues the end of a step; base is the step of the first record.
func (e *onDevice) settle(back uint32, base int64) error {
	return e.Launch("step_settle", device.Shape{Groups: len(e.replicas), Group: group, Local: nodeBytes},
		e.nodes, uint32(e.groups((e.plan.members()+1)/2)), back, e.Host.Rules, e.Records, e.Bests, uint64(base))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.Host.Step(ctx, atMost, e.firstPace, e.advance)
}

// firstPace guesses how many steps fit into a launch, by the climbs.
func (e *onDevice) firstPace() population.Pace {
	work := float64(len(e.replicas)) * float64(e.plan.members()) * float64(4+e.plan.rep.Length) * float64(1+e.plan.passes)
	if e.climb.Sliced {
		work /= local.SlicedGroup / 4
	} else {
		work *= float64(e.climb.Reads)
	}
	return e.FirstPace(int(min(work, 1<<60)), group, 0)
}

// advance queues some steps after step from.
func (e *onDevice) advance(ctx context.Context, from int64, steps int) error {
	for s := from + 1; s <= from+int64(steps) && ctx.Err() == nil; s++ {
		if err := e.generation(ctx, s, from+1); err != nil {
			return err
		}
	}
	return nil
}

// generation queues one step: an operator after the other. When ctx ends before
// its climbs do, the step may be given up: up to there it has only written what
// the next one writes anew.
func (e *onDevice) generation(ctx context.Context, step, base int64) error {
	n := e.plan.members()
	if err := e.each("step_mate", n, 8); err != nil {
		return err
	}
	for _, name := range []string{"step_cross", "step_mutate"} {
		if err := e.each(name, n*e.plan.rep.Words(), 8*rareWords); err != nil {
			return err
		}
		if on, err := e.pause(ctx); err != nil || !on {
			return err
		}
	}
	if e.kernel.Repair {
		if err := e.each("step_mend", n, 8); err != nil {
			return err
		}
		if on, err := e.pause(ctx); err != nil || !on {
			return err
		}
	}
	if whole, err := e.hillClimb(ctx); err != nil || !whole {
		return err
	}
	if err := e.each("step_replace", (n+1)/2, nodeBytes, e.nodes); err != nil {
		return err
	}
	if e.moves(step) {
		if err := e.migrate(); err != nil {
			return err
		}
	}
	return e.settle(0, base)
}

// moves reports whether a replica has a migration at the end of a step; the
// device draws for itself which ones do.
func (e *onDevice) moves(step int64) bool {
	if e.plan.migration != migrateBest {
		return false
	}
	for r := range e.replicas {
		if e.plan.event(&e.replicas[r], step) {
			return true
		}
	}
	return false
}

// migrate queues a migration, after which the statistics are taken again.
func (e *onDevice) migrate() error {
	islands := uint32(e.islands())
	shape := device.Shape{Groups: len(e.replicas) * e.islands(), Group: group, Local: 8 * (2*group + 32)}
	for _, name := range []string{"step_find", "step_move"} {
		if err := e.Launch(name, shape, e.ends, islands); err != nil {
			return err
		}
	}
	return e.measure(0)
}

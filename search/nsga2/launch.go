package nsga2

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// nodeBytes is the on-chip memory that group_node needs for a work-item:
// NODE_WORDS of population.cl.
const nodeBytes = 6 * 8

// firstPace guesses how many steps fit into a launch: genes are made, and pairs
// compared.
func (e *onDevice) firstPace() population.Pace {
	n := e.plan.members
	member := 4 + e.plan.Rep.Stride() + 8*n*len(e.plan.criteria)
	return e.FirstPace(len(e.replicas)*n*member, e.group, 0)
}

// seed makes the first population and its statistics.
func (e *onDevice) seed(ctx context.Context) error {
	for r := range e.replicas {
		for i, g := range e.Given {
			if err := e.writeGenome(r, i, g); err != nil {
				return err
			}
		}
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	if err := e.each("seed", 1, e.plan.members, 8, uint32(len(e.Given))); err != nil {
		return err
	}
	if err := e.sort(1, e.plan.members, 0); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

// each launches a kernel with a work-item for each of a replica's elements. back
// is 1 before the first population.
func (e *onDevice) each(name string, back uint32, elements, local int, args ...any) error {
	groups := e.groups(elements)
	all := append([]any{back, uint32(groups)}, args...)
	return e.Launch(name, device.Shape{Groups: len(e.replicas) * groups, Group: e.group, Local: local}, all...)
}

// sort queues what makes the next population of a pool of so many rows. base is
// the step of the first record.
func (e *onDevice) sort(back uint32, size int, base int64) error {
	if err := e.each("count_dominators", back, size, 0); err != nil {
		return err
	}
	if e.rounds > 0 {
		if err := e.Queue.Zero(e.found, 0, e.found.Size()); err != nil {
			return err
		}
	}
	groups := e.groups(size)
	for round := range e.rounds {
		err := e.Launch("take_front", device.Shape{Groups: len(e.replicas) * groups, Group: e.group}, back, e.found, uint32(round), uint32(e.rounds), uint32(groups))
		if err != nil {
			return err
		}
	}
	if err := e.Launch("peel", device.Shape{Groups: len(e.replicas), Group: e.peelGroup, Local: 16}, back, e.found, uint32(e.rounds)); err != nil {
		return err
	}
	for _, name := range []string{"crowd", "survive", "place"} {
		if err := e.each(name, back, size, 0); err != nil {
			return err
		}
	}
	groups = e.groups(e.plan.pairs())
	if err := e.Launch("move", device.Shape{Groups: len(e.replicas) * groups, Group: e.group, Local: nodeBytes * e.group},
		back, e.nodes, uint32(groups)); err != nil {
		return err
	}
	return e.Launch("settle", device.Shape{Groups: len(e.replicas), Group: e.replicaGroup, Local: nodeBytes * e.replicaGroup},
		back, e.nodes, uint32(groups), e.Host.Rules, e.Records, e.Bests, uint64(base))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.Host.Step(ctx, atMost, e.firstPace, e.advance)
}

// advance queues some steps after step from.
func (e *onDevice) advance(ctx context.Context, from int64, steps int) error {
	for range steps {
		if err := e.each("breed", 0, e.plan.pairs(), 8*rareWords); err != nil {
			return err
		}
		if err := e.sort(0, 2*e.plan.members, from+1); err != nil {
			return err
		}
		// Queues hold only so much; a step is long enough to look.
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

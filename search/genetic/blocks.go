package genetic

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
)

// makeBlocks readies sorts and scans over the whole population.
func (e *onDevice) makeBlocks(ctx context.Context, segments int) error {
	var err error
	if e.blocks, err = parallel.New(ctx, e.Device); err != nil {
		return err
	}
	e.Keep(e.blocks)
	longest := e.plan.members
	if e.plan.overlapping {
		longest += e.plan.children
	}
	if e.scratch, err = e.blocks.Scratch(longest, segments); err != nil {
		return err
	}
	e.Keep(e.scratch)
	return nil
}

// rank queues an order of each segment's members from best to worst: of those
// that the step starts with or, with made, of those that it has made.
func (e *onDevice) rank(made uint32) error {
	n := e.plan.members
	if err := e.element("rank_keys", n, e.keys, made); err != nil {
		return err
	}
	return e.blocks.Sort(e.Queue, e.keys, e.order, n, e.segmentCount(), e.scratch)
}

// cull queues the replacement of the worst members by children.
func (e *onDevice) cull() error {
	n, all := e.plan.members, e.plan.members+e.plan.children
	if err := e.element("cull_keys", all, e.keys, e.index); err != nil {
		return err
	}
	if err := e.blocks.Sort(e.Queue, e.keys, e.index, all, e.segmentCount(), e.scratch); err != nil {
		return err
	}
	if err := e.plain("cull_firsts", all, e.par, e.keys, e.firsts); err != nil {
		return err
	}
	if err := e.blocks.Scan(e.Queue, e.places, e.firsts, all, e.segmentCount(), e.scratch); err != nil {
		return err
	}
	if err := e.plain("cull_flags", all, e.par, e.index, e.flags, e.firsts, e.places); err != nil {
		return err
	}
	if err := e.blocks.Scan(e.Queue, e.places, e.flags, all, e.segmentCount(), e.scratch); err != nil {
		return err
	}
	if err := e.plain("cull_gone", n, e.par, e.index, e.flags, e.places); err != nil {
		return err
	}
	return e.element("cull_fill", e.plan.children, e.index, e.flags, e.places)
}

// migrate queues the exchange of migrants.
func (e *onDevice) migrate() error {
	if err := e.rank(1); err != nil {
		return err
	}
	return e.element("migrate", e.plan.migrants)
}

// plain launches a kernel without the parameters of HERD_PARAMS.
func (e *onDevice) plain(name string, elements int, args ...any) error {
	k, err := e.Kernel(name)
	if err != nil {
		return err
	}
	groups := e.elementGroups(elements)
	return e.Queue.Launch(k, device.Shape{Groups: e.segmentCount() * groups, Group: e.settleGroup}, append(args, uint32(groups))...)
}
